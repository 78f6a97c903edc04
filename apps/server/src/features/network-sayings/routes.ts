import { type NetworkSaying, nameNetworkSaying, networkSayingSound, networkSayings } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { alawWav } from './alaw-wav.ts';
import { settleNamed } from './settle.ts';

interface Deps {
  readonly db: Db;
  readonly announce: AnnounceChange;
  readonly onError: (error: unknown) => void;
}

const shown = 100;
/** So many of its last calls tell of how many numbers and by which trunks one was heard. */
const lookedAt = 200;

/** What carriers say instead of an answer, and what it means. */
export const networkSayingRoutes = ({ db, announce, onError }: Deps): Route[] => [
  route(networkSayings, ({ caller }) => db.inTenant(caller.tenantId, async (trx) => ({ data: await sayingsOf(trx) }))),

  fileRoute(networkSayingSound, ({ caller, params }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const row = await trx.selectFrom('network_saying').where('id', '=', params.id).select('sound').executeTakeFirst();
      if (row === undefined || row.sound === null) throw Problem.notFound();
      const content = alawWav(row.sound);
      return { content, name: 'thong-bao-nha-mang.wav', contentType: 'audio/wav', disposition: 'inline' as const };
    }),
  ),

  route(nameNetworkSaying, async (by) => {
    const { tenantId } = by.caller;
    const { id } = by.params;
    const { version } = by.body;
    const meaning = by.body.meaning ?? '';
    const named = await db.inTenant(tenantId, async (trx) => {
      const before = await trx
        .selectFrom('network_saying')
        .where('id', '=', id)
        .forUpdate()
        .select(['meaning', 'version'])
        .executeTakeFirst();
      const [current] = before === undefined ? [] : await sayingsOf(trx, id);
      if (before === undefined || current === undefined) throw Problem.notFound();
      if (before.version !== version) throw Problem.conflict(current);
      await trx
        .updateTable('network_saying')
        .set({ meaning, version: version + 1, updated_at: sql<Date>`now()`, updated_by: by.caller.accountId })
        .where('id', '=', id)
        .execute();
      await audit(trx, actorOf(by), {
        action: 'update',
        subject: 'network_saying',
        subjectId: id,
        before: { meaning: before.meaning },
        after: { meaning },
      });
      await announce(trx, { tenantId, subject: 'trunks', ids: [] });
      return { ...current, meaning: by.body.meaning, version: version + 1 };
    });
    // Whoever named it does not wait for the calls of a quarter.
    settleNamed(db, tenantId).catch(onError);
    return named;
  }),
];

/** The most frequent ones that more than one call has met, and all that have a name. */
async function sayingsOf(trx: Trx, only?: string): Promise<NetworkSaying[]> {
  const { rows } = await sql<Omit<NetworkSaying, 'seconds' | 'meaning' | 'first_at' | 'last_at'> & Stored>`
    select saying.id, saying.version, saying.meaning, saying."like", saying.ms, saying.first_at, saying.last_at,
      saying.sound is not null as has_sound, counted.heard, its.numbers, its.examples, its.trunks
    from network_saying as saying cross join lateral (
      select count(*)::int as heard from heard_saying where heard_saying.saying_id = saying.id) as counted
    cross join lateral (
      select count(distinct leg.number)::int as numbers,
        coalesce((array_agg(distinct masked_number(leg.number, 1)) filter (where leg.number <> ''))[1:3], '{}') as examples,
        coalesce(array_agg(distinct trunk.name order by trunk.name) filter (where trunk.name is not null), '{}') as trunks
      from (select * from heard_saying where heard_saying.saying_id = saying.id order by at desc limit ${lookedAt}) as heard
        left join leg on leg.call_id = heard.call_id and leg.id = heard.leg_id
        left join trunk on trunk.id::text = heard.trunk_id) as its
    where ${only === undefined ? sql`counted.heard > 1 or saying.meaning <> ''` : sql`saying.id = ${only}`}
    order by saying.meaning = '' desc, counted.heard desc, saying.id limit ${shown}`.execute(trx);
  return rows.map(({ ms, meaning, first_at, last_at, ...row }) => ({
    ...row,
    meaning: meaning === '' ? null : meaning,
    seconds: Math.round(ms / 100) / 10,
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
  }));
}

interface Stored {
  readonly ms: number;
  readonly meaning: NonNullable<NetworkSaying['meaning']> | '';
  readonly first_at: Date;
  readonly last_at: Date;
}
