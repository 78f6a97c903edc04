import {
  allExtension,
  allTrunk,
  numbers as contract,
  numberCallers,
  numberExpiries,
  numberKinds,
  numberStates,
} from '@alo/contract';
import { Status } from '@alo/ui';
import { numberStateTones } from '../../domain/number-states/state-tones.ts';
import { CallScriptBelow } from '../../domain/scripts/script-previews.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { reference, references } from '../../resource/fields/references.tsx';
import { phone, text, textarea } from '../../resource/fields/text.tsx';
import { day } from '../../resource/fields/times.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { AddNumber } from './add-number.tsx';
import { NumberHealth, partOf } from './number-health.tsx';
import { NumberProof } from './number-proof.tsx';
import { OwnNumberCase } from './own-number-case.tsx';
import { TryNumber } from './try-number.tsx';

/** The operator has given the company other numbers of this carrier. */
const notGiven = 'Nhà mạng không được giao số này';

const inUse = { on: 'Đang dùng', off: 'Đã tắt' };

export default adminResource({
  contract,
  noun: 'đầu số',
  purpose: 'Số của công ty mà khách gọi đến và nhìn thấy khi được gọi: của nhà mạng nào, dẫn đi đâu, ai được gọi ra.',
  Add: AddNumber,
  Aside: ({ row }) => (
    <>
      <NumberProof row={row} />
      <OwnNumberCase row={row} />
      <TryNumber row={row} />
      <NumberHealth row={row} />
    </>
  ),
  columns: {
    number: { label: 'Đầu số', render: (own) => (own === '' ? 'Đã giao cho chủ sở hữu' : groupedPhone(own)) },
    name: 'Tên hiển thị',
    trunk_name: { label: 'Đường truyền', hidden: true, sortable: false },
    kind: {
      label: 'Loại',
      sortable: false,
      render: (kind, { carrier }) => [numberKinds[kind], carrier].filter((part) => part !== '').join(' · '),
    },
    carrier: { label: 'Nhà mạng', hidden: true, sortable: false, render: (name) => name || '–' },
    routes_to: {
      label: 'Tiếp nhận',
      sortable: false,
      render: ([first], { enabled, works, carried, state }) =>
        !enabled
          ? inUse.off
          : state !== 'active'
            ? numberStates[state]
            : !works
              ? 'Chờ xác minh'
              : carried
                ? (first ?? 'Chưa có quy tắc')
                : notGiven,
    },
    callers: {
      label: 'Gọi ra',
      sortable: false,
      render: (who, { caller_names: names, shown, carried }) =>
        !carried
          ? notGiven
          : shown
            ? who === 'chosen'
              ? names.join(', ') || '–'
              : numberCallers[who]
            : 'Chờ xác minh',
    },
    max_calls: { label: 'Số kênh', numeric: true, sortable: false, render: (calls) => calls ?? 'Không hạn' },
    inbound_week: {
      label: 'Gọi vào gặp, 7 ngày',
      numeric: true,
      sortable: false,
      render: (calls, { inbound_answered_week: answered }) => partOf(answered, calls),
    },
    outbound_week: {
      label: 'Gọi ra gặp, 7 ngày',
      numeric: true,
      sortable: false,
      hidden: true,
      render: (calls, { outbound_answered_week: answered }) => partOf(answered, calls),
    },
    short_week: {
      label: 'Cuộc ngắn, 7 ngày',
      numeric: true,
      sortable: false,
      hidden: true,
      render: (short, row) => partOf(short, row.inbound_answered_week + row.outbound_answered_week),
    },
    expires_on: 'Hết hạn',
    enabled: { label: 'Trạng thái', hidden: true, sortable: false, render: (on) => (on ? inUse.on : inUse.off) },
    state: {
      label: 'Hồ sơ',
      hidden: true,
      sortable: false,
      render: (state) => <Status tone={numberStateTones[state]}>{numberStates[state]}</Status>,
    },
    carrier_form: { label: 'Nhà mạng gửi', hidden: true, sortable: false },
    note: { label: 'Ghi chú', hidden: true, sortable: false },
    updated_at: { label: 'Cập nhật', hidden: true, render: (at) => <Moment at={at} /> },
  },
  fields: {
    number: phone('Đầu số'),
    name: text('Tên hiển thị'),
    trunk_id: reference('Đường truyền', allTrunk),
    carrier: text('Nhà mạng', { hint: 'Ví dụ Viettel. Bỏ trống: theo đầu số.' }),
    carrier_form: text('Nhà mạng gửi', { hint: 'Chỉ điền khi nhà mạng gửi đầu số này theo cách khác.' }),
    callers: oneOf('Ai được gọi ra bằng số này', numberCallers, { blank: 'everybody' }),
    caller_ids: references('Máy nhánh được gọi ra', allExtension),
    max_calls: number('Số kênh đồng thời', { hint: 'Gọi vào và gọi ra cộng lại. Bỏ trống: theo đường truyền.' }),
    expires_on: day('Ngày hết hạn'),
    remind_days: number('Nhắc trước (ngày)', { blank: 30 }),
    enabled: onOff('Đang dùng', { ...inUse, blank: true }),
    script: textarea('Kịch bản', {
      hint: 'Cho cuộc gọi đến số này khi hàng đợi hoặc nhóm nhận nó không có kịch bản riêng. {{Tên khách}}, {{Tên tôi}}… thay bằng giá trị thật. Dòng “? Khách đồng ý” mở lời cho câu trả lời đó, dòng “---” kết thúc.',
    }),
    note: textarea('Ghi chú'),
  },
  sections: [
    { title: 'Gọi ra', help: 'Ai được hiện số này khi gọi khách.', fields: ['callers', 'max_calls'] },
    { title: 'Máy nhánh được gọi ra', when: ({ callers }) => callers === 'chosen', fields: ['caller_ids'] },
    { title: 'Thời hạn', help: 'Chuông nhắc người quản lý đầu số.', fields: [['expires_on', 'remind_days']] },
    { title: 'Kịch bản', help: 'Nói gì với khách gọi đến số này.', fields: ['script'], Preview: CallScriptBelow },
    { title: 'Khác', fields: ['carrier', 'carrier_form', 'enabled', 'note'] },
  ],
  filters: [
    only('trunk_id', reference('Đường truyền', allTrunk)),
    only('state', oneOf('Hồ sơ', numberStates)),
    only('expires', oneOf('Hạn sử dụng', numberExpiries)),
  ],
});
