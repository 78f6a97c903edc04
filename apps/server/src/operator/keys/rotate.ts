import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

import type { Config } from '../../config.ts';
import type { Db } from '../../db/database.ts';
import { hasCode } from '../../kernel/has-code.ts';
import { type OneKey, oneKey, type ServerKey } from '../../kernel/key-ring.ts';
import { keepInstallationId } from '../../storage/installation-id.ts';
import { readKeys, writeKeys } from '../../storage/server-key.ts';
import { Refused } from '../command.ts';
import { openForOperator, withClient } from '../open-database.ts';
import { holdKeys } from './keys-lock.ts';
import { type ResealSummary, reseal } from './reseal.ts';
import { resealFiles } from './sealed-files.ts';
import { resealBucket } from './sealed-in-bucket.ts';

/** How patient a change of keys is, in milliseconds. */
export interface KeyTimes {
  /** So long before a new key seals every process knows it: each looks at the file twice a second, on another machine less often. */
  readonly aheadMs: number;
  /** A request that began with the older key has ended after this. */
  readonly requestMs: number;
  /** What is derived of the older key is worth nothing after this: sign-ins last twelve hours, links in letters seven days. */
  readonly derivedMs: number;
}

export const keyTimes: KeyTimes = { aheadMs: 10_000, requestMs: 120_000, derivedMs: 7 * 24 * 60 * 60_000 };

/** How a change of keys stands when the command ends. */
export interface Rotation extends ResealSummary {
  readonly newest: OneKey;
  /** Keys that are still there, and why. */
  readonly kept: null | 'journal' | { readonly untilMs: number };
}

/**
 * Changes the installation's key while the product runs, or goes on with a change that did not come to its end: a new key seals
 * everything anew, and the older ones go when nothing is sealed by them, in the database and in the journal, and nothing that was
 * derived of them is worth anything. `atOnce` does not wait for the latter.
 */
export async function rotateKeys(
  config: Config,
  { atOnce, times = keyTimes, now = Date.now }: { atOnce: boolean; times?: KeyTimes; now?: () => number },
): Promise<Rotation> {
  const { db, ownerUrl, close } = await openForOperator(config);
  try {
    return await withClient(ownerUrl, async (client) => {
      await holdKeys(client, 'change');
      await refuseKeysElsewhere(client);
      let keys = await readKeys(config.dataFolder);
      await keepInstallationId(config.dataFolder, keys);
      if (keys.length === 1) {
        keys = [oneKey(randomBytes(32), now() + times.aheadMs), ...keys];
        await writeKeys(config.dataFolder, keys);
      }
      const [newest, ...older] = keys;
      if (newest === undefined) throw new Error('An installation has a key.');
      await until(newest.fromMs, now);
      const serverKey: ServerKey = { all: () => keys, sealing: () => newest };
      if (atOnce) await until(newest.fromMs + times.requestMs, now);
      const done = await resealAll({ db, config }, serverKey);
      const dueMs = newest.fromMs + (atOnce ? times.requestMs : times.derivedMs);
      const kept = await whyKept({ config, newest, dueMs, now });
      if (kept === null && older.length > 0) await writeKeys(config.dataFolder, [newest]);
      return { ...done, newest, kept };
    });
  } finally {
    await close();
  }
}

/** A machine with a data folder of its own has the key in its own file, which nobody here can change. */
async function refuseKeysElsewhere(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from file_folder where seen_at > now() - interval '15 minutes'",
  );
  if ((rows[0]?.n ?? 0) > 1) {
    throw new Refused(
      'Cài đặt này có nhiều thư mục dữ liệu, mỗi thư mục giữ một bản của khoá. Dừng các máy khác, đổi khoá ở đây, rồi chép tệp server-key và installation-id sang các máy đó trước khi bật lại.',
    );
  }
}

async function until(atMs: number, now: () => number): Promise<void> {
  for (let left = atMs - now(); left > 0; left = atMs - now()) await sleep(Math.min(left, 1_000));
}

/** Until a round finds nothing: somebody may have saved what they began to seal before. */
async function resealAll({ db, config }: { db: Db; config: Config }, serverKey: ServerKey): Promise<ResealSummary> {
  let sealed = 0;
  for (;;) {
    const rows = await reseal(db, serverKey);
    const files = await resealFiles(config.dataFolder, serverKey);
    const there = await resealBucket(db, config, serverKey);
    const now = rows.sealed + files.sealed + there.sealed;
    sealed += now;
    if (now === 0) return { sealed, unreadable: rows.unreadable + files.unreadable + there.unreadable };
  }
}

async function whyKept({
  config,
  newest,
  dueMs,
  now,
}: {
  config: Config;
  newest: OneKey;
  dueMs: number;
  now: () => number;
}): Promise<Rotation['kept']> {
  if (now() < dueMs) return { untilMs: dueMs };
  return (await journalHasOthers(join(config.dataFolder, 'journal'), newest)) ? 'journal' : null;
}

/** The id of a key is six bytes: eight signs of base64. */
const sealedInJournal = /"(?:sealed":"|digits":"~)([A-Za-z0-9+/]{8})/g;

/** Whether keys that callers pressed lie there sealed by another key. They go as the history catches up, within seconds. */
async function journalHasOthers(folder: string, newest: OneKey): Promise<boolean> {
  const ours = newest.id.toString('base64');
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(gone);
  for (const file of files ?? []) {
    if (!file.isFile()) continue;
    const lines = createInterface({ input: createReadStream(join(file.parentPath, file.name)) });
    try {
      for await (const line of lines) {
        for (const [, id] of line.matchAll(sealedInJournal)) if (id !== ours) return true;
      }
    } catch (error) {
      gone(error);
    }
  }
  return false;
}

function gone(error: unknown): undefined {
  if (hasCode(error, 'ENOENT')) return;
  throw error;
}
