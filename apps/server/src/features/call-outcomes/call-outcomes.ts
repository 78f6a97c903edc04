import { callOutcomes, outcomeCampaignStates, outcomeSteps } from '@alo/contract';
import { sql } from 'kysely';
import { automationsThatName } from '../../domain/automations-that-name.ts';
import { kindsThatName } from '../../domain/kinds-that-name.ts';

import { oneOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';

const yesNo = (value: unknown) => (value === true ? 'Có' : 'Không');

export const callOutcome = resource(callOutcomes, {
  table: 'disposition_outcome',
  calls: 'none',
  search: ['name', 'group', 'note'],
  referredToBy: [
    automationsThatName('outcome_id'),
    {
      table: 'disposition',
      column: 'outcome_id',
      kind: 'Kết quả đã ghi',
      name: sql<string>`(select name from customer where customer.id = disposition.customer_id)`,
    },
    kindsThatName('outcome_id'),
  ],
  rows: (trx) => trx.selectFrom('disposition_outcome').selectAll(),
  filters: {
    active: (value) => sql`row.active = ${value === '1'}`,
    success: (value) => sql`row.success = ${value === '1'}`,
  },
  imports: {
    fields: {
      next_step: oneOf('Bước tiếp theo', outcomeSteps),
      campaign_state: oneOf('Khách trong chiến dịch', outcomeCampaignStates),
    },
  },
  sheet: {
    name: 'Tên kết quả',
    group: 'Nhóm kết quả',
    colour: 'Màu',
    position: 'Thứ tự',
    next_step: { heading: 'Bước tiếp theo', cell: (step) => outcomeSteps[step ?? 'none'] },
    campaign_state: {
      heading: 'Khách trong chiến dịch',
      cell: (state) => outcomeCampaignStates[state ?? 'done'],
    },
    success: { heading: 'Thành công', cell: yesNo },
    closes_return: { heading: 'Đóng việc gọi lại', cell: yesNo },
    active: { heading: 'Đang dùng', cell: yesNo },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
