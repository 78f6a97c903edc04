import {
  addIncoming,
  allExtensionGroup,
  allInbound,
  changeIncoming,
  groupInbounds,
  importInbound,
  removeAllSubscribers,
  removeRule,
} from '@alo/contract';

import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { bulkOf } from '../../resource/bulk/bulkable.ts';
import { startBulk } from '../../resource/bulk/start-bulk.ts';
import { type ImportDeps, startImporter } from '../../resource/importing/import-routes.ts';
import { resourceRoutes } from '../../resource/routes.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { destinationRoutes } from './destination-options.ts';
import { extension } from './extensions.ts';
import { inboundRule } from './inbounds.ts';

/** What the specification has beside plain resources. */
export function routingRoutes(deps: ResourceDeps & ImportDeps): Route[] {
  const { db } = deps;
  const { create, update, remove } = resourceRoutes(deps, inboundRule);
  const begin = startImporter(deps);
  const extensions = bulkOf(extension);
  return [
    ...destinationRoutes(db),
    // The same calls by their other names.
    { ...create, endpoint: addIncoming },
    { ...update, endpoint: changeIncoming },
    { ...remove, endpoint: removeRule },
    route(importInbound, (request) => begin(request, inboundRule.contract.screen)),
    route(removeAllSubscribers, (by) => {
      const { search, ids, ...filters } = by.query;
      const wanted = { search, filters, ...(ids === undefined ? {} : { ids: ids.split(',') }) };
      return startBulk(deps, extensions, by, { kind: 'delete' }, wanted);
    }),
    ...choices(db),
  ];
}

/** What pickers choose from. */
const choices = (db: Db): Route[] => [
  route(allInbound, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx
        .selectFrom('inbound_rule')
        .select(['id', 'name', 'priority', 'enabled'])
        .orderBy('priority')
        .orderBy('id')
        .execute(),
    })),
  ),
  route(groupInbounds, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx.selectFrom('ring_group').select(['id', 'name', 'number']).orderBy('name').execute(),
    })),
  ),
  route(allExtensionGroup, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx.selectFrom('extension_group').select(['id', 'name']).orderBy('name').execute(),
    })),
  ),
];
