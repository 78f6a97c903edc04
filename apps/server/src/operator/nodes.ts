import { mostNodeWeight } from '@alo/contract';

import { changeNode, forgetNode, type NodeChange, readNodes, type SeenNode } from '../domain/nodes.ts';
import { command, needed, Refused, type Surroundings } from './command.ts';
import { openForOperator } from './open-database.ts';

const shownName = (name: string) => (name === '' ? '–' : name);

const stateOf = ({ silentSince, state, companies }: SeenNode): string => {
  if (silentSince !== null) return 'không hoạt động';
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

/** As it is written in the list. */
const nameOf = (named: string | undefined): string => {
  const name = needed(named, '--name');
  return name === shownName('') ? '' : name;
};

const noSuchNode = (name: string, all: readonly SeenNode[]) =>
  new Refused(`Không có máy ${shownName(name)}. Các máy: ${all.map((one) => shownName(one.name)).join(', ')}`);

/** Changes one node, which learns it within seconds. Refused where there is none of that name. */
async function change(
  { config, say }: Surroundings,
  named: string | undefined,
  set: NodeChange,
  said: (node: SeenNode, all: readonly SeenNode[]) => string,
): Promise<true> {
  const name = nameOf(named);
  const opened = await openForOperator(config);
  try {
    const { db } = opened;
    await changeNode(db, name, set);
    const all = await readNodes(db);
    const node = all.find((one) => one.name === name);
    if (node === undefined) throw noSuchNode(name, all);
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
      all.some((other) => other.name !== name && other.silentSince === null && other.state === 'up' && other.weight > 0)
        ? `Đang rút ${shownName(name)}: còn ${companies} công ty, mỗi công ty chuyển đi khi không có cuộc gọi. Xem node list; /readyz của máy đáp 503 khi đã rút hết.`
        : `Không có máy nào khác đang nhận: ${shownName(name)} giữ ${companies} công ty cho tới khi có.`,
    ),
});

export const nodeResume = command({
  summary: 'Cho một máy nhận công ty trở lại: công ty của máy quay về khi không có cuộc gọi',
  usage: 'node resume --name n1',
  options: nameOption,
  run: ({ name: named }, _words, around) =>
    change(around, named, { state: 'up' }, ({ name }) => `${shownName(name)} nhận công ty trở lại.`),
});

export const nodeWeight = command({
  summary: 'Đặt phần công ty của một máy, theo phần trăm sức chứa của nó',
  usage: 'node weight --name n1 --percent 50',
  options: { ...nameOption, percent: { type: 'string' } },
  run({ name: named, percent }, _words, around) {
    const weight = Number(needed(percent, '--percent'));
    if (!Number.isInteger(weight) || weight < 0 || weight > mostNodeWeight) {
      throw new Refused(`--percent là số nguyên từ 0 đến ${mostNodeWeight}.`);
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

export const nodeGone = command({
  summary: 'Bỏ một máy không bao giờ trở lại khỏi danh sách; từ chối khi máy còn hoạt động',
  usage: 'node gone --name n1',
  options: nameOption,
  async run({ name: named }, _words, { config, say }) {
    const name = nameOf(named);
    const opened = await openForOperator(config);
    try {
      const done = await forgetNode(opened.db, name);
      if (done === 'unknown') throw noSuchNode(name, await readNodes(opened.db));
      if (done === 'lives') {
        throw new Refused(`${shownName(name)} đang hoạt động: node drain, đợi /readyz đáp 503, rồi tắt máy trước.`);
      }
      say(
        `Đã bỏ ${shownName(name)}. Nếu ổ đĩa của máy cũng mất, xem folder list và bỏ thư mục của nó bằng folder gone.`,
      );
      return true;
    } finally {
      await opened.close();
    }
  },
});
