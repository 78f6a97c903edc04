import { allAccount, allDepartment, allExtension, allTeam } from '@alo/contract';
import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { byName, treeRoutes } from './tree.ts';

export const organisationRoutes = (db: Db): Route[] => [
  route(allExtension, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx.selectFrom('extension').select(['id', 'number', 'name']).orderBy('number').execute(),
    })),
  ),
  ...treeRoutes(db),
  route(allDepartment, ({ caller }) => names(db, caller.tenantId, 'department')),
  route(allTeam, ({ caller }) => names(db, caller.tenantId, 'team')),
  route(allAccount, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx.selectFrom('account').where('active', '=', true).select(['id', 'name']).orderBy(byName).execute(),
    })),
  ),
];

const names = (db: Db, tenantId: string, table: 'department' | 'team') =>
  db.inTenant(tenantId, async (trx) => ({
    data: await trx.selectFrom(table).select(['id', 'name']).orderBy(byName).execute(),
  }));
