import { sql } from 'kysely';

import { type AuditEntry, audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { callKeys } from '../../domain/call-records.ts';
import { closeReturns } from '../../domain/close-returns.ts';
import { claimOf, isUnreturned, waitingCalls } from '../../domain/unserved.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';

/** A customer who waits, by one of their calls that whoever asks sees. */
interface Party {
  readonly called: { readonly e164: string; readonly at: Date };
  /** All that are theirs. */
  readonly numbers: readonly string[];
}

/** Of one customer one person at a time says something: of two who claim at once the second sees the first. */
async function partyOf(trx: Trx, { caller }: By, callId: string): Promise<Party> {
  const call = await callKeys(trx, caller)
    .where('call.id', '=', callId)
    .where('call.outside_number', '<>', '')
    .select('call.outside_number')
    .executeTakeFirst();
  if (call === undefined) throw Problem.notFound();
  const { outside_number: e164, started_at: at } = call;
  const { rows } = await sql<{ e164: string }>`
    select e164 from customer_phone where customer_id = (select customer_id from customer_phone where e164 = ${e164})
    order by e164`.execute(trx);
  const numbers = rows.length === 0 ? [e164] : rows.map((row) => row.e164);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${caller.tenantId} ${numbers[0] ?? e164}`}, 0))`.execute(
    trx,
  );
  return { called: { e164, at }, numbers };
}

interface Claim {
  readonly account_id: string;
  readonly name: string;
  readonly at: Date;
}

/** Who has taken on a customer who is still to be called; not found where nobody has to be. */
async function claimNow(trx: Trx, { numbers }: Party): Promise<Claim | undefined> {
  const { rows } = await sql<{ account_id: string | null; name: string | null; at: Date | null }>`
    with ${waitingCalls(sql`call.outside_number = any(${numbers}::text[])`)}
    select claim.claimed_by as account_id, claim.name, claim.claimed_at as at
    from waiting left join lateral (${claimOf}) as claim on true where ${isUnreturned}`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw Problem.notFound();
  const { account_id, name, at } = row;
  return account_id === null || at === null ? undefined : { account_id, name: name ?? '', at };
}

const noted = (trx: Trx, by: By, id: string, entry: Pick<AuditEntry, 'action' | 'after' | 'before'>) =>
  audit(trx, actorOf(by), { subject: 'call', subjectId: id, ...entry });

/** Takes a customer on; whoever has already does so still. */
export async function claim(trx: Trx, by: By, { id, now }: { id: string; now: number }): Promise<void> {
  const party = await partyOf(trx, by, id);
  const before = await claimNow(trx, party);
  if (before?.account_id === by.caller.accountId) return;
  if (before !== undefined) throw Problem.conflict(before);
  const said = { claimed_by: by.caller.accountId, claimed_at: new Date(now), updated_by: by.caller.accountId };
  await trx
    .insertInto('call_return')
    .values({ id: newId(), e164: party.called.e164, ...said, created_by: by.caller.accountId })
    .onConflict((there) => there.columns(['tenant_id', 'e164']).doUpdateSet({ ...said, updated_at: sql<Date>`now()` }))
    .execute();
  await noted(trx, by, id, { action: 'claim-return' });
}

/** Lets a customer go, whoever had taken them on. */
export async function letGo(trx: Trx, by: By, id: string): Promise<void> {
  const { numbers } = await partyOf(trx, by, id);
  const { numUpdatedRows } = await trx
    .updateTable('call_return')
    .set({ claimed_by: null, claimed_at: null, updated_at: sql<Date>`now()`, updated_by: by.caller.accountId })
    .where('e164', 'in', [...numbers])
    .where('claimed_by', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await noted(trx, by, id, { action: 'let-go-return' });
}

/** Nobody needs to call for this call and what was before it: one that has come meanwhile, or is still going on, stays. */
export async function closeUnserved(trx: Trx, by: By, { id, reason }: { id: string; reason: string }): Promise<void> {
  const { called, numbers } = await partyOf(trx, by, id);
  await closeReturns(trx, { numbers, to: called.at, reason, by: by.caller.accountId });
  // The reason may name the customer: it stands beside their number alone, and goes with it.
  await noted(trx, by, id, { action: 'close-return' });
}
