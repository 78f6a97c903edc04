import { sql } from 'kysely';

import type { Db } from '../db/database.ts';
import { command, needed, Refused, type Surroundings } from './command.ts';
import { openForOperator } from './open-database.ts';

/** A node as its operator sees it. `companies` are those that are placed on it. */
interface SeenNode {
  readonly name: string;
  readonly state: 'up' | 'draining';
  readonly weight: number;
  readonly capacity: number;
  readonly sip: string;
  readonly ws: string;
  readonly lives: boolean;
  readonly companies: number;
}

const shownName = (name: string) => (name === '' ? '–' : name);

const readNodes = (db: Db): Promise<readonly SeenNode[]> =>
  db.outside((one) =>
    one
      .selectFrom('node')
      .select(['name', 'state', 'weight', 'capacity', 'sip', 'ws'])
      .select(
        sql<boolean>`exists (select from server_process as process
          where process.holder = node.holder and process.expires_at > clock_timestamp())`.as('lives'),
      )
      .select(sql<number>`(select count(*) from placed_tenant where holder = node.holder)::int`.as('companies'))
      .orderBy('name')
      .execute(),
  );

const stateOf = ({ lives, state, companies }: SeenNode): string => {
  if (!lives) return 'không hoạt động';
  if (state === 'up') return 'đang nhận';
  return companies === 0 ? 'đã rút hết' : 'đang rút';
};

export const nodeList = command({
  summary: 'Liệt kê các máy chạy cuộc gọi: tình trạng, số công ty, phần công ty, địa chỉ',
  usage: 'node list',
  options: {},
  async run(_values, _words, { config, say }) {
    const opened = await openForOperator(config);
    try {
      for (const node of await readNodes(opened.db)) {
        const { name, companies, weight, capacity, sip, ws } = node;
        const what = [`${companies} công ty`, `${weight}% của ${capacity} cuộc gọi`, sip, ws || '–'];
        say([shownName(name), stateOf(node), ...what].join('\t'));
      }
      return true;
    } finally {
      await opened.close();
    }
  },
});

/** Changes one node, which learns it within seconds. Refused where there is none of that name. */
async function change(
  { config, say }: Surroundings,
  named: string | undefined,
  set: { readonly state: 'up' | 'draining'; readonly since?: Date } | { readonly weight: number },
  said: (node: SeenNode, all: readonly SeenNode[]) => string,
): Promise<true> {
  const name = needed(named, '--name');
  const opened = await openForOperator(config);
  try {
    const { db } = opened;
    await db.outside((one) =>
      one
        .updateTable('node')
        .set(set)
        .where('name', '=', name === shownName('') ? '' : name)
        .execute(),
    );
    const all = await readNodes(db);
    const node = all.find((one) => shownName(one.name) === name);
    if (node === undefined) {
      throw new Refused(`Không có máy ${name}. Các máy: ${all.map((one) => shownName(one.name)).join(', ')}`);
    }
    say(said(node, all));
    return true;
  } finally {
    await opened.close();
  }
}

const nameOption = { name: { type: 'string' } } as const;

export const nodeDrain = command({
  summary: 'Rút một máy: công ty không có cuộc gọi chuyển sang máy khác, máy không nhận công ty mới',
  usage: 'node drain --name n1',
  options: nameOption,
  run: ({ name: named }, _words, around) =>
    change(around, named, { state: 'draining' }, ({ name, companies }, all) =>
      all.some((other) => other.name !== name && other.lives && other.state === 'up' && other.weight > 0)
        ? `Đang rút ${shownName(name)}: còn ${companies} công ty, mỗi công ty chuyển đi khi không có cuộc gọi. Xem node list; /readyz của máy đáp 503 khi đã rút hết.`
        : `Không có máy nào khác đang nhận: ${shownName(name)} giữ ${companies} công ty cho tới khi có.`,
    ),
});

export const nodeResume = command({
  summary: 'Cho một máy nhận công ty trở lại: công ty của máy quay về khi không có cuộc gọi',
  usage: 'node resume --name n1',
  options: nameOption,
  run: ({ name: named }, _words, around) =>
    // The operator vouches for it: nobody waits until it has been there for a while.
    change(
      around,
      named,
      { state: 'up', since: new Date(0) },
      ({ name }) => `${shownName(name)} nhận công ty trở lại.`,
    ),
});

const mostWeight = 1_000;

export const nodeWeight = command({
  summary: 'Đặt phần công ty của một máy, theo phần trăm sức chứa của nó',
  usage: 'node weight --name n1 --percent 50',
  options: { ...nameOption, percent: { type: 'string' } },
  run({ name: named, percent }, _words, around) {
    const weight = Number(needed(percent, '--percent'));
    if (!Number.isInteger(weight) || weight < 0 || weight > mostWeight) {
      throw new Refused(`--percent là số nguyên từ 0 đến ${mostWeight}.`);
    }
    return change(
      around,
      named,
      { weight },
      ({ name }) =>
        `${shownName(name)} nhận phần công ty theo ${weight}% sức chứa. Công ty chuyển máy khi không có cuộc gọi.`,
    );
  },
});
