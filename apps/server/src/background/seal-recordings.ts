import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Db } from '../db/database.ts';
import type { QueueLog } from '../jobs/queue-log.ts';
import { hasCode } from '../kernel/has-code.ts';
import { inTurn } from '../kernel/in-turn.ts';
import type { SealedStore } from '../storage/sealed-store.ts';

interface SealDeps {
  readonly db: Pick<Db, 'inTenant' | 'directory'>;
  /** Tells of calls that the history has, or has anew. */
  readonly onWritten: (told: (tenantId: string, callIds: readonly string[]) => void) => void;
  readonly files: Pick<SealedStore, 'seal'>;
  readonly recordingsFolder: string;
  /** Companies whose calls run in this process: what is known of them at once is sealed at once. */
  readonly runsHere: () => Iterable<string>;
  readonly log: Pick<QueueLog, 'warn'>;
  readonly sweepMs?: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const atOnce = 500;

/**
 * Seals recordings of conversations, and messages, when their engine has written all of them: as the history tells of it, and once an
 * hour whatever was left plain, as by a server that died in between or by a time when nothing was sealed.
 */
export function sealRecordings({ db, onWritten, files, recordingsFolder, runsHere, log, sweepMs = hourMs }: SealDeps) {
  const turns = inTurn();
  let latest: Promise<unknown> = Promise.resolve();
  let closed = false;

  /** One file after the other: whoever listens meanwhile has the disk, too. */
  function inLine(work: () => Promise<void>): void {
    if (closed) return;
    latest = turns('recordings', work).catch((error: unknown) => log.warn({ err: error }, 'recordings are not sealed'));
  }

  async function seal(tenantId: string, id: string): Promise<boolean> {
    try {
      return await files.seal({ area: 'recordings', tenantId, name: `${id}.wav` });
    } catch (error) {
      // One that cannot be read, or a disk that is full, holds back no other: the next round tries again.
      log.warn({ err: error, tenant: tenantId, recording: id }, 'a recording is not sealed');
      return false;
    }
  }

  async function sealCalls(tenantId: string, callIds: readonly string[]): Promise<void> {
    const whole = await db.inTenant(tenantId, (trx) =>
      trx
        .selectFrom('recording')
        .where('call_id', 'in', callIds)
        .where('state', 'in', ['ready', 'incomplete', 'no-space'])
        .select('id')
        .execute(),
    );
    for (const { id } of whole) if (!closed) await seal(tenantId, id);
  }

  async function sweep(): Promise<void> {
    for (const { id: tenantId } of await db.directory.everyTenant()) {
      for await (const names of plainIn(join(recordingsFolder, tenantId))) {
        if (closed) return;
        await sealNames(tenantId, names);
      }
    }
  }

  async function sealNames(tenantId: string, names: readonly string[]): Promise<void> {
    const ids = names.map((name) => name.slice(0, -'.wav'.length));
    const rows = await db.inTenant(tenantId, (trx) =>
      trx.selectFrom('recording').where('id', 'in', ids).where('state', '<>', 'open').select(['id', 'state']).execute(),
    );
    for (const { id, state } of rows) {
      if (closed) return;
      // An engine that was given up may be writing yet.
      if (state === 'failed' && !(await isOlder(join(recordingsFolder, tenantId, `${id}.wav`), hourMs))) continue;
      const began = performance.now();
      // Years of recordings, where sealing is switched on, leave half of the disk's time to calls.
      if (await seal(tenantId, id)) await sleep(performance.now() - began);
    }
  }

  onWritten((tenantId, callIds) => {
    if (callIds.length > 0 && [...runsHere()].includes(tenantId)) inLine(() => sealCalls(tenantId, callIds));
  });
  const again = setInterval(() => inLine(sweep), sweepMs).unref();
  inLine(sweep);

  return {
    /** All that was to be sealed so far is. */
    settled: () => latest,
    async close(): Promise<void> {
      closed = true;
      clearInterval(again);
      await latest;
    },
  };
}

/** Names of plain recordings, some at a time. Drafts that nobody finished are removed. */
async function* plainIn(folder: string): AsyncGenerator<string[]> {
  let names: string[] = [];
  try {
    for await (const entry of await opendir(folder)) {
      if (entry.name.endsWith('.draft') && (await isOlder(join(folder, entry.name), dayMs))) {
        await rm(join(folder, entry.name), { force: true });
      }
      if (!entry.isFile() || !entry.name.endsWith('.wav')) continue;
      names.push(entry.name);
      if (names.length < atOnce) continue;
      yield names;
      names = [];
    }
  } catch (error) {
    // A company without recordings has no folder.
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  if (names.length > 0) yield names;
}

async function isOlder(path: string, thanMs: number): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > thanMs;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
