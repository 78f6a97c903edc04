import type { NetworkSaid } from '@alo/engine';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { newId } from '../../kernel/new-id.ts';
import { knownSayings } from './known-sayings.ts';
import { settleNamed } from './settle.ts';

/** What is heard within this time is kept together. */
const gatherMs = 500;
/** So long it is known in which calls an announcement was heard. */
export const keptDays = 90;
/** One that nobody named goes when it was not heard for so long: songs of single people, mostly. */
const unnamedDays = 30;
/** Of so many numbers it has to have been heard before its sound is kept: then it is nobody's own. */
export const numbersForSound = 3;
const dayMs = 86_400_000;
const tidyMs = 3_600_000;

/** Keeps what networks said instead of an answer, each company for itself. */
export function sayingHearer({
  db,
  onError,
  now = Date.now,
}: {
  readonly db: Pick<Db, 'inTenant'>;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
}) {
  const known = knownSayings();
  const due = new Map<string, NetworkSaid[]>();
  const tidied = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batches = [...due];
    due.clear();
    writing = writing.then(async () => {
      for (const [tenantId, said] of batches) await keepAll(tenantId, said).catch(onError);
    });
    return writing;
  }

  async function keepAll(tenantId: string, all: readonly NetworkSaid[]): Promise<void> {
    // One at a time: other work of this process comes in between.
    for (const said of all) await db.inTenant(tenantId, (trx) => keep(trx, said));
    await settleNamed(db, tenantId);
    if (now() - (tidied.get(tenantId) ?? 0) < tidyMs) return;
    tidied.set(tenantId, now());
    await db.inTenant(tenantId, (trx) => forgetOld(trx, now()));
  }

  async function keep(trx: Trx, said: NetworkSaid): Promise<void> {
    const { call, leg, trunk, like } = said;
    const print = Buffer.from(said.print, 'base64');
    const at = new Date(said.at);
    // Two processes that hear the same at once have one announcement of it.
    await sql`select pg_advisory_xact_lock(hashtextextended('network sayings ' || current_tenant(), 0))`.execute(trx);
    let id = await known.find(trx, print);
    if (id === undefined) {
      id = newId();
      const ms = Math.round(said.ms);
      await trx.insertInto('network_saying').values({ id, like, ms, print, first_at: at, last_at: at }).execute();
    } else {
      await sql`update network_saying set last_at = greatest(last_at, ${at}) where id = ${id}`.execute(trx);
    }
    await trx
      .insertInto('heard_saying')
      .values({ id: newId(), saying_id: id, call_id: call, leg_id: leg, trunk_id: trunk, at })
      .onConflict((same) => same.columns(['tenant_id', 'call_id', 'leg_id']).doNothing())
      .execute();
    await keepSound(trx, id, said);
  }

  /** Kept once, of an announcement that is nobody's own. */
  async function keepSound(trx: Trx, id: string, { number, sound }: NetworkSaid): Promise<void> {
    await sql`update network_saying set sound = ${Buffer.from(sound, 'base64')}
      where id = ${id} and sound is null and ${numbersForSound} <= (
        select count(distinct heard.number) from (
          select leg.number from (select * from heard_saying where saying_id = ${id} order by at desc limit 50) as its
            join leg on leg.call_id = its.call_id and leg.id = its.leg_id
          union select ${number}) as heard)`.execute(trx);
  }

  return {
    hear(tenantId: string, said: NetworkSaid): void {
      const its = due.get(tenantId) ?? [];
      due.set(tenantId, its);
      its.push(said);
      timer ??= setTimeout(() => void write(), gatherMs);
    },
    /** All that was heard is kept. */
    close: write,
  };
}

async function forgetOld(trx: Trx, now: number): Promise<void> {
  const before = (days: number) => new Date(now - days * dayMs);
  await trx.deleteFrom('heard_saying').where('at', '<', before(keptDays)).execute();
  await trx.deleteFrom('network_saying').where('meaning', '=', '').where('last_at', '<', before(unnamedDays)).execute();
}
