import type { Db } from '../db/database.ts';
import type { QueueLog } from '../jobs/queue-log.ts';
import { timesOf } from '../kernel/recorded-voices.ts';
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

  async function listen(tenantId: string, { id, call_started_at: at }: Due) {
    try {
      const file = await files.find({ area: 'recordings', tenantId, name: `${id}.wav` });
      // It may be on its way from another machine.
      if (file === undefined) return Date.now() - at.getTime() < dayMs ? 'later' : undefined;
      const voices = (await hearRecording(file))?.voices;
      return voices == null ? undefined : timesOf(voices);
    } catch (error) {
      // One that cannot be read holds back no other.
      log.warn({ err: error, tenant: tenantId, recording: id }, 'nobody could listen to a recording');
      return 'later';
    }
  }
}
