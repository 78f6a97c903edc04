import { teams } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import { tenantTable } from '../../db/tenant-table.ts';
import { crudRoutes } from '../../http/crud-routes.ts';

export const teamRoutes = (db: Db) =>
  crudRoutes(
    teams,
    tenantTable(db, teams, {
      table: 'team',
      searchIn: ['name', 'note', 'department_name'],
      referredToBy: [{ table: 'account', column: 'team_id', kind: 'Tài khoản' }],
      rows: (trx) =>
        trx
          .selectFrom('team')
          .innerJoin('department', 'department.id', 'team.department_id')
          .selectAll('team')
          .select([
            'department.name as department_name',
            sql<number>`(select count(*) from account where account.team_id = team.id)`.as('account_count'),
          ]),
    }),
    {
      title: 'Nhóm làm việc',
      columns: {
        name: 'Tên nhóm',
        department_name: 'Phòng ban',
        account_count: 'Số thành viên',
        note: 'Ghi chú',
        created_at: 'Ngày tạo',
      },
    },
  );
