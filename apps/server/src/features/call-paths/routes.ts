import {
  conditionAll,
  greetingAll,
  ivrDetailAll,
  lastCallAll,
  messageAll,
  musicAll,
  pathWarnings,
  queueAll,
} from '@alo/contract';

import type { Db } from '../../db/database.ts';
import { pathFaults } from '../../domain/path-faults.ts';
import { type Route, route } from '../../http/route.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';
import { menuKeysRoute } from './menu-keys.ts';
import { scriptRoute } from './script-of-calls.ts';

type Named = 'announcement' | 'greeting' | 'ivr_menu' | 'last_call_rule' | 'music_on_hold' | 'queue' | 'time_condition';

/** What pickers choose from, as the specification has it, and what callers did in a menu. */
export const callPathRoutes = (db: Db): Route[] => {
  const names = (table: Named) => (request: { readonly caller: { readonly tenantId: string } }) =>
    db.inTenant(request.caller.tenantId, async (trx) => ({
      data: await trx.selectFrom(table).select(['id', 'name']).orderBy('name').execute(),
    }));
  return [
    route(conditionAll, names('time_condition')),
    route(messageAll, names('announcement')),
    route(ivrDetailAll, names('ivr_menu')),
    route(queueAll, names('queue')),
    route(lastCallAll, names('last_call_rule')),
    route(greetingAll, names('greeting')),
    route(musicAll, names('music_on_hold')),
    menuKeysRoute(db),
    scriptRoute(db),
    route(pathWarnings, async ({ caller }) => {
      const { plan } = await loadTelephonyConfig(db.inTenant, caller.tenantId, undefined, []);
      const faults = await db.inTenant(caller.tenantId, (trx) => pathFaults(trx, plan));
      return { data: faults.map(({ key, words }) => ({ id: key, words: [...words] })) };
    }),
  ];
};
