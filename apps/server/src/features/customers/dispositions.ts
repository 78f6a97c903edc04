import { keepDisposition } from '@alo/contract';
import { sql } from 'kysely';

import { afterCommit } from '../../db/after-commit.ts';
import type { Trx } from '../../db/database.ts';
import type { ValueOrPlaceholder } from '../../db/prepared.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { cardOf } from '../../domain/card-of.ts';
import { chosenOutcome } from '../../domain/chosen-outcome.ts';
import { closeReturns } from '../../domain/close-returns.ts';
import { dispositionsIn } from '../../domain/kept-of-calls.ts';
import { type Route, route } from '../../http/route.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { changing } from '../../resource/changing.ts';
import { reading } from '../../resource/reading.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { writing } from '../../resource/writing.ts';
import type { NoteAuthor } from './announce-said.ts';
import { readCustomerCard } from './customer-card.ts';
import { customer } from './customers.ts';
import { namedCall } from './named-call.ts';

const read = reading(customer);
const { refused } = writing(customer);

export interface DispositionDeps extends ResourceDeps {
  /** The history has a conversation a little after it began. */
  readonly calls: Pick<CallsNow, 'outsideNumber'>;
  /** Something was said of what came of a call. */
  readonly told: (tenantId: string, callId: string) => void;
  /** Somebody has written of a conversation of theirs, or said what came of it. */
  readonly said: (tenantId: string, said: NoteAuthor) => void;
  /** Whoever is at an extension has said it, and has nothing more to write up of that call. */
  readonly writtenUp: (tenantId: string, said: { readonly call: string; readonly extension: string }) => Promise<void>;
}

/** What is kept of a conversation, by whoever had it: also of a customer who is not theirs. */
export function dispositionRoutes({ calls, told, said, writtenUp, ...deps }: DispositionDeps): Route[] {
  const { db, announce } = deps;
  const { changed } = changing(customer, announce);

  return [
    route(keepDisposition, async (request) => {
      const { caller, params, body } = request;
      const ofCall = await namedCall(calls, request, body.call_id);
      const kept = await refused(() =>
        db.inTenant(caller.tenantId, async (trx) => {
          const customerId = await cardOf(trx, params.id);
          const [before] = customerId === undefined ? [] : await read.byIds(trx, [customerId]);
          if (customerId === undefined || before === undefined) throw Problem.notFound();
          const id = newId();
          const { status, next_call_at: next, outcome, note } = body;
          const chosen = await chosenOutcome(trx, body);
          const { id: callId } = await ofCall(trx, customerId);
          const { campaign_id: campaign } = await trx
            .insertInto('disposition')
            .values({
              id,
              outcome,
              note,
              outcome_id: chosen.id,
              next_call_at: next === null ? null : new Date(next),
              customer_id: customerId,
              call_id: callId,
              created_by: caller.accountId,
            })
            .returning('campaign_id')
            .executeTakeFirstOrThrow();
          if (chosen.closes_return)
            await closeReturnsOf(trx, { customerId, callId, reason: chosen.name, by: caller.accountId });
          // Whoever looks at how far it has come reads again.
          if (campaign !== null)
            await announce(trx, { tenantId: caller.tenantId, subject: 'campaign', ids: [campaign] });
          if (callId !== null) {
            afterCommit(trx, () => {
              told(caller.tenantId, callId);
              said(caller.tenantId, { account: caller.accountId, call: callId, customer: customerId });
            });
          }
          if (status !== undefined && status !== before.status) {
            await trx
              .updateTable('customer')
              .set({
                status,
                version: sql<number>`version + 1`,
                updated_at: sql<Date>`now()`,
                updated_by: caller.accountId,
              })
              .where('id', '=', customerId)
              .execute();
            const after = await read.byId(trx, customerId);
            await changed(trx, request, [{ kind: 'updated', before, after }]);
          } else await announce(trx, { tenantId: caller.tenantId, subject: 'customer', ids: [customerId] });
          const card = await readCustomerCard(trx, request, customerId);
          const kept = (await dispositionsOf(trx, customerId, undefined).execute()).find((one) => one.id === id);
          if (card === undefined || kept === undefined) throw new Error('What was just kept is not there.');
          return { customer: card, disposition: kept };
        }),
      );
      const { call_id: call } = kept.disposition;
      if (call !== null && caller.extension !== null) {
        await writtenUp(caller.tenantId, { call, extension: caller.extension });
      }
      return kept;
    }),
  ];
}

/** The conversation was the last that anybody owed this customer, at whichever of their numbers. */
async function closeReturnsOf(
  trx: Trx,
  said: { readonly customerId: string; readonly callId: string | null; readonly reason: string; readonly by: string },
): Promise<void> {
  const { customerId, callId, reason, by } = said;
  if (callId === null) return;
  const call = await trx.selectFrom('call').where('id', '=', callId).select('started_at').executeTakeFirst();
  const numbers = await trx.selectFrom('customer_phone').where('customer_id', '=', customerId).select('e164').execute();
  if (call === undefined) return;
  await closeReturns(trx, { numbers: numbers.map(({ e164 }) => e164), to: call.started_at, reason, by });
}

/** What was kept of a customer, newest first. */
export function dispositionsOf(
  trx: Trx,
  customerId: ValueOrPlaceholder<string>,
  before: ValueOrPlaceholder<Date> | undefined,
  limit = 20,
) {
  const found = dispositionsIn(trx).where('disposition.customer_id', '=', customerId).limit(limit);
  return before === undefined ? found : found.where('disposition.created_at', '<', before);
}
