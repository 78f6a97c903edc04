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
import { folderId } from '../../storage/folder-id.ts';
import { keepInstallationId } from '../../storage/installation-id.ts';
import { lookEveryMs, readKeys, writeKeys } from '../../storage/server-key.ts';
import { Refused } from '../command.ts';
import { openForOperator, withClient } from '../open-database.ts';
import { holdKeys } from './keys-lock.ts';
import { type ResealSummary, reseal } from './reseal.ts';
import { resealFiles } from './sealed-files.ts';
import { resealBucket } from './sealed-in-bucket.ts';

/** How patient a change of keys is, in milliseconds. */
export interface KeyTimes {
  /** So long before a new key seals every process knows it: each looks at the file twice a second. */
  readonly aheadMs: number;
  /** The same where other machines have data folders of their own: somebody copies the file to each meanwhile. */
  readonly copyMs: number;
  /** A request that began with the older key has ended after this. */
  readonly requestMs: number;
  /** What is derived of the older key is worth nothing after this: sign-ins last twelve hours, links in letters seven days. */
  readonly derivedMs: number;
}

export const keyTimes: KeyTimes = {
  aheadMs: 10_000,
  copyMs: 15 * 60_000,
  requestMs: 120_000,
  derivedMs: 7 * 24 * 60 * 60_000,
};

/** How a change of keys stands when the command ends. */
export interface Rotation extends ResealSummary {
  readonly newest: OneKey;
  /**
   * Keys that are still there, and why: something in the journal is sealed by them, or derived of them; the newest one has to be copied to other
   * machines first, and seals from then on; or what lies on other machines is to be sealed anew there.
   */
  readonly kept:
    | null
    | 'journal'
    | { readonly untilMs: number }
    | { readonly copyTo: readonly string[]; readonly fromMs: number }
    | { readonly rotateAt: readonly string[] };
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
      const folder = await folderId(config.dataFolder);
      const others = await foldersBeside(client, folder);
      let keys = await readKeys(config.dataFolder);
      await keepInstallationId(config.dataFolder, keys);
      const [only, ...more] = keys;
      if (only !== undefined && more.length === 0) {
        refuseUnfinished(others, only);
        keys = [oneKey(randomBytes(32), now() + (others.length === 0 ? times.aheadMs : times.copyMs)), only];
        await writeKeys(config.dataFolder, keys);
        await tellKeys(client, folder, keys);
      }
      const [newest, ...older] = keys;
      if (newest === undefined) throw new Error('An installation has a key.');
      const lacking = others.filter((other) => !other.keys.includes(nameOf(newest))).map(({ name }) => name);
      // What it seals would not be opened there.
      if (lacking.length > 0 || newest.fromMs - now() > times.aheadMs) {
        return { newest, sealed: 0, unreadable: 0, kept: { copyTo: lacking, fromMs: newest.fromMs } };
      }
      await until(newest.fromMs, now);
      const serverKey: ServerKey = { all: () => keys, sealing: () => newest };
      if (atOnce) await until(newest.fromMs + times.requestMs, now);
      const done = await resealAll({ db, config }, serverKey);
      const dueMs = newest.fromMs + (atOnce ? times.requestMs : times.derivedMs);
      const isClean = !(await journalHasOthers(join(config.dataFolder, 'journal'), newest));
      if (isClean) {
        await client.query('update file_folder set settled_by = $2 where id = $1', [folder, nameOf(newest)]);
      }
      const unsealed = others.filter(({ settled_by: by }) => by !== nameOf(newest)).map(({ name }) => name);
      const kept = whyKept({ isClean, isDue: now() >= dueMs, dueMs, unsealed });
      if (kept === null && older.length > 0) {
        await writeKeys(config.dataFolder, [newest]);
        await tellKeys(client, folder, [newest]);
      }
      return { ...done, newest, kept };
    });
  } finally {
    await close();
  }
}

/** Another data folder of the installation, on a machine that lives: it has the key in a file of its own. */
interface OtherFolder {
  /** As people call it. */
  readonly name: string;
  readonly keys: readonly string[];
  readonly settled_by: string;
}

async function foldersBeside(client: pg.ClientBase, folder: string): Promise<readonly OtherFolder[]> {
  const { rows } = await client.query<OtherFolder>(
    `select coalesce(nullif(node, ''), id) as name, keys, settled_by from file_folder
      where id <> $1 and seen_at > now() - interval '15 minutes' order by 1`,
    [folder],
  );
  return rows;
}

/** At once, so that no other machine begins a change of its own meanwhile; what runs here has looked at the file by then. */
async function tellKeys(client: pg.ClientBase, folder: string, keys: readonly OneKey[]): Promise<void> {
  await sleep(2 * lookEveryMs);
  await client.query(
    `insert into file_folder (id, keys) values ($1, $2)
      on conflict (id) do update set keys = excluded.keys, seen_at = now()`,
    [folder, keys.map(nameOf)],
  );
}

const nameOf = ({ id }: OneKey): string => id.toString('hex');

/** A new key is begun where all have the one there is, and nothing of an older change is left anywhere. */
function refuseUnfinished(others: readonly OtherFolder[], only: OneKey): void {
  for (const { name, keys } of others) {
    if (keys.length === 0) {
      throw new Refused(`Chưa biết máy ${name} có khoá nào: máy đó chạy phiên bản cũ, hoặc chờ một phút rồi chạy lại.`);
    }
    if (!keys.includes(nameOf(only))) {
      throw new Refused(`Máy ${name} có khoá khác ở đây: mọi máy phải có cùng tệp server-key.`);
    }
    if (keys.length === 1) continue;
    throw new Refused(
      keys[0] === nameOf(only)
        ? `Máy ${name} chưa bỏ khoá cũ: chạy npm run alo -- key rotate ở máy đó trước.`
        : `Máy ${name} đang đổi khoá: chép tệp server-key của máy đó sang đây.`,
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

function whyKept(of: {
  isClean: boolean;
  isDue: boolean;
  dueMs: number;
  unsealed: readonly string[];
}): Rotation['kept'] {
  // The other machines are told of at once: they have days for it.
  if (of.unsealed.length > 0) return { rotateAt: of.unsealed };
  if (!of.isDue) return { untilMs: of.dueMs };
  return of.isClean ? null : 'journal';
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
