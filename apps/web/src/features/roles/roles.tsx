import { roles as contract, scopeLabels, superAdmin } from '@alo/contract';
import { LookButton } from '../../domain/look-as/look-button.tsx';
import { permissionList } from '../../domain/permissions/permission-field.tsx';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { text } from '../../resource/fields/text.tsx';
import { day } from '../../resource/fields/times.tsx';
import { Holders } from './holders.tsx';
import { scopeField } from './scope-field.tsx';

export default adminResource({
  contract,
  noun: 'vai trò',
  purpose: 'Vai trò cho biết nhân viên được làm gì và xem dữ liệu của ai.',
  Aside: ({ row }) => (
    <>
      {row.name !== superAdmin && <LookButton kind="role" id={row.id} />}
      <Holders row={row} />
    </>
  ),
  locked: ({ name }) =>
    name === superAdmin ? 'Quản trị cao nhất có mọi quyền, xem mọi dữ liệu, và không ai sửa hay xoá được.' : undefined,
  columns: {
    name: 'Tên vai trò',
    permissions: { label: 'Số quyền', numeric: true, sortable: false, render: countOf },
    scope: {
      label: 'Phạm vi dữ liệu',
      render: (scope, { name }) => scopeLabels[name === superAdmin ? 'all' : (scope ?? 'own')],
    },
    account_count: { label: 'Nhân viên', numeric: true },
  },
  fields: {
    name: text('Tên vai trò'),
    scope: scopeField,
    second_factor: onOff('Bắt buộc xác thực hai bước', { on: 'Bắt buộc', off: 'Không' }),
    second_factor_from: day('Bắt buộc từ ngày', {
      hint: 'Trước ngày này mọi người được nhắc và có thể để sau. Để trống: bắt buộc ngay.',
    }),
    permissions: permissionList('Quyền'),
  },
  filters: [only('scope', oneOf('Phạm vi dữ liệu', scopeLabels))],
});

function countOf(permissions: readonly string[] | undefined, { name }: { name: string }) {
  return name === superAdmin ? 'Tất cả' : (permissions?.length ?? 0);
}
