import { isAllowed } from '@alo/contract';

import type { Db } from '../../db/database.ts';
import type { Handler, Route } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { routingDraftOf } from './draft.ts';

interface Deps {
  readonly db: Db;
  readonly announce: AnnounceChange;
}

/**
 * Routes that can be asked of the draft as well: the very same, made once more on the database as the draft has it. Files and work
 * that is left for later are not of the draft.
 */
export function alsoInDraft(deps: Deps, routesOf: (deps: Deps) => readonly Route[]): Route[] {
  const inDraft: Deps = {
    db: routingDraftOf(deps.db),
    // Nothing holds that did not hold before: only who looks at drafts is told.
    announce: (trx, { tenantId }) => deps.announce(trx, { tenantId, subject: 'routing-versions', ids: [] }),
  };
  const drafted = new Map(routesOf(inDraft).map((route) => [route.endpoint, route]));
  return routesOf(deps).map((route) => ({ ...route, drafted: handlerOf(drafted.get(route.endpoint)) }));
}

/** Of what no draft has, such as carriers and block lists: it is seen as it is, and changed when nobody is drafting. */
export const onlyLive = (routes: readonly Route[]): Route[] =>
  routes.map((route) => (route.endpoint.method === 'GET' ? route : { ...route, drafted: refusing }));

const refusing: Handler<Route['endpoint']> = async () => {
  throw Problem.notInDraft();
};

function handlerOf(route: Route | undefined): Handler<Route['endpoint']> {
  if (route?.kind !== 'signed-in' || route.endpoint.answers !== 'json' || route.endpoint.accepts !== 'json') {
    return refusing;
  }
  const { handle, endpoint } = route;
  const needed = endpoint.method === 'GET' ? 'routing-versions.view' : 'routing-versions.update';
  return (by) => {
    if (!isAllowed(by.caller.role, needed)) throw Problem.refused('forbidden');
    return handle(by);
  };
}
