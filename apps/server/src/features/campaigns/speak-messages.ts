import { sql } from 'kysely';

import type { Sounds } from '../../audio/sounds.ts';
import { keepSound } from '../../background/keep-sound.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Db, Trx } from '../../db/database.ts';
import { clockIn } from '../../domain/company-clock.ts';
import type { Of } from '../../kernel/fair-places.ts';
import { gathered } from '../../kernel/gathered.ts';
import { inTurn } from '../../kernel/in-turn.ts';
import { newId } from '../../kernel/new-id.ts';
import type { FileStore } from '../../storage/file-store.ts';
import { heardPieces, messageOf, spokenOf, spokenWords, wordsIn } from './spoken-message.ts';

interface Deps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly files: Pick<FileStore, 'put'>;
  readonly sounds: Pick<Sounds, 'speak'>;
}

/** So many customers are spoken for ahead of the calls. */
const ahead = 200;
/** Changes that come this close together are spoken as one. */
const gatherMs = 200;

/** Has words spoken that were not yet; answers how many. */
export async function speakWords(deps: Deps, of: Of, tenantId: string, words: readonly string[]): Promise<number> {
  const { db, files, sounds } = deps;
  let spoke = 0;
  for (const text of new Set(words)) {
    const isKnown = await db.inTenant(tenantId, async (trx) => (await spokenWords(trx, [text])).size > 0);
    if (isKnown) continue;
    const made = await sounds.speak(of, text, 'north');
    if (!made.ok) throw new Error(`Words of a message were not spoken: ${made.why}`);
    await keepSound(
      { db, files },
      tenantId,
      made.wav,
      { source: 'speech', title: text, voice: 'north' },
      (trx, { id }) => keepSpoken(trx, text, id),
    );
    spoke += 1;
  }
  return spoke;
}

/** Others may have spoken it meanwhile: either is as good. */
async function keepSpoken(trx: Trx, text: string, audioId: string): Promise<void> {
  await sql`insert into spoken_words (id, words, audio_id) values (${newId()}, ${text}, ${audioId})
    on conflict (tenant_id, md5(words)) do nothing`.execute(trx);
}

/** Who a campaign calls next. */
async function nextCustomers(trx: Trx, campaignId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id from campaign_contact where campaign_id = ${campaignId} and state in ('new', 'missed', 'call-again')
      order by array_position(array['call-again', 'new', 'missed'], state), next_at, id limit ${ahead}`.execute(trx);
  return rows.map(({ customer_id: id }) => id);
}

/** The words that customers hear whom a campaign calls next. */
async function wordsOfNext(trx: Trx, campaignId: string): Promise<readonly string[]> {
  const parts = await messageOf(trx, campaignId);
  const { time_zone: timeZone } = await trx.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
  const spoken = await spokenOf(trx, await nextCustomers(trx, campaignId), clockIn(Date.now(), timeZone).date);
  const words = [...spoken.values()].flatMap((one) => wordsIn(heardPieces(parts, one)));
  const known = await spokenWords(trx, words);
  return words.filter((one) => !known.has(one));
}

/** Has what campaigns say spoken ahead of their calls: when one is saved, and when the dialler comes to words that nobody has spoken. */
export function followMessages({
  bus,
  onError,
  ...deps
}: Deps & { readonly bus: Pick<Bus, 'subscribe'>; readonly onError: (error: unknown) => void }): void {
  const turns = inTurn();
  const speak = gathered(gatherMs, (tenantId) => {
    turns(tenantId, () => speakAll(tenantId)).catch(onError);
  });
  const speakAll = async (tenantId: string) => {
    const running = await deps.db.inTenant(tenantId, (trx) =>
      trx.selectFrom('campaign').where('mode', '=', 'broadcast').where('status', '=', 'running').select('id').execute(),
    );
    for (const { id } of running) {
      const words = await deps.db.inTenant(tenantId, (trx) => wordsOfNext(trx, id));
      await speakWords(deps, { company: tenantId, person: 'campaigns' }, tenantId, words);
    }
  };
  bus.subscribe('words-wanted', (tenantId) => speak(tenantId));
  bus.subscribe('resource-changed', (tenantId, [subject], from) => {
    if (from !== 'elsewhere' && subject === 'campaign') speak(tenantId);
  });
}
