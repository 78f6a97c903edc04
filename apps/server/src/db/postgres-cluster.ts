import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasCode } from '../kernel/has-code.ts';
import { writeWhole } from '../kernel/write-whole.ts';
import { markFolder } from './data-version.ts';
import type { PostgresBinaries, RunAs } from './postgres-binaries.ts';

export interface Cluster {
  readonly folder: string;
  readonly password: string;
  readonly runAs: RunAs;
  readonly binaries: PostgresBinaries;
}

/** PostgreSQL refuses to run as root; this is `nobody`, which every Linux has and nobody logs in as. */
const nobody = { uid: 65534, gid: 65534 };

/**
 * The cluster's own name for its folder. Every process of PostgreSQL has the folder as its working directory, so this works
 * where the folder lies below one that its user may not enter (root's home, for instance), which a plain path does not.
 */
export const ownFolder = '/proc/self/cwd';

/** Finds the data folder's cluster or makes it. One that was begun and not finished is begun again. */
export async function ensureCluster(options: {
  readonly dataFolder: string;
  readonly throwaway: boolean;
  readonly binaries: (runAs: RunAs) => Promise<PostgresBinaries>;
  /** Resolves when no server of an earlier process works in the folder. */
  readonly beforeMending: (folder: string) => Promise<void>;
}): Promise<Cluster> {
  const folder = join(options.dataFolder, 'postgres');
  const passwordFile = join(options.dataFolder, 'postgres-password');
  const owner = await ownerOf(folder);
  const runAs = userFor(folder, owner);
  const binaries = await options.binaries(runAs);
  const kept = owner === undefined ? '' : await readFile(passwordFile, 'utf8').catch(orEmpty);
  if (kept.trim() !== '') return { folder, password: kept.trim(), runAs, binaries };

  const password = randomBytes(24).toString('base64url');
  await writeWhole(passwordFile, `${password}\n`);
  if (owner !== undefined) {
    // Lost, by a power cut or by hand: the cluster gets the new one.
    await options.beforeMending(folder);
    await setPassword({ folder, password, runAs, binaries }).catch(async (cause: unknown) => {
      await rm(passwordFile);
      throw new Error(`Mất tệp mật khẩu ${passwordFile}, và không đặt lại được mật khẩu cho PostgreSQL.`, { cause });
    });
    return { folder, password, runAs, binaries };
  }
  await markFolder(options.dataFolder);
  await initialise({ folder, password, runAs, binaries, throwaway: options.throwaway });
  return { folder, password, runAs, binaries };
}

function orEmpty(error: unknown): string {
  if (hasCode(error, 'ENOENT')) return '';
  throw error;
}

/** Without a running server: PostgreSQL's single-user mode asks for no password. */
async function setPassword({ folder, password, runAs, binaries }: Cluster): Promise<void> {
  const running = promisify(execFile)(binaries.postgres, ['--single', '-D', ownFolder, 'postgres'], {
    ...runAs,
    cwd: folder,
    env: { TZ: 'UTC' },
  });
  // A line is a statement; the password is of letters, digits, - and _.
  running.child.stdin?.end(`alter role postgres password '${password}'\n`);
  const { stderr } = await running;
  if (/\b(ERROR|FATAL|PANIC):/.test(stderr)) throw new Error(stderr);
}

async function ownerOf(folder: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const { uid, gid } = await stat(folder);
    return { uid, gid };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** A cluster is run by its owner, whoever starts it; root makes new ones for `nobody`. */
function userFor(folder: string, owner: { uid: number; gid: number } | undefined): RunAs {
  const me = process.getuid?.();
  if (me === 0) return owner === undefined || owner.uid === 0 ? nobody : owner;
  if (owner !== undefined && owner.uid !== me) {
    throw new Error(
      `${folder} belongs to user ${owner.uid}: start as that user or as root, or choose another ALO_DATA_DIR.`,
    );
  }
  return undefined;
}

/** Makes the cluster beside its final place and moves it there when it is whole, so a crash leaves no half cluster behind. */
async function initialise({
  folder,
  password,
  runAs,
  binaries,
  throwaway,
}: Cluster & { throwaway: boolean }): Promise<void> {
  const workshop = `${folder}.new`;
  const unfinished = join(workshop, 'cluster');
  const passwordFile = join(workshop, 'password');
  await rm(workshop, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (runAs !== undefined) {
    for (const path of [workshop, unfinished, passwordFile]) await chown(path, runAs.uid, runAs.gid);
  }
  const args = [
    `--pgdata=${ownFolder}`,
    `--pwfile=${ownFolder}/../password`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Order by code point: the same on every machine and fast. Vietnamese order is asked for where it is shown.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(throwaway ? ['--no-sync'] : []),
  ];
  try {
    await promisify(execFile)(binaries.initdb, args, { ...runAs, cwd: unfinished, env: { TZ: 'UTC' } });
  } catch (cause) {
    throw new Error(`PostgreSQL could not make a cluster in ${folder}.`, { cause });
  }
  await rename(unfinished, folder);
  await rm(workshop, { recursive: true });
}
