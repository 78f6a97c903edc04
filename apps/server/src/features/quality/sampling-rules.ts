import { sampledBy, sampledDirections, samplePeriods, samplingRules } from '@alo/contract';
import { sql } from 'kysely';

import { idList } from '../../resource/children.ts';
import { byName, eitherOf, oneOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';

const scorers = idList({ table: 'sampling_scorer', owner: 'sampling_rule_id', item: 'account_id' });

/** Which calls are to be scored, by which sheet and by whom. */
export const samplingRule = resource(samplingRules, {
  table: 'sampling_rule',
  calls: 'none',
  search: ['name', 'sheet_name', 'note'],
  rows: (trx) =>
    trx
      .selectFrom('sampling_rule')
      .innerJoin('score_sheet', 'score_sheet.id', 'sampling_rule.score_sheet_id')
      .leftJoinLateral(
        sql<{ chosen: number; waiting: number }>`(select count(*)::int as chosen,
            (count(*) filter (where state in ('due', 'draft')))::int as waiting
          from evaluation where evaluation.rule_id = sampling_rule.id)`.as('its'),
        (join) => join.onTrue(),
      )
      .selectAll('sampling_rule')
      .select([
        'score_sheet.name as sheet_name',
        scorers.read('sampling_rule.id').as('scorer_ids'),
        scorers.names('sampling_rule.id', 'account').as('scorer_names'),
        sql<number>`its.chosen`.as('chosen'),
        sql<number>`its.waiting`.as('waiting'),
      ]),
  children: { scorer_ids: scorers },
  imports: {
    fields: {
      active: eitherOf('Đang chạy', { yes: 'Có', no: 'Không' }),
      score_sheet_id: byName('Phiếu chấm điểm', 'score_sheet'),
      kind: oneOf('Cách chọn', sampledBy),
      period: oneOf('Chu kỳ', samplePeriods),
      direction: oneOf('Chiều gọi', sampledDirections),
      queue_id: byName('Hàng đợi', 'queue'),
    },
  },
  sheet: {
    name: 'Tên luật',
    active: { heading: 'Đang chạy', cell: (active) => (active === true ? 'Có' : 'Không') },
    sheet_name: 'Phiếu chấm điểm',
    kind: { heading: 'Cách chọn', cell: (kind) => sampledBy[kind ?? 'random'] },
    period: { heading: 'Chu kỳ', cell: (period) => samplePeriods[period ?? 'week'] },
    calls: 'Số cuộc mỗi người',
    scorer_names: { heading: 'Người chấm', cell: (names) => names.join('; ') },
    chosen: 'Đã chọn',
    waiting: 'Còn chờ chấm',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
