import { branches } from '@alo/contract';
import { sql } from 'kysely';

import { resource } from '../../resource/resource.ts';

export const branch = resource(branches, {
  table: 'branch',
  calls: 'none',
  search: 'indexed',
  referredToBy: [{ table: 'department', column: 'branch_id', kind: 'Phòng ban' }],
  rows: (trx) =>
    trx
      .selectFrom('branch')
      .selectAll('branch')
      .select(
        sql<number>`(select count(*) from department where department.branch_id = branch.id)`.as('department_count'),
      ),
  sheet: {
    name: 'Tên chi nhánh',
    code: 'Mã',
    address: 'Địa chỉ',
    phone: 'Số điện thoại',
    department_count: 'Số phòng ban',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
