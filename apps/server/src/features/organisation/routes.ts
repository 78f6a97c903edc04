import { allDepartment, allTeam } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { branchRoutes } from './branches.ts';
import { departmentRoutes } from './departments.ts';
import { teamRoutes } from './teams.ts';

export const organisationRoutes = (db: Db): Route[] => [
  ...branchRoutes(db),
  ...departmentRoutes(db),
  ...teamRoutes(db),
  route(allDepartment, ({ caller }) => names(db, caller.tenantId, 'department')),
  route(allTeam, ({ caller }) => names(db, caller.tenantId, 'team')),
];

const names = (db: Db, tenantId: string, table: 'department' | 'team') =>
  db.inTenant(tenantId, async (trx) => ({
    data: await trx.selectFrom(table).select(['id', 'name']).orderBy(sql`name collate "vi-x-icu"`).execute(),
  }));
