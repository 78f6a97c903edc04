import { blockActions, blockedIn, blockedOut, blockKinds } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { numberNamed } from '../../domain/number-named.ts';
import { oldLandlineAsked } from '../../domain/old-landline-asked.ts';
import { Problem } from '../../kernel/problem.ts';
import { oneOf } from '../../resource/importing/import-field.ts';
import { byDestination, destinationIn, destinationInWords, destinationNameIn } from '../../resource/led-to.ts';
import { resource } from '../../resource/resource.ts';
import { blockSearch, numbersMasked } from './blocked-numbers.ts';
import { yesOrNoColumn } from './yes-or-no.ts';

/** Numbers are kept in one form, so that one is blocked however it comes. */
function canonical({ kind, value }: { kind: string; value: string }): string {
  if (kind === 'pattern') return value.replace(/[\s.-]/g, '').toLowerCase();
  if (kind !== 'number') return '';
  // The database knows which one it stands for.
  if (value.includes('*')) return value;
  const asked = oldLandlineAsked(value);
  if (asked !== undefined) throw Problem.invalid({ value: asked });
  const read = parsePhone(value);
  if (!read.ok) throw Problem.invalid({ value: 'Không phải số điện thoại gọi được từ Việt Nam' });
  return read.phone.canonical;
}

const rows = (trx: Trx) =>
  trx
    .selectFrom('block_list')
    .leftJoin('account', 'account.id', 'block_list.created_by')
    .select(['block_list.id', 'block_list.value', 'block_list.reason', 'block_list.expires_at', 'block_list.direction'])
    .select(['block_list.version', 'block_list.created_at', 'block_list.updated_at'])
    .select([
      'account.name as created_by_name',
      sql<boolean>`coalesce(block_list.expires_at <= now(), false)`.as('expired'),
    ]);

const common = {
  table: 'block_list',
  calls: 'block-lists',
  search: blockSearch,
  words: {
    block_list_once: { value: 'Số này đã có trong danh sách' },
    block_list_hidden: { value: 'Số đã bị che thì không lưu được: nhập đủ số' },
  },
} as const;
const kindField = oneOf('Loại', blockKinds);
const expiresField = {
  heading: 'Hết hạn',
  /** `31/01/2027`, to its end here, and `31/01/2027 08:30:00`, as an export has it. */
  values: async (_trx: Trx, texts: readonly string[]) =>
    new Map(
      texts.flatMap((text) => {
        const [, day = '', month = '', year = '', time = '23:59:59'] =
          /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: (\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? [];
        const at = new Date(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${time}+07:00`);
        return Number.isNaN(at.getTime()) ? [] : [[text, at.toISOString()] as const];
      }),
    ),
  whyNot: () => 'ngày có dạng 31/01/2027',
};
/** The same number may stand in both lists. */
const imports = (direction: 'in' | 'out') => ({
  keys: ['value'] as const,
  recognised: {
    value: {
      key: (text: string) => {
        const read = parsePhone(text);
        const isOne = read.ok && oldLandlineAsked(text) === undefined;
        return isOne ? read.phone.canonical : text.replace(/[\s.-]/g, '').toLowerCase();
      },
      ids: async (trx: Trx, keys: readonly string[]) => {
        const found = await trx
          .selectFrom('block_list')
          .where('direction', '=', direction)
          .where('value', 'in', keys)
          .select(['id', 'value'])
          .execute();
        return new Map(found.map(({ id, value }) => [value, id]));
      },
    },
  },
  fields: { kind: kindField, expires_at: expiresField },
});
const columns = {
  value: 'Số',
  reason: 'Lý do',
  expires_at: 'Hết hạn',
  created_by_name: 'Người thêm',
  created_at: 'Ngày',
} as const;

const { fields, ...known } = imports('in');
const inImports = {
  ...known,
  fields: {
    ...fields,
    service_number_id: numberNamed,
    action: oneOf('Hành động', blockActions),
    then: byDestination('Dẫn tới'),
  },
};

/** Callers who are refused. */
export const blockedCaller = resource(blockedIn, {
  ...common,
  mask: numbersMasked,
  scope: () => sql`row.direction = 'in'`,
  leadsTo: ['then'],
  filters: { expired: yesOrNoColumn('expired') },
  rows: (trx) =>
    rows(trx)
      .leftJoin('block_hit', 'block_hit.block_list_id', 'block_list.id')
      .leftJoin('service_number', 'service_number.id', 'block_list.service_number_id')
      .select(['block_list.kind', 'block_list.service_number_id', 'service_number.name as number_name'])
      .select([
        sql<keyof typeof blockActions>`block_list.action`.as('action'),
        destinationIn('block_list', 'then').as('then'),
        destinationNameIn('block_list', 'then').as('then_name'),
        sql<number>`coalesce(block_hit.calls, 0)`.as('calls'),
        'block_hit.last_at as last_call_at',
      ]),
  stored: (input) => ({ ...input, value: canonical(input), direction: 'in' }),
  imports: inImports,
  sheet: {
    kind: { heading: 'Loại', cell: (kind) => blockKinds[kind ?? 'number'] },
    ...columns,
    number_name: { heading: 'Đầu số', cell: (name) => name ?? '' },
    action: { heading: 'Hành động', cell: (action) => blockActions[action ?? 'reject'] },
    then: { heading: 'Dẫn tới', from: (row) => destinationInWords(row.then, row.then_name) },
    calls: 'Lượt chặn',
    last_call_at: 'Lần chặn gần nhất',
  },
});

/** Numbers that nobody may call. */
export const blockedNumber = resource(blockedOut, {
  ...common,
  mask: numbersMasked,
  scope: () => sql`row.direction = 'out'`,
  filters: { expired: yesOrNoColumn('expired') },
  rows: (trx) => rows(trx).select(sql<'number' | 'pattern'>`block_list.kind`.as('kind')),
  stored: (input) => ({ ...input, value: canonical(input), direction: 'out' }),
  imports: imports('out'),
  sheet: { kind: { heading: 'Loại', cell: (kind) => blockKinds[kind ?? 'number'] }, ...columns },
});
