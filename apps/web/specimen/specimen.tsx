import { crud, destination as destinationValue, endpoint } from '@alo/contract';
import { IconTable } from '@alo/ui';
import { z } from 'zod';
import { adminResource } from '../src/resource/admin/admin-resource.tsx';
import { colour, oneOf, onOff, several } from '../src/resource/fields/choices.tsx';
import { destination } from '../src/resource/fields/destinations.tsx';
import type { Field } from '../src/resource/fields/field.ts';
import { between, only, period } from '../src/resource/fields/filters.tsx';
import { money, number, ungrouped } from '../src/resource/fields/numbers.tsx';
import { file } from '../src/resource/fields/others.tsx';
import { lookup, reference, references } from '../src/resource/fields/references.tsx';
import { keyValue, rows } from '../src/resource/fields/rows.tsx';
import { phone, secret, text, textarea } from '../src/resource/fields/text.tsx';
import { day, days, time, weekdays } from '../src/resource/fields/times.tsx';
import { resourceScreen } from '../src/resource/screen/screen.tsx';

const strategies = { all: 'Cùng lúc', hunt: 'Lần lượt', random: 'Ngẫu nhiên' } as const;
const channels = { phone: 'Điện thoại', zalo: 'Zalo', email: 'Email', facebook: 'Facebook' } as const;
const must = 'Thông tin không được để trống';
const dayOrNull = z.iso.date('Ngày không hợp lệ, ví dụ 21/11/2026').nullable();

export const people = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/people',
  access: 'general',
  summary: 'People',
  query: z.object({ search: z.string().optional(), per_page: z.number().optional(), sort: z.string().optional() }),
  result: z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) }),
});
export const person = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/person/:id',
  access: 'general',
  summary: 'A person',
  params: z.object({ id: z.string() }),
  result: z.object({ id: z.string(), name: z.string() }),
});

/** One field of every kind. */
export const specimens = crud({
  collection: '/specimens',
  item: '/specimen',
  screen: 'departments',
  input: z.object({
    name: z.string().trim().min(1, must),
    note: z.string(),
    seats: z.number('Phải là số').min(1, 'Ít nhất là 1').nullable(),
    price: z.number('Phải là số').nullable(),
    port: z.number('Phải là số').nullable(),
    active: z.boolean(),
    strategy: z.enum(['all', 'hunt', 'random'], must),
    channels: z.array(z.enum(['phone', 'zalo', 'email', 'facebook'])).min(1, 'Chọn ít nhất một kênh'),
    birthday: dayOrNull,
    period: z.object({ from: dayOrNull, to: dayOrNull }),
    opens: z.string().regex(/^(\d\d:\d\d)?$/, 'Giờ không hợp lệ, ví dụ 08:30'),
    weekdays: z.array(z.number()).min(1, 'Chọn ít nhất một ngày'),
    colour: z.string(),
    phone: z.string().regex(/^$|^(0|84)\d{7,12}$/, 'Định dạng số điện thoại sai'),
    secret: z.string().min(8, 'Ít nhất 8 ký tự').or(z.literal('')),
    file: z.instanceof(File).nullable(),
    lead_id: z.string().nullable(),
    watcher_ids: z.array(z.string()),
    customer_id: z.string().nullable(),
    destination: destinationValue.nullable(),
    members: z.array(z.object({ account_id: z.string(must), penalty: z.number('Phải là số').min(0, 'Không được âm') })),
    headers: z.array(z.object({ key: z.string().min(1, must), value: z.string() })),
    priority: z.number(),
  }),
  row: z.object({ member_count: z.number() }),
  filters: z.object({
    lead_id: z.string().optional(),
    strategy: z.string().optional(),
    from: z.string().optional(),
    to: z.string().optional(),
    min_price: z.string().optional(),
    max_price: z.string().optional(),
    active: z.string().optional(),
    channel: z.string().optional(),
    watcher_id: z.string().optional(),
    phone: z.string().optional(),
  }),
});

/** A field that no kind draws: a slider of its own. */
const priority: Field<number> = {
  ...number('Mức ưu tiên'),
  blank: 3,
  Control: ({ value, onChange, label, disabled }) => (
    <label>
      {label}{' '}
      <input
        type="range"
        min={1}
        max={5}
        value={value ?? 3}
        disabled={disabled}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  ),
};

export const specimen = adminResource({
  contract: specimens,
  noun: 'mẫu',
  purpose: 'Mỗi loại ô nhập một lần.',
  columns: {
    name: 'Tên',
    strategy: 'Cách đổ chuông',
    price: 'Giá',
    birthday: 'Ngày sinh',
    weekdays: 'Ngày làm việc',
    colour: 'Màu',
    phone: 'Điện thoại',
    active: 'Hoạt động',
  },
  once: ['phone'],
  fields: {
    name: text('Tên'),
    note: textarea('Ghi chú', { hint: 'Chỉ người trong công ty đọc.' }),
    seats: number('Số chỗ', { unit: 'người' }),
    price: money('Giá'),
    port: ungrouped('Cổng'),
    active: onOff('Đang hoạt động'),
    strategy: oneOf('Cách đổ chuông', strategies),
    channels: several('Kênh', channels),
    birthday: day('Ngày sinh'),
    period: days('Thời gian áp dụng'),
    opens: time('Giờ mở cửa'),
    weekdays: weekdays('Ngày làm việc'),
    colour: colour('Màu'),
    phone: phone('Điện thoại'),
    secret: secret('Mật khẩu SIP'),
    file: file('Lời chào', { accept: 'audio/*' }),
    lead_id: reference('Trưởng nhóm', people),
    watcher_ids: references('Người theo dõi', people),
    customer_id: lookup('Khách hàng', people, person),
    destination: destination('Điểm đến'),
    members: rows(
      'Thành viên',
      { account_id: reference('Nhân viên', people), penalty: number('Điểm phạt', { blank: 0 }) },
      { noun: 'thành viên', hint: 'Kéo, hoặc dùng mũi tên, để đổi thứ tự.' },
    ),
    headers: keyValue('Tiêu đề gửi kèm'),
    priority,
  },
  sections: [
    { title: 'Thời gian', help: 'Khi nào thì áp dụng.', fields: [['birthday', 'opens'], 'period', 'weekdays'] },
    { title: 'Ai và ở đâu', fields: ['lead_id', 'watcher_ids', 'customer_id', 'destination', 'members', 'headers'] },
  ],
  filters: [
    only('lead_id', reference('Trưởng nhóm', people)),
    only('strategy', oneOf('Cách đổ chuông', strategies)),
    period('from', 'to', 'Ngày tạo'),
    between('min_price', 'max_price', money('Giá')),
    only('active', onOff('Hoạt động')),
    only('channel', oneOf('Kênh', channels)),
    only('watcher_id', reference('Người theo dõi', people)),
    only('phone', text('Số gọi')),
  ],
});

export const screen = resourceScreen({
  access: 'departments',
  // It stands in for one of the console’s.
  path: '/departments',
  form: '/department',
  group: 'Tổ chức',
  place: 1,
  icon: IconTable,
  load: () => Promise.resolve({ default: specimen }),
});
