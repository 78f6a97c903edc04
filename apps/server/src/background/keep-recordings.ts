import { createHash } from 'node:crypto';
import { sql } from 'kysely';

import type { Db } from '../db/database.ts';
import type { QueueLog } from '../jobs/queue-log.ts';
import type { FileKey, StoredFile } from '../storage/file-store.ts';
import { hearRecording } from '../storage/hear-recording.ts';
import { peaksOf } from '../storage/open-files.ts';
import { madeSmall } from '../storage/small/make-small.ts';
import { once, type RecordingFiles } from '../storage/small/recording-files.ts';
import { asWav, smallAbout } from '../storage/small/small-recording.ts';

interface KeepDeps {
  readonly db: Pick<Db, 'inTenant' | 'directory'>;
  readonly files: RecordingFiles;
  readonly log: Pick<QueueLog, 'warn'>;
  /** Of each time that it is called; what is left is kept the next time. */
  readonly budgetMs?: number;
  /** So long after its end the history says nothing new of a recording. */
  readonly restsMs?: number;
}

interface Due {
  readonly id: string;
  readonly call_id: string;
  readonly call_started_at: Date;
  readonly kind: 'conversation' | 'message' | 'proof';
}

interface Made {
  readonly key: FileKey;
  readonly lying: StoredFile;
  readonly small: Buffer | undefined;
  readonly peaks: Buffer | undefined;
}

const budgetUsuallyMs = 5 * 60_000;
const restsUsuallyMs = 2 * 60_000;
/** Of one company before the next has its turn. */
const atOnce = 20;
const dayMs = 86_400_000;

/**
 * Gives recordings the form in which they are kept, the newest first and companies in turns: a conversation becomes a tenth of its size,
 * a message stays as phones play it. What is kept then is a link of the company's chain. A recording that is moved or sealed at this moment
 * waits for the next time.
 */
export async function keepRecordings({ db, files, log, ...times }: KeepDeps): Promise<void> {
  const { budgetMs = budgetUsuallyMs, restsMs = restsUsuallyMs } = times;
  const until = performance.now() + budgetMs;
  const isOver = () => performance.now() >= until;
  let waiting: readonly { readonly tenantId: string; readonly before: Due | undefined }[] = (
    await db.directory.everyTenant()
  ).map(({ id }) => ({ tenantId: id, before: undefined }));
  while (waiting.length > 0 && !isOver()) {
    const left: { tenantId: string; before: Due | undefined }[] = [];
    for (const { tenantId, before } of waiting) {
      const due = await dueOf(tenantId, before);
      for (const one of due) {
        if (isOver()) return;
        await keep(tenantId, one);
      }
      if (due.length === atOnce) left.push({ tenantId, before: due.at(-1) });
    }
    waiting = left;
  }

  function dueOf(tenantId: string, before: Due | undefined): Promise<Due[]> {
    return db.inTenant(tenantId, (trx) => {
      const due = trx
        .selectFrom('recording')
        .where('kept_as', '=', 'due')
        // What was made for a key alone goes once it is cut.
        .where('kind', '<>', 'proof')
        .where('state', 'not in', ['open', 'failed'])
        .where(
          sql<boolean>`started_at + make_interval(secs => (duration_ms + ${restsMs}) / 1000.0) <= clock_timestamp()`,
        )
        .orderBy('call_started_at', 'desc')
        .orderBy('id')
        .limit(atOnce)
        .select(['id', 'call_id', 'call_started_at', 'kind']);
      if (before === undefined) return due.execute();
      return due
        .where(
          sql<boolean>`(call_started_at < ${before.call_started_at}
            or (call_started_at = ${before.call_started_at} and id > ${before.id}))`,
        )
        .execute();
    });
  }

  async function keep(tenantId: string, due: Due): Promise<void> {
    const key: FileKey = { area: 'recordings', tenantId, name: `${due.id}.wav` };
    try {
      const lying = await files.kept(key);
      if (lying === undefined) {
        // It may be on its way from another machine.
        if (Date.now() - due.call_started_at.getTime() > dayMs) await note(tenantId, due, { kept_as: 'none' });
        return;
      }
      // A message stays as it is, wherever it lies.
      if (due.kind !== 'message' && !(await files.isSettled(key))) return;
      const small = await smallFormOf(lying, due.kind);
      // Messages are listened to without a wave.
      const peaks = due.kind === 'message' ? undefined : await peaksIn(key, lying);
      await settle(tenantId, due, { key, lying, small, peaks });
    } catch (error) {
      // One that cannot be read holds back no other.
      log.warn({ err: error, tenant: tenantId, recording: due.id }, 'a recording is not kept in its last form');
    }
  }

  /** Whoever opens the call finds its wave; later it would be made of what is smaller. Undefined where it is there. */
  async function peaksIn(key: FileKey, lying: StoredFile): Promise<Buffer | undefined> {
    if ((await files.find(peaksOf(key))) !== undefined) return undefined;
    const heard = await hearRecording(await asWav(lying));
    return heard === undefined ? undefined : Buffer.from(JSON.stringify(heard));
  }

  /**
   * Under the lock of its row, so that what is put here comes either before whoever removes it has begun, and is removed with the rest,
   * or not at all (`letRecordingsGo`).
   */
  function settle(tenantId: string, due: Due, { key, lying, small, peaks }: Made): Promise<void> {
    return db.inTenant(tenantId, async (trx) => {
      const row = await trx
        .selectFrom('recording')
        .where('id', '=', due.id)
        .where('call_started_at', '=', due.call_started_at)
        .where('kept_as', '=', 'due')
        .select('id')
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) return;
      if (small !== undefined && !(await files.replace(key, small))) return;
      // What is there now is read, whatever was meant to be.
      const there = await files.kept(key);
      if (there === undefined) return;
      const content = await digestOf(there);
      if (small !== undefined && !content.equals(createHash('sha256').update(small).digest())) return;
      if (peaks !== undefined) await files.put(peaksOf(key), once(peaks));
      const isSmall = small !== undefined || (await smallAbout(lying)) !== undefined;
      await trx
        .updateTable('recording')
        .set({ kept_as: isSmall ? 'opus' : 'wav', bytes: there.bytes })
        .where('id', '=', due.id)
        .where('call_started_at', '=', due.call_started_at)
        .execute();
      await sql`select link_recording('kept', ${due.id}, ${due.call_id}::uuid, ${content})`.execute(trx);
    });
  }

  const note = (tenantId: string, due: Due, values: { kept_as: 'none' }) =>
    db.inTenant(tenantId, async (trx) => {
      await trx
        .updateTable('recording')
        .set(values)
        .where('id', '=', due.id)
        .where('call_started_at', '=', due.call_started_at)
        .where('kept_as', '=', 'due')
        .execute();
    });
}

/** Undefined of what stays as it lies: it is small already, a phone plays it, or it is no telephone's sound. */
async function smallFormOf(lying: StoredFile, kind: Due['kind']): Promise<Buffer | undefined> {
  if (kind === 'message' || (await smallAbout(lying)) !== undefined) return undefined;
  const small = await madeSmall(lying);
  return small === undefined || small.length >= lying.bytes ? undefined : small;
}

/** Of the bytes as they are kept. */
export async function digestOf(file: StoredFile): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of await file.read()) hash.update(chunk);
  return hash.digest();
}
