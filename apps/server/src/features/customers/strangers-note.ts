import { noteStranger } from '@alo/contract';

import { afterCommit } from '../../db/after-commit.ts';
import type { Db } from '../../db/database.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { numberNow } from '../../domain/number-now.ts';
import { type Route, route } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { DispositionDeps } from './dispositions.ts';
import { keepStrangersNote } from './keep-call-note.ts';
import { numberThen } from './own-calls.ts';
import { whoMayBe } from './who-may-be.ts';

interface StrangersNoteDeps extends Pick<DispositionDeps, 'said'> {
  readonly db: Db;
  readonly calls: Pick<CallsNow, 'outsideNumber'>;
}

/** What one writes in a conversation of one's own, as long as whoever is at the other end is no customer. */
export const strangersNoteRoute = ({ db, calls, said }: StrangersNoteDeps): Route =>
  route(noteStranger, async (request) => {
    const { caller, params, body } = request;
    const known = await numberNow(calls, caller, params.id);
    const version = await db.inTenant(caller.tenantId, async (trx) => {
      const number = known ?? (await numberThen(trx, caller, params.id));
      // A customer has a card, which has a note of its own.
      if (number === undefined || (await whoMayBe(trx, number)).size > 0) throw Problem.notFound();
      afterCommit(trx, () => said(caller.tenantId, { account: caller.accountId, call: params.id, customer: null }));
      return keepStrangersNote(trx, { callId: params.id, by: caller.accountId, ...body });
    });
    return { version };
  });
