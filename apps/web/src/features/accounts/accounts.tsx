import { accountStates, allDepartment, allTeam, branches, accounts as contract, roles } from '@alo/contract';
import { Status, type StatusTone } from '@alo/ui';
import { PhoneNumber } from '../../domain/phone-door/phone-number.tsx';
import { dateTime } from '../../kit/format/time.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { phone, text } from '../../resource/fields/text.tsx';
import { AccountActions } from './account-actions.tsx';
import { AddAccount } from './add-account.tsx';
import { extension } from './extension-field.tsx';
import { Seats } from './seats.tsx';

const tones = { active: 'ready', invited: 'ringing', inactive: 'offline' } as const satisfies Record<
  keyof typeof accountStates,
  StatusTone
>;

export default adminResource({
  contract,
  noun: 'tài khoản',
  purpose: 'Mỗi nhân viên một tài khoản. Thêm rồi gửi lời mời, họ tự đặt mật khẩu.',
  Notice: Seats,
  Add: AddAccount,
  Aside: ({ row }) => <AccountActions key={row.id} row={row} />,
  // Who was added waits for an invitation: it is sent from there.
  landing: ({ id }) => ({ id }),
  columns: {
    name: 'Họ tên',
    email: 'Email',
    role_name: 'Vai trò',
    department_name: 'Phòng ban',
    team_name: 'Nhóm',
    branch_name: { label: 'Chi nhánh', hidden: true },
    extension: { label: 'Máy nhánh', render: (number) => number ?? '–' },
    phone: {
      label: 'Điện thoại',
      hidden: true,
      render: (number) => (number === '' ? '–' : <PhoneNumber number={number} />),
    },
    state: { label: 'Trạng thái', render: (state) => <Status tone={tones[state]}>{accountStates[state]}</Status> },
    second_factor: { label: 'Xác thực hai bước', hidden: true, render: (isOn) => (isOn ? 'Đã bật' : '–') },
    last_seen_at: {
      label: 'Đang đăng nhập',
      hidden: true,
      render: (at, { session_count }) => (at === null ? '–' : `${session_count} nơi, ${dateTime(at)}`),
    },
  },
  fields: {
    name: text('Họ tên'),
    email: text('Email', {
      unique: true,
      hint: 'Dùng để đăng nhập và nhận lời mời. Đổi email thì liên kết đã gửi không dùng được nữa.',
    }),
    phone: phone('Số điện thoại'),
    role_id: reference('Vai trò', roles.list, { hint: 'Chỉ giao được vai trò không có quyền hơn bạn.' }),
    department_id: reference('Phòng ban', allDepartment),
    team_id: reference('Nhóm', allTeam, { hint: 'Vào nhóm nào thì thuộc phòng ban của nhóm đó.' }),
    extension: extension('Máy nhánh', {
      unique: true,
      hint: 'Để trống nếu không nghe gọi. Số chưa có sẽ được tạo cùng tài khoản.',
    }),
    active: onOff('Cho phép đăng nhập', { on: 'Đang hoạt động', off: 'Ngừng hoạt động', blank: true }),
  },
  sections: [
    { title: 'Quyền và nơi làm việc', fields: ['role_id', ['department_id', 'team_id']] },
    { title: 'Nghe gọi và đăng nhập', fields: ['extension', 'active'] },
  ],
  filters: [
    only('state', oneOf('Trạng thái', accountStates)),
    only('role_id', reference('Vai trò', roles.list)),
    only('branch_id', reference('Chi nhánh', branches.list)),
    only('department_id', reference('Phòng ban', allDepartment)),
    only('team_id', reference('Nhóm', allTeam)),
  ],
});
