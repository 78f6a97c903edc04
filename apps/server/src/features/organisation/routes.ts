import { allDepartment, allTeam } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { resourceRoutes } from '../../resource/routes.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { branch } from './branches.ts';
import { department } from './departments.ts';
import { team } from './teams.ts';

export const organisationRoutes = (deps: ResourceDeps): Route[] => [
  ...Object.values(resourceRoutes(deps, branch)),
  ...Object.values(resourceRoutes(deps, department)),
  ...Object.values(resourceRoutes(deps, team)),
  route(allDepartment, ({ caller }) => names(deps.db, caller.tenantId, 'department')),
  route(allTeam, ({ caller }) => names(deps.db, caller.tenantId, 'team')),
];

const names = (db: Db, tenantId: string, table: 'department' | 'team') =>
  db.inTenant(tenantId, async (trx) => ({
    data: await trx.selectFrom(table).select(['id', 'name']).orderBy(sql`name collate "vi-x-icu"`).execute(),
  }));
