import { conditions, overrides, type StoredRowOf } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { readFeatureCodes } from '../../domain/feature-codes.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { byName, oneOf } from '../../resource/importing/import-field.ts';
import { byDestination, destinationIn, destinationInWords, destinationNameIn } from '../../resource/led-to.ts';
import { type Change, resource } from '../../resource/resource.ts';

/** One way or the other by the clock. */
export const condition = resource(conditions, {
  table: 'time_condition',
  calls: 'drafted',
  search: ['name', 'time_group_name', 'note'],
  ledTo: { type: 'time', column: 'id' },
  leadsTo: ['match', 'otherwise'],
  rows: (trx) =>
    trx
      .selectFrom('time_condition')
      .innerJoin('time_group', 'time_group.id', 'time_condition.time_group_id')
      .select(['time_condition.id', 'time_condition.name', 'time_condition.time_group_id', 'time_condition.note'])
      .select(['time_condition.override_until', 'time_condition.code'])
      .select(['time_condition.version', 'time_condition.created_at', 'time_condition.updated_at'])
      .select([
        'time_group.name as time_group_name',
        // What was set for a while and is over is the clock's again.
        sql<keyof typeof overrides>`case when time_condition.override_until <= now() then 'none'
          else coalesce(time_condition.override, 'none') end`.as('override'),
        sql<boolean>`time_condition.pin_hash is not null`.as('has_pin'),
        destinationIn('time_condition', 'match').$notNull().as('match'),
        destinationIn('time_condition', 'otherwise').$notNull().as('otherwise'),
        destinationNameIn('time_condition', 'match').as('match_name'),
        destinationNameIn('time_condition', 'otherwise').as('otherwise_name'),
      ]),
  stored: ({ override, override_until: until, ...input }) => ({
    ...input,
    override: override === 'none' ? null : override,
    override_until: override === 'none' ? null : until,
  }),
  words: { time_condition_code_key: { code: 'Mã này đã dùng cho điều kiện khác' } },
  after: refuseTakenCode,
  imports: {
    fields: {
      time_group_id: byName('Nhóm thời gian', 'time_group'),
      match: byDestination('Nếu khớp'),
      otherwise: byDestination('Nếu không khớp'),
      override: oneOf('Ghi đè', overrides),
    },
  },
  sheet: {
    name: 'Tên điều kiện',
    time_group_name: 'Nhóm thời gian',
    match: { heading: 'Nếu khớp', from: (row) => destinationInWords(row.match, row.match_name) },
    otherwise: { heading: 'Nếu không khớp', from: (row) => destinationInWords(row.otherwise, row.otherwise_name) },
    code: 'Mã ngày/đêm',
    override: { heading: 'Ghi đè', cell: (override) => overrides[override ?? 'none'] },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});

/** A code that does something else already would never come here. */
async function refuseTakenCode(trx: Trx, _by: By, change: Change<StoredRowOf<typeof conditions>>): Promise<void> {
  if (change.kind === 'deleted' || change.after.code === '') return;
  const taken = (await readFeatureCodes(trx)).some(({ code, enabled }) => enabled && code === change.after.code);
  if (taken) throw Problem.invalid({ code: 'Mã này đã dùng cho một tính năng khác' });
}
