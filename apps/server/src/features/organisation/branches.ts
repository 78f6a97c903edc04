import { branches } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import { tenantTable } from '../../db/tenant-table.ts';
import { crudRoutes } from '../../http/crud-routes.ts';

export const branchRoutes = (db: Db) =>
  crudRoutes(
    branches,
    tenantTable(db, branches, {
      table: 'branch',
      searchIn: ['name', 'code', 'address', 'phone', 'note'],
      referredToBy: [{ table: 'department', column: 'branch_id', kind: 'Phòng ban' }],
      rows: (trx) =>
        trx
          .selectFrom('branch')
          .selectAll('branch')
          .select(
            sql<number>`(select count(*) from department where department.branch_id = branch.id)`.as(
              'department_count',
            ),
          ),
    }),
    {
      title: 'Chi nhánh',
      columns: {
        name: 'Tên chi nhánh',
        code: 'Mã',
        address: 'Địa chỉ',
        phone: 'Số điện thoại',
        department_count: 'Số phòng ban',
        note: 'Ghi chú',
        created_at: 'Ngày tạo',
      },
    },
  );
