import { changeDisposition, correctsOutcomes, isAllowed, keepCallDisposition } from '@alo/contract';
import { sql } from 'kysely';

import { afterCommit } from '../../db/after-commit.ts';
import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { callKeys, recordsOf } from '../../domain/call-records.ts';
import { chosenOutcome } from '../../domain/chosen-outcome.ts';
import { closeReturns } from '../../domain/close-returns.ts';
import { dispositionsIn } from '../../domain/kept-of-calls.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { accountInReach } from '../../resource/scope.ts';
import type { DispositionDeps } from './dispositions.ts';

type Deps = Pick<DispositionDeps, 'db' | 'announce' | 'told' | 'said' | 'writtenUp'>;

/** What came of a call, said of the call itself, and put right later. */
export function callDispositionRoutes({ db, announce, told, said: saidOf, writtenUp }: Deps): Route[] {
  return [
    route(keepCallDisposition, async (request) => {
      const { caller, params, body } = request;
      const disposition = await db.inTenant(caller.tenantId, async (trx) => {
        const call = await callSeen(trx, request, params.id);
        const chosen = await chosenOutcome(trx, body);
        const id = newId();
        const { next_call_at: next, ...said } = body;
        await trx
          .insertInto('disposition')
          .values({
            id,
            ...said,
            outcome_id: chosen.id,
            next_call_at: next === null ? null : new Date(next),
            customer_id: call.customer_id,
            call_id: call.id,
            created_by: caller.accountId,
          })
          .execute();
        if (chosen.closes_return) {
          const reason = chosen.name;
          await closeReturns(trx, {
            numbers: await numbersOf(trx, call),
            to: call.started_at,
            reason,
            by: caller.accountId,
          });
        }
        if (call.customer_id !== null)
          await announce(trx, { tenantId: caller.tenantId, subject: 'customer', ids: [call.customer_id] });
        const { customer_id: customer } = call;
        afterCommit(trx, () => {
          told(caller.tenantId, call.id);
          saidOf(caller.tenantId, { account: caller.accountId, call: call.id, customer });
        });
        return dispositionOf(trx, id);
      });
      if (caller.extension !== null) {
        await writtenUp(caller.tenantId, { call: params.id, extension: caller.extension });
      }
      return { disposition };
    }),

    route(changeDisposition, async (request) => {
      const { caller, params, body } = request;
      const { disposition, author } = await db.inTenant(caller.tenantId, async (trx) => {
        const before = await trx
          .selectFrom('disposition')
          .where('id', '=', params.id)
          .select(['customer_id', 'call_id', 'created_by', 'outcome', 'note', 'next_call_at', 'version'])
          .forUpdate()
          .executeTakeFirst();
        if (before === undefined || !(await mayCorrect(trx, request, before.created_by))) throw Problem.notFound();
        const chosen = await chosenOutcome(trx, body, before.outcome);
        if (before.version !== body.version) throw Problem.conflict(await dispositionOf(trx, params.id));
        const { note, next_call_at: next } = body;
        await trx
          .updateTable('disposition')
          .set({
            outcome_id: chosen.id,
            note,
            next_call_at: next === null ? null : new Date(next),
            version: sql<number>`version + 1`,
            updated_at: sql<Date>`now()`,
            updated_by: caller.accountId,
          })
          .where('id', '=', params.id)
          .execute();
        const disposition = await dispositionOf(trx, params.id);
        const entry = { action: 'update', subject: 'disposition', subjectId: params.id };
        const [was, is] = [before, disposition].map((one) => trailOf(one, before.customer_id));
        await audit(trx, actorOf(request), { ...entry, before: was, after: is });
        const { call_id: callId, customer_id: customerId } = before;
        if (customerId !== null)
          await announce(trx, { tenantId: caller.tenantId, subject: 'customer', ids: [customerId] });
        if (callId !== null) afterCommit(trx, () => told(caller.tenantId, callId));
        return { disposition, author: await extensionOf(trx, before.created_by) };
      });
      // Nobody may have heard that it was kept at first: calls may have been away.
      const { call_id: call } = disposition;
      if (call !== null && author !== null) await writtenUp(caller.tenantId, { call, extension: author });
      return { disposition };
    }),
  ];
}

/** A call with somebody outside that whoever asks sees. */
async function callSeen(trx: Trx, { caller }: By, id: string) {
  const [record] = await recordsOf(trx, () => callKeys(trx, caller).where('call.id', '=', id)).execute();
  if (record === undefined || record.direction === 'internal') throw Problem.notFound();
  return record;
}

async function numbersOf(
  trx: Trx,
  {
    customer_id: customer,
    outside_number: number,
  }: { readonly customer_id: string | null; readonly outside_number: string },
): Promise<readonly string[]> {
  if (customer === null) return number === '' ? [] : [number];
  const numbers = await trx.selectFrom('customer_phone').where('customer_id', '=', customer).select('e164').execute();
  return numbers.map(({ e164 }) => e164);
}

/** At which telephone somebody works. */
async function extensionOf(trx: Trx, account: string | null): Promise<string | null> {
  const found = await trx.selectFrom('account').where('id', '=', account).select('extension').executeTakeFirst();
  return found?.extension ?? null;
}

/** Whoever said it, and whoever supervises them. */
async function mayCorrect(trx: Trx, { caller }: By, author: string | null): Promise<boolean> {
  if (author === caller.accountId) return true;
  if (!isAllowed(caller.role, correctsOutcomes)) return false;
  const reach = reachOf(caller);
  if (reach.kind === 'all') return true;
  const theirs = trx.selectFrom('account').where('id', '=', author).where(accountInReach(reach)).select('id');
  return (await theirs.executeTakeFirst()) !== undefined;
}

async function dispositionOf(trx: Trx, id: string) {
  return dispositionsIn(trx).where('disposition.id', '=', id).executeTakeFirstOrThrow();
}

interface Told {
  readonly outcome: string;
  readonly note: string;
  readonly next_call_at: Date | null;
}

/** What the trail has of it. Words about somebody who is no customer stand in the row alone, and go with it. */
const trailOf = ({ outcome, note, next_call_at }: Told, customer: string | null) => ({
  outcome,
  next_call_at,
  ...(customer === null ? {} : { note }),
});
