import { createHash } from 'node:crypto';
import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sealedSuffix } from '@alo/engine-host/sealed-sound';
import { sql } from 'kysely';

import type { Db } from '../db/database.ts';
import { FolderInUse, type FolderLock, lockFolder } from '../kernel/folder-lock.ts';
import { hasCode } from '../kernel/has-code.ts';
import { inTurn } from '../kernel/in-turn.ts';
import type { ServerKey } from '../kernel/key-ring.ts';
import { bucketHolder, type FileCopies } from '../storage/file-copies.ts';
import type { FileArea, FileKey, FileStore } from '../storage/file-store.ts';
import { folderStore } from '../storage/folder-store.ts';
import { peaksOf } from '../storage/open-files.ts';
import { formsOf } from '../storage/sealed-store.ts';
import { whatIsThere } from './files-there.ts';

interface MoveDeps {
  readonly db: Pick<Db, 'inTenant' | 'outside' | 'directory'>;
  readonly dataFolder: string;
  readonly folder: string;
  /** The machine's name, for whoever reads what waits there. */
  readonly node: string;
  readonly copies: FileCopies;
  /** The installation's, as the folder has it. */
  readonly key: Pick<ServerKey, 'all'>;
  /** As it lies: sealed files are not opened. Undefined where there is none: then files stay, and only what is erased elsewhere goes. */
  readonly bucket: FileStore | undefined;
  /** Seals a plain recording; undefined where recordings are not sealed. */
  readonly seal: ((key: FileKey) => Promise<boolean>) | undefined;
  readonly log: { warn(fields: object, message: string): void };
  /** Told after each step, and waited for. */
  readonly onStep?: (step: MoveStep) => void | Promise<void>;
  readonly everyMs?: number;
}

/** The steps of a file's way into the bucket, the last of which is that it lies here no more. */
export const moveSteps = ['noted', 'sent', 'compared', 'kept', 'removed'] as const;
export type MoveStep = (typeof moveSteps)[number];

const everyMsUsually = 60_000;
/** While nothing waits the folder is walked through so seldom. */
const walkMs = 10 * 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const areas = ['recordings', 'prompts', 'uploads', 'exports'] as const satisfies readonly FileArea[];
const atOnce = 500;

/**
 * Takes what lies in this machine's data folder to the bucket: a recording when its row says that it is whole, a sound, an upload or a
 * result when its row is there. Each is noted, sent, read back and compared by its SHA-256 before the copy here goes; what this machine's calls
 * play stays here besides. And removes here what was erased anywhere. One process of a folder does it, whichever comes first.
 */
export function moveFiles({ everyMs = everyMsUsually, ...deps }: MoveDeps) {
  const { db, dataFolder, folder, node, copies, key, bucket, seal, log, onStep = () => undefined } = deps;
  const here = folderStore(dataFolder);
  const turns = inTurn();
  const waiting = new Map<string, number>();
  let failing = '';
  let lock: FolderLock | undefined;
  let closed = false;
  let walkedAt = Number.NEGATIVE_INFINITY;
  let latest: Promise<unknown> = Promise.resolve();

  /** One after the other; whoever wants a file at once is let in between two of a long walk. */
  function inLine(work: () => Promise<unknown>): Promise<void> {
    const done = turns('files', async () => {
      if (!closed && lock !== undefined) await work();
    }).catch((error: unknown) => {
      failing = error instanceof Error ? error.message.slice(0, 300) : String(error);
      log.warn({ err: error }, 'files are not moved');
    });
    latest = Promise.all([latest, done]);
    return done;
  }

  async function lying(store: FileStore, key: FileKey): Promise<FileKey | undefined> {
    for (const form of formsOf(key)) if ((await store.find(form)) !== undefined) return form;
    return undefined;
  }

  async function removeFrom(store: FileStore, key: FileKey): Promise<void> {
    const all = key.area === 'recordings' ? [key, peaksOf(key)] : [key];
    for (const form of all.flatMap(formsOf)) await store.remove(form);
  }

  /** Sends one file, unless the bucket has it, and lets the copy here go. What is not whole, sealed or wanted yet is left. */
  async function move(key: FileKey, store: FileStore): Promise<void> {
    const there = await whatIsThere(db, key.tenantId, key.area, [key.name]);
    const file = there.get(key.name);
    if (file === undefined || (file.mayGrow && !(await isOlder(join(dataFolder, pathTo(key)), hourMs)))) return;
    if (seal !== undefined && key.area === 'recordings' && (await here.find(key)) !== undefined) await seal(key);
    const form = await lying(here, key);
    if (form === undefined) return;
    const path = pathTo(key);
    waiting.set(path, waiting.get(path) ?? Date.now());
    const kept = await copies.keptOf(key);
    const isKept = kept !== undefined && (file.isFinal || kept.sha256 === (await digestOf(here, form)));
    if (!isKept && !(await sent(key, form, store))) {
      waiting.delete(path);
      return;
    }
    await onStep('kept');
    if (!file.staysHere) await removeFrom(here, key);
    await onStep('removed');
    waiting.delete(path);
  }

  async function sent(key: FileKey, form: FileKey, store: FileStore): Promise<boolean> {
    if (!(await copies.sending(key, bucketHolder))) return false;
    await onStep('noted');
    const file = await here.find(form);
    if (file === undefined) return false;
    const hash = createHash('sha256');
    await store.put(form, hashed(await file.read(), hash));
    await onStep('sent');
    const sha256 = hash.digest('hex');
    const arrived = await digestOf(store, form);
    if (arrived !== sha256) throw new Error(`The bucket has other bytes than were sent: ${form.name}`);
    await onStep('compared');
    if (await copies.kept(key, bucketHolder, { sha256, suffix: suffixOf(form, key) })) return true;
    // Erased while it was sent.
    await removeFrom(store, key);
    await copies.gone(key, bucketHolder);
    return false;
  }

  /** What is to be removed here, and what this folder began in the bucket and did not end. */
  async function settle(): Promise<void> {
    const { rows } = await db.outside((one) =>
      sql<{ tenant_id: string }>`
        select distinct tenant_id from file_unsettled where holder in (${folder}, ${bucketHolder})`.execute(one),
    );
    for (const { tenant_id: tenantId } of rows) {
      const open = await db.inTenant(tenantId, (trx) =>
        trx
          .selectFrom('file_copy')
          .where('state', '<>', 'kept')
          .where('holder', 'in', [folder, bucketHolder])
          .where('folder', 'in', ['', folder])
          .select(['area', 'name', 'holder', 'state'])
          .limit(10 * atOnce)
          .execute(),
      );
      for (const { area, name, holder, state } of open) {
        if (closed) return;
        await settleOne({ area, tenantId, name }, holder, state);
      }
    }
  }

  async function settleOne(key: FileKey, holder: string, state: string): Promise<void> {
    if (holder === folder) {
      await removeFrom(here, key);
      await copies.gone(key, folder);
      waiting.delete(pathTo(key));
    } else if (bucket !== undefined && state === 'removing') {
      await removeFrom(bucket, key);
      await copies.gone(key, bucketHolder);
    } else if (bucket !== undefined && (await lying(here, key)) !== undefined) {
      await move(key, bucket);
    } else if (bucket !== undefined) {
      await takeUp(key, bucket);
    }
  }

  /** A file that was being sent and lies here no more: whoever took it away knows; what the bucket has of it is kept, or was never there. */
  async function takeUp(key: FileKey, store: FileStore): Promise<void> {
    const form = await lying(store, key);
    const sha256 = form && (await digestOf(store, form));
    if (form !== undefined && sha256 !== undefined) {
      if (await copies.kept(key, bucketHolder, { sha256, suffix: suffixOf(form, key) })) return;
      await removeFrom(store, key);
    }
    await db.inTenant(key.tenantId, (trx) =>
      trx
        .deleteFrom('file_copy')
        .where('area', '=', key.area)
        .where('name', '=', key.name)
        .where('holder', '=', bucketHolder)
        .where('folder', 'in', ['', folder])
        .execute(),
    );
  }

  /** Everything that lies here. */
  async function walk(store: FileStore): Promise<void> {
    walkedAt = performance.now();
    for (const { id: tenantId } of await db.directory.everyTenant())
      for (const area of areas) await walkPart(tenantId, area, store);
  }

  /** Some at a time, each in a turn of its own. */
  async function walkPart(tenantId: string, area: FileArea, store: FileStore): Promise<void> {
    for await (const names of namesIn(join(dataFolder, area, tenantId))) {
      if (closed) return;
      const there = await whatIsThere(db, tenantId, area, names);
      if (area === 'prompts') await sweepSounds(tenantId, names, there);
      for (const name of await notKept(tenantId, area, there))
        await inLine(() => move({ area, tenantId, name }, store));
    }
  }

  /** Those that the bucket does not have, or that need not lie here besides. */
  async function notKept(tenantId: string, area: FileArea, there: Awaited<ReturnType<typeof whatIsThere>>) {
    const staying = [...there].flatMap(([name, { staysHere }]) => (staysHere ? [name] : []));
    const kept = await db.inTenant(tenantId, (trx) =>
      trx
        .selectFrom('file_copy')
        .where('area', '=', area)
        .where('holder', '=', bucketHolder)
        .where('state', '=', 'kept')
        .where(sql<boolean>`name = any(${staying}::text[])`)
        .select('name')
        .execute(),
    );
    const has = new Set(kept.map(({ name }) => name));
    return [...there.keys()].filter((name) => !has.has(name));
  }

  /** A sound whose row never came, as of somebody whose machine died while they saved it. */
  async function sweepSounds(tenantId: string, names: readonly string[], there: ReadonlyMap<string, unknown>) {
    for (const name of names) {
      if (!there.has(name) && (await isOlder(join(dataFolder, 'prompts', tenantId, name), dayMs)))
        await here.remove({ area: 'prompts', tenantId, name });
    }
  }

  /** Says that this folder lives, what waits in it, and which keys it has. */
  const report = () =>
    db.outside((one) =>
      sql`insert into file_folder (id, node, waiting, oldest, failing, keys)
        values (${folder}, ${node}, ${waiting.size}, ${oldestOf(waiting)}, ${failing}, ${key.all().map(({ id }) => id.toString('hex'))}::text[])
        on conflict (id) do update set node = excluded.node, seen_at = now(), waiting = excluded.waiting,
          oldest = excluded.oldest, failing = excluded.failing, keys = excluded.keys`.execute(one),
    );

  async function round(): Promise<void> {
    lock ??= await lockFolder(dataFolder, 'files').catch((error: unknown) => {
      if (error instanceof FolderInUse) return undefined;
      throw error;
    });
    if (lock === undefined) return;
    await inLine(async () => {
      failing = '';
      await settle();
    });
    const isDue = waiting.size > 0 || performance.now() - walkedAt >= walkMs;
    if (bucket !== undefined && isDue) await walk(bucket);
    await report();
  }

  let again: NodeJS.Timeout | undefined;
  function tick(): void {
    const done = round().catch((error: unknown) => log.warn({ err: error }, 'nobody knows which files wait'));
    latest = Promise.all([latest, done]);
    void done.finally(() => {
      if (!closed) again = setTimeout(tick, everyMs).unref();
    });
  }

  return {
    /** Says that this folder is there, before anything is put into it. */
    async begin(): Promise<void> {
      await report();
      tick();
    },
    /** The history has calls, or has them anew. */
    written(tenantId: string, callIds: readonly string[]): void {
      if (bucket === undefined || callIds.length === 0) return;
      void inLine(async () => {
        if ((await stat(join(dataFolder, 'recordings', tenantId)).catch(absent)) === undefined) return;
        const rows = await db.inTenant(tenantId, (trx) =>
          trx
            .selectFrom('recording')
            .where('call_id', 'in', callIds)
            .where('state', '<>', 'open')
            .select('id')
            .execute(),
        );
        for (const { id } of rows) await move({ area: 'recordings', tenantId, name: `${id}.wav` }, bucket);
      });
    },
    /** A company saved something that calls are led by, perhaps a sound. */
    saved(tenantId: string): void {
      if (bucket === undefined || lock === undefined || closed) return;
      const done = walkPart(tenantId, 'prompts', bucket).catch((error: unknown) =>
        log.warn({ err: error, tenant: tenantId }, 'nobody knows which sounds wait'),
      );
      latest = Promise.all([latest, done]);
    },
    /** Somebody wants files that may lie here: they go first. */
    wanted(tenantId: string, names: readonly string[]): void {
      for (const path of names) {
        const [area, name = ''] = path.split('/');
        const known = areas.find((one) => one === area);
        if (bucket !== undefined && known !== undefined)
          void inLine(() => move({ area: known, tenantId, name }, bucket));
      }
    },
    /** Something was erased. */
    removed: () => void inLine(settle),
    /** What was asked for so far is done. */
    async settled(): Promise<void> {
      for (let before: unknown; before !== latest; ) {
        before = latest;
        await latest;
      }
    },
    /** Everything is looked at once more, now. */
    async again(): Promise<void> {
      walkedAt = Number.NEGATIVE_INFINITY;
      await round();
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(again);
      await latest;
      await lock?.release();
    },
  };
}

/** What a file is called behind its name where it lies. */
const suffixOf = (form: FileKey, { name }: FileKey): string => form.name.slice(name.length);

const pathTo = ({ area, tenantId, name }: FileKey): string => `${area}/${tenantId}/${name}`;

async function* hashed(content: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Of the bytes as they lie there; undefined where there are none. */
async function digestOf(store: FileStore, key: FileKey): Promise<string | undefined> {
  const file = await store.find(key);
  if (file === undefined) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of await file.read()) hash.update(chunk);
  return hash.digest('hex');
}

/** Names of files as they are called when they are not sealed, some at a time. Drafts that nobody finished are removed. */
async function* namesIn(folder: string): AsyncGenerator<string[]> {
  let names = new Set<string>();
  try {
    for await (const entry of await opendir(folder)) {
      if (entry.name.endsWith('.draft')) {
        if (await isOlder(join(folder, entry.name), dayMs)) await rm(join(folder, entry.name), { force: true });
        continue;
      }
      if (!entry.isFile()) continue;
      names.add(entry.name.endsWith(sealedSuffix) ? entry.name.slice(0, -sealedSuffix.length) : entry.name);
      if (names.size < atOnce) continue;
      yield [...names];
      names = new Set();
    }
  } catch (error) {
    // A company without files has no folder.
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  if (names.size > 0) yield [...names];
}

const isOlder = async (path: string, thanMs: number): Promise<boolean> => {
  const found = await stat(path).catch(absent);
  return found !== undefined && Date.now() - found.mtimeMs > thanMs;
};

function absent(error: unknown): undefined {
  if (hasCode(error, 'ENOENT', 'ENOTDIR')) return;
  throw error;
}

function oldestOf(waiting: ReadonlyMap<string, number>): Date | null {
  const [first] = [...waiting.values()].toSorted((one, other) => one - other);
  return first === undefined ? null : new Date(first);
}
