import { sql } from 'kysely';
import { z } from 'zod';

import type { Db, Trx } from '../db/database.ts';

/** So often a PIN may be wrong before it is of no use for a while. */
const mostMisses = 5;
const blockedMinutes = 15;

/** What is opened by a PIN that is typed on a phone. */
export type PinProtected = 'time_condition' | 'voicemail_box';

export interface PinDeps {
  readonly db: Pick<Db, 'inTenant'>;
  /** Whether a PIN is the one whose hash is kept. */
  readonly matches: (stored: string | undefined, pin: string) => Promise<boolean>;
}

/** `open`: it has none. */
export type Proof = 'right' | 'wrong' | 'blocked' | 'needs-pin' | 'open' | 'unknown';

/** Whether this is the PIN of a row; null is none yet. Tries are counted, however many come at once. */
export async function proved(
  { db: { inTenant }, matches }: PinDeps,
  tenantId: string,
  [table, id]: readonly [PinProtected, string],
  pin: string | null,
): Promise<Proof> {
  if (!z.uuid().safeParse(id).success) return 'unknown';
  const stored = await inTenant(tenantId, (trx) => lockOf(trx, table, id));
  if (stored === undefined) return 'unknown';
  if (stored.pin_hash === null) return 'open';
  if (stored.blocked) return 'blocked';
  if (pin === null) return 'needs-pin';
  // Counted before it is looked at, so that many at once are many.
  const miss = await inTenant(tenantId, (trx) => countMiss(trx, table, id));
  if (miss === undefined) return 'blocked';
  if (!(await matches(stored.pin_hash, pin))) return miss >= mostMisses ? 'blocked' : 'wrong';
  await inTenant(tenantId, (trx) => forgive(trx, table, id));
  return 'right';
}

/** Sets the PIN of a row, or takes it away; false where there is no such row. */
export async function setPin(trx: Trx, table: PinProtected, id: string, hash: string | null): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set pin_hash = ${hash}, pin_misses = 0, pin_blocked_until = null
    where id = ${id}`.execute(trx);
  return numAffectedRows > 0n;
}

async function lockOf(trx: Trx, table: PinProtected, id: string) {
  const { rows } = await sql<{ pin_hash: string | null; blocked: boolean }>`
    select pin_hash, coalesce(pin_blocked_until > now(), false) as blocked
    from ${sql.table(table)} where id = ${id}`.execute(trx);
  return rows[0];
}

/** Answers the how manieth it is; undefined where it is shut meanwhile. */
async function countMiss(trx: Trx, table: PinProtected, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ pin_misses: number }>`
    update ${sql.table(table)} set
      pin_misses = case when pin_blocked_until <= now() then 1 else pin_misses + 1 end,
      pin_blocked_until = case
        when pin_blocked_until <= now() then null
        when pin_misses + 1 >= ${mostMisses} then now() + make_interval(mins => ${blockedMinutes})
      end
    where id = ${id} and coalesce(pin_blocked_until <= now(), true)
    returning pin_misses`.execute(trx);
  return rows[0]?.pin_misses;
}

async function forgive(trx: Trx, table: PinProtected, id: string): Promise<void> {
  await sql`update ${sql.table(table)} set pin_misses = 0, pin_blocked_until = null where id = ${id}`.execute(trx);
}
