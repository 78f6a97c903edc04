import { setTimeout as sleep } from 'node:timers/promises';

import type { Db } from '../db/database.ts';
import type { FileCopies } from '../storage/file-copies.ts';
import type { FileKey, FileStore } from '../storage/file-store.ts';
import { folderStore } from '../storage/folder-store.ts';
import { formsOf } from '../storage/sealed-store.ts';

const lookMs = 1_000;
/** What did not come is tried again after so long, then twice as long, and at last so seldom. */
const againMs = 5_000;
const seldomMs = 10 * 60_000;

interface Due {
  readonly at: number;
  readonly messages: boolean;
  readonly waitMs: number;
}

/**
 * Brings what the calls of this machine play into its data folder: the sounds and the messages of each company that is run here. An engine
 * plays files of its own folder alone, and knows no bucket.
 */
export function bringFiles({
  db,
  dataFolder,
  folder,
  copies,
  bucket,
  files,
  runsHere,
  log,
  everyMs = lookMs,
}: {
  readonly db: Pick<Db, 'inTenant'>;
  readonly dataFolder: string;
  readonly folder: string;
  readonly copies: FileCopies;
  /** As it lies: what is sealed there is sealed here. */
  readonly bucket: FileStore;
  /** Asks the other machines for what the bucket does not have yet. */
  readonly files: Pick<FileStore, 'find'>;
  readonly runsHere: () => Iterable<string>;
  readonly log: { warn(fields: object, message: string): void };
  readonly everyMs?: number;
}) {
  const here = folderStore(dataFolder);
  /** When each company is looked at next, for which files; those that have all they need are not here. */
  const due = new Map<string, Due>();
  const known = new Set<string>();
  let closed = false;
  let work: Promise<void> = Promise.resolve();
  let again: NodeJS.Timeout | undefined;

  const isHere = async (key: FileKey) => {
    for (const form of formsOf(key)) if ((await here.find(form)) !== undefined) return true;
    return false;
  };

  /** Whether it is here now. */
  async function bring(key: FileKey): Promise<boolean> {
    if (await isHere(key)) return true;
    // Who has it yet sends it meanwhile.
    if ((await files.find(key)) === undefined) return false;
    for (const form of formsOf(key)) {
      const file = await bucket.find(form);
      if (file === undefined) continue;
      if (!(await copies.sending(key, folder))) return true;
      await here.put(form, await file.read());
      if (await copies.kept(key, folder, { sha256: '', suffix: form.name.slice(key.name.length) })) return true;
      // It was erased while it came.
      await here.remove(form);
      return true;
    }
    return false;
  }

  async function bringAll(tenantId: string, messages: boolean): Promise<boolean> {
    const wanted = [...(await soundsOf(db, tenantId)), ...(messages ? await messagesOf(db, tenantId) : [])];
    let all = true;
    for (const key of wanted) {
      if (closed) return true;
      all = (await bring(key)) && all;
    }
    return all;
  }

  async function look(): Promise<void> {
    const running = new Set(runsHere());
    for (const tenantId of known) if (!running.has(tenantId)) known.delete(tenantId);
    for (const tenantId of running) {
      if (!known.has(tenantId)) due.set(tenantId, { at: 0, messages: true, waitMs: againMs });
      known.add(tenantId);
    }
    for (const [tenantId, { at, messages, waitMs }] of due) {
      if (closed) return;
      if (at > performance.now()) continue;
      due.delete(tenantId);
      if (!running.has(tenantId)) continue;
      const all = await bringAll(tenantId, messages).catch((error: unknown) => {
        log.warn({ err: error, tenant: tenantId }, 'what calls play did not come');
        return false;
      });
      if (all) continue;
      const sooner = due.get(tenantId);
      const next = { at: performance.now() + waitMs, waitMs: Math.min(2 * waitMs, seldomMs) };
      due.set(tenantId, { ...next, ...sooner, messages: messages || sooner?.messages === true });
    }
  }

  function tick(): void {
    work = look();
    void work.finally(() => {
      if (!closed) again = setTimeout(tick, everyMs).unref();
    });
  }
  tick();

  return {
    /** A company saved something that calls are led by. */
    saved(tenantId: string): void {
      due.set(tenantId, { at: 0, messages: due.get(tenantId)?.messages === true, waitMs: againMs });
    },
    /** All that is played here is here. */
    async settled(): Promise<void> {
      while (due.size > 0 || [...runsHere()].some((tenantId) => !known.has(tenantId))) await sleep(20);
      await work;
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(again);
      await work;
    },
  };
}

/** The sounds of a company. */
const soundsOf = (db: Pick<Db, 'inTenant'>, tenantId: string): Promise<FileKey[]> =>
  db.inTenant(tenantId, async (trx) => {
    const sounds = await trx.selectFrom('audio').select('id').execute();
    return sounds.map(({ id }): FileKey => ({ area: 'prompts', tenantId, name: `${id}.wav` }));
  });

/** The messages that people of a company can listen to by phone. */
const messagesOf = (db: Pick<Db, 'inTenant'>, tenantId: string): Promise<FileKey[]> =>
  db.inTenant(tenantId, async (trx) => {
    const messages = await trx
      .selectFrom('recording')
      .where('kind', '=', 'message')
      .where('state', 'in', ['ready', 'incomplete', 'no-space'])
      .where('bytes', '>', 0)
      .where((one) =>
        one.not(
          one.exists(
            one
              .selectFrom('voicemail_message')
              .whereRef('voicemail_message.recording_id', '=', 'recording.id')
              .where('deleted_at', 'is not', null)
              .select('voicemail_message.id'),
          ),
        ),
      )
      .select('id')
      .execute();
    return messages.map(({ id }): FileKey => ({ area: 'recordings', tenantId, name: `${id}.wav` }));
  });
