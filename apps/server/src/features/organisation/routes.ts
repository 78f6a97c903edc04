import {
  allAccount,
  allDataSource,
  allDepartment,
  allExtension,
  allProfileStatus,
  allProject,
  allTeam,
} from '@alo/contract';

import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { inNameOrder, treeRoutes } from './tree.ts';

export const organisationRoutes = (db: Db): Route[] => [
  route(allExtension, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx.selectFrom('extension').select(['id', 'number', 'name']).orderBy('number').execute(),
    })),
  ),
  ...treeRoutes(db),
  route(allDepartment, ({ caller }) => names(db, caller.tenantId, 'department')),
  route(allTeam, ({ caller }) => names(db, caller.tenantId, 'team')),
  route(allDataSource, ({ caller }) => names(db, caller.tenantId, 'data_source')),
  route(allProject, ({ caller }) => names(db, caller.tenantId, 'project')),
  route(allProfileStatus, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx
        .selectFrom('profile_status')
        .select(['id', 'name', 'colour'])
        .orderBy('position')
        .orderBy(inNameOrder)
        .execute(),
    })),
  ),
  route(allAccount, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx
        .selectFrom('account')
        .where('active', '=', true)
        .select(['id', 'name'])
        .orderBy(inNameOrder)
        .execute(),
    })),
  ),
];

const names = (db: Db, tenantId: string, table: 'department' | 'team' | 'data_source' | 'project') =>
  db.inTenant(tenantId, async (trx) => ({
    data: await trx.selectFrom(table).select(['id', 'name']).orderBy(inNameOrder).execute(),
  }));
