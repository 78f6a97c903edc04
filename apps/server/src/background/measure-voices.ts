import { type RawBuilder, sql } from 'kysely';

import type { Db } from '../db/database.ts';
import type { QueueLog } from '../jobs/queue-log.ts';
import { mannersIn, timesOf, type Voices } from '../kernel/recorded-voices.ts';
import type { FileStore } from '../storage/file-store.ts';
import { hearRecording } from '../storage/hear-recording.ts';

interface MeasureDeps {
  readonly db: Pick<Db, 'inTenant' | 'directory'>;
  readonly files: Pick<FileStore, 'find'>;
  readonly log: Pick<QueueLog, 'warn'>;
  /** Of each time that it is called; what is left is listened to the next time. */
  readonly budgetMs?: number;
}

interface Due {
  readonly id: string;
  readonly call_started_at: Date;
}

/** The other things that are tidied wait no longer for it. */
const budgetUsuallyMs = 5 * 60_000;
/** What is between colleagues greets nobody. */
const nothingOfManners = { greeting_ms: null, holds: null, holds_told: null } as const;
/** Milliseconds from the beginning of a recording to a moment, which may be milliseconds itself. */
const sinceRecording = (moment: RawBuilder<unknown>, is: 'moment' | 'ms' = 'moment') =>
  sql`round((${is === 'ms' ? moment : sql`extract(epoch from ${moment}) * 1000`})::numeric
    - extract(epoch from recording.started_at) * 1000)::integer`;
/** Of one company before the next has its turn. */
const atOnce = 20;
const dayMs = 86_400_000;

/**
 * Listens to recordings of which nobody knows yet who spoke when, the newest first and companies in turns, and notes how long each side
 * spoke. No word is understood, and nothing leaves this machine.
 */
export async function measureVoices({ db, files, log, budgetMs = budgetUsuallyMs }: MeasureDeps): Promise<void> {
  const until = performance.now() + budgetMs;
  const isOver = () => performance.now() >= until;
  /** How far back each company was gone through. */
  let waiting: readonly { readonly tenantId: string; readonly before: Due | undefined }[] = (
    await db.directory.everyTenant()
  ).map(({ id }) => ({ tenantId: id, before: undefined }));
  while (waiting.length > 0 && !isOver()) {
    const left: { tenantId: string; before: Due | undefined }[] = [];
    for (const { tenantId, before } of waiting) {
      const due = await dueOf(tenantId, before);
      for (const one of due) {
        if (isOver()) return;
        await measure(tenantId, one);
      }
      if (due.length === atOnce) left.push({ tenantId, before: due.at(-1) });
    }
    waiting = left;
  }

  function dueOf(tenantId: string, before: Due | undefined): Promise<Due[]> {
    return db.inTenant(tenantId, (trx) => {
      const due = trx
        .selectFrom('recording')
        .where('heard', '=', 'due')
        .where('kind', '=', 'conversation')
        .where('state', 'not in', ['open', 'failed'])
        .orderBy('call_started_at', 'desc')
        .orderBy('id')
        .limit(atOnce)
        .select(['id', 'call_started_at']);
      return (before === undefined ? due : due.where('call_started_at', '<', before.call_started_at)).execute();
    });
  }

  async function measure(tenantId: string, recording: Due): Promise<void> {
    const found = await listen(tenantId, recording);
    if (found === 'later') return;
    await db.inTenant(tenantId, (trx) =>
      trx
        .updateTable('recording')
        .set(found === undefined ? { heard: 'none' } : { heard: 'done', ...found })
        .where('id', '=', recording.id)
        .where('call_started_at', '=', recording.call_started_at)
        .execute(),
    );
  }

  /** By when its call was answered, and when each of ours put the customer on hold. */
  async function mannersOf(tenantId: string, { id, call_started_at: at }: Due, voices: Voices) {
    const { rows } = await db.inTenant(tenantId, (trx) =>
      sql<{ inbound: boolean; answered: number; holds: readonly number[] }>`
        select call.direction = 'inbound' as inbound,
          greatest(0, ${sinceRecording(sql`call.answered_at`)}) as answered,
          array(select distinct ${sinceRecording(sql`(hold ->> 'from')::double precision`, 'ms')} as at
            from call_segment cross join lateral jsonb_array_elements(call_segment.holds) as hold
            where call_segment.call_id = call.id and call_segment.call_started_at = call.started_at
              and hold ->> 'why' = 'hold' order by at) as holds
        from recording join call on call.id = recording.call_id and call.started_at = recording.call_started_at
        where recording.id = ${id} and recording.call_started_at = ${at}
          and call.direction <> 'internal' and call.answered_at is not null`.execute(trx),
    );
    const [call] = rows;
    if (call === undefined) return nothingOfManners;
    return mannersIn(call.inbound ? voices.right : voices.left, {
      answeredMs: call.answered,
      holdsMs: call.holds.filter((hold) => hold > 0 && hold < voices.totalMs),
    });
  }

  async function listen(tenantId: string, { id, call_started_at: at }: Due) {
    try {
      const file = await files.find({ area: 'recordings', tenantId, name: `${id}.wav` });
      // It may be on its way from another machine.
      if (file === undefined) return Date.now() - at.getTime() < dayMs ? 'later' : undefined;
      const voices = (await hearRecording(file))?.voices;
      return voices == null
        ? undefined
        : { ...timesOf(voices), ...(await mannersOf(tenantId, { id, call_started_at: at }, voices)) };
    } catch (error) {
      // One that cannot be read holds back no other.
      log.warn({ err: error, tenant: tenantId, recording: id }, 'nobody could listen to a recording');
      return 'later';
    }
  }
}
