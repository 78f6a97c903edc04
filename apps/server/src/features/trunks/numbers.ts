import { numberCallers, numberKinds, numberStates, numbers } from '@alo/contract';
import { botCarrierHost } from '@alo/engine';
import { parsePhone, spellsNumber } from '@alo/phone-number';
import { sql } from 'kysely';
import { isCarried, isShown } from '../../domain/number-owners.ts';
import { stateOf } from '../../domain/number-states.ts';
import { oldLandlineAsked } from '../../domain/old-landline-asked.ts';
import { Problem } from '../../kernel/problem.ts';
import { idList } from '../../resource/children.ts';
import { byName, oneOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';
import { weekOf } from './number-health.ts';
import { kindOf, routesTo } from './number-words.ts';

const callers = idList({ table: 'service_number_caller', owner: 'service_number_id', item: 'extension_id' });

/** The company's own numbers, kept in canonical form. One that another company of the installation has is refused like one of ours. */
export const serviceNumber = resource(numbers, {
  table: 'service_number',
  calls: 'drafted',
  tellsRefusals: true,
  search: ['number', 'name', 'trunk_name', 'note'],
  referredToBy: [
    { table: 'stopped_number', column: 'id', kind: 'Đơn vị vận hành', name: sql`'Đang dừng đầu số này'` },
    { table: 'number_paper', column: 'service_number_id', kind: 'Giấy tờ của đầu số' },
    { table: 'inbound_rule', column: 'service_number_id', kind: 'Định tuyến gọi vào' },
    { table: 'block_list', column: 'service_number_id', kind: 'Danh sách chặn gọi vào' },
    { table: 'extension', column: 'service_number_id', kind: 'Máy nhánh', name: sql`extension.number` },
    { table: 'extension_group', column: 'service_number_id', kind: 'Nhóm máy nhánh' },
    {
      table: 'otp_number',
      column: 'service_number_id',
      kind: 'Đầu số OTP',
      name: sql`(select name from service_number where service_number.id = otp_number.service_number_id)`,
    },
    {
      table: 'outbound_route',
      column: 'service_number_id',
      kind: 'Định tuyến gọi ra',
      id: 'outbound_rule_id',
      name: sql`(select name from outbound_rule where outbound_rule.id = outbound_route.outbound_rule_id)`,
    },
    {
      table: 'queue_caller',
      column: 'service_number_id',
      kind: 'Hàng đợi',
      id: 'queue_id',
      name: sql`(select name from queue where queue.id = queue_caller.queue_id)`,
    },
    {
      table: 'campaign_number',
      column: 'service_number_id',
      kind: 'Chiến dịch gọi ra',
      id: 'campaign_id',
      name: sql`(select name from campaign where campaign.id = campaign_number.campaign_id)`,
    },
    {
      table: 'project_number',
      column: 'service_number_id',
      kind: 'Dự án',
      id: 'project_id',
      name: sql`(select name from project where project.id = project_number.project_id)`,
    },
  ],
  rows: (trx) =>
    trx
      .selectFrom('service_number')
      .innerJoin('trunk', 'trunk.id', 'service_number.trunk_id')
      .selectAll('service_number')
      .select([
        'trunk.name as trunk_name',
        sql<boolean>`trunk.host = ${botCarrierHost}`.as('trunk_is_demo'),
        sql<boolean>`service_number.proven_at is not null`.as('proven'),
        sql<boolean>`service_number.proven_at is not null
          or (select trial_until is null from tenant where tenant.id = service_number.tenant_id)`.as('works'),
        isCarried.as('carried'),
        stateOf.as('state'),
        sql<boolean>`${isShown}`.as('shown'),
        callers.read('service_number.id').as('caller_ids'),
        callers.names('service_number.id', 'extension').as('caller_names'),
        routesTo.as('routes_to'),
        kindOf.as('kind'),
        weekOf('inbound').as('inbound_week'),
        weekOf('inbound_answered').as('inbound_answered_week'),
        weekOf('outbound').as('outbound_week'),
        weekOf('outbound_answered').as('outbound_answered_week'),
        weekOf('short').as('short_week'),
      ]),
  words: {
    service_number_number_held: { number: 'Đơn vị vận hành đang dừng đầu số này: không đổi được số' },
    service_number_number_given: {
      number:
        'Đơn vị vận hành không giao số này cho doanh nghiệp ở nhà mạng ấy: hãy chọn đường truyền khác hoặc hỏi họ',
    },
  },
  goesAlong: [
    { table: 'number_state', column: 'id' },
    { table: 'number_step', column: 'service_number_id' },
  ],
  children: { caller_ids: callers },
  filters: {
    expires: (when, { caller }) => {
      const today = sql`(now() at time zone ${caller.timeZone})::date`;
      return when === 'over'
        ? sql`row.expires_on::date < ${today}`
        : sql`row.expires_on::date between ${today} and ${today} + ${Number(when)}::int`;
    },
  },
  stored: (input) => ({ ...input, ...spelt(input) }),
  imports: {
    keys: ['number'],
    fields: { trunk_id: byName('Đường truyền', 'trunk'), callers: oneOf('Gọi ra', numberCallers) },
  },
  sheet: {
    number: 'Đầu số',
    name: 'Tên hiển thị',
    carrier: 'Nhà mạng',
    trunk_name: 'Đường truyền',
    kind: { heading: 'Loại', cell: (kind) => numberKinds[kind] },
    routes_to: { heading: 'Tiếp nhận', cell: (routes) => routes.join('; ') },
    callers: { heading: 'Gọi ra', cell: (who) => numberCallers[who ?? 'everybody'] },
    caller_names: { heading: 'Máy nhánh gọi ra', cell: (names) => names.join(', ') },
    state: { heading: 'Trạng thái', cell: (state) => numberStates[state] },
    max_calls: 'Số kênh',
    expires_on: 'Hạn sử dụng',
    remind_days: 'Nhắc trước (ngày)',
    inbound_week: 'Gọi vào 7 ngày',
    inbound_answered_week: 'Gọi vào gặp',
    outbound_week: 'Gọi ra 7 ngày',
    outbound_answered_week: 'Gọi ra gặp',
    short_week: 'Cuộc ngắn 7 ngày',
    carrier_form: 'Nhà mạng gửi',
    script: 'Kịch bản',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});

/** The number in one form; what the carrier sends for it is no other number. */
function spelt({ number: written, carrier_form: form }: { number: string; carrier_form: string }) {
  const number = canonical(written);
  if (form !== '' && !spellsNumber(form, number)) {
    throw Problem.invalid({ carrier_form: 'Đây là một số khác: hãy khai báo số đó thành một đầu số riêng' });
  }
  return { number };
}

function canonical(written: string): string {
  const asked = oldLandlineAsked(written);
  if (asked !== undefined) throw Problem.invalid({ number: asked });
  const read = parsePhone(written);
  if (!read.ok) throw Problem.invalid({ number: 'Không phải số điện thoại gọi được từ Việt Nam' });
  return read.phone.canonical;
}
