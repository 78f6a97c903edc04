import {
  callsToReturn,
  callsToReturnFigures,
  claimCallToReturn,
  closeCallToReturn,
  letGoCallToReturn,
} from '@alo/contract';

import type { Db, Trx } from '../../db/database.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import { numberView } from '../../domain/number-view.ts';
import { type Route, route } from '../../http/route.ts';
import type { By } from '../../kernel/by.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { readFigures, readWaiting } from './read-waiting.ts';
import { claim, closeUnserved, letGo } from './say-of.ts';

interface Deps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly now: () => number;
  readonly budget: Pick<NumberBudget, 'spend'>;
  readonly announce: AnnounceChange;
}

/** Customers who called and were not served: who is still to be called back, by whom, and how soon they were. */
export function callsToReturnRoutes({ db, now, budget, announce }: Deps): Route[] {
  /** Whoever has the list open sees at once what was said of one. */
  async function say({ caller }: By, id: string, work: (trx: Trx) => Promise<void>): Promise<Record<string, never>> {
    await db.inTenant(caller.tenantId, async (trx) => {
      await work(trx);
      await announce(trx, { tenantId: caller.tenantId, subject: 'call-history', ids: [id] });
    });
    return {};
  }

  return [
    route(callsToReturn, async (request) => {
      const { caller, query } = request;
      await budget.spend(request, query.search);
      return db.inTenant(caller.tenantId, async (trx) =>
        readWaiting(trx, query, { caller, now: now(), view: await numberView(trx, caller) }),
      );
    }),
    route(callsToReturnFigures, ({ caller, query }) =>
      db.inTenant(caller.tenantId, (trx) => readFigures(trx, query, { caller, now: now() })),
    ),
    route(claimCallToReturn, (request) =>
      say(request, request.params.id, (trx) => claim(trx, request, { id: request.params.id, now: now() })),
    ),
    route(letGoCallToReturn, (request) =>
      say(request, request.params.id, (trx) => letGo(trx, request, request.params.id)),
    ),
    route(closeCallToReturn, (request) =>
      say(request, request.params.id, (trx) =>
        closeUnserved(trx, request, { id: request.params.id, reason: request.body.reason }),
      ),
    ),
  ];
}
