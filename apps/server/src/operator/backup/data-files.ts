import { createReadStream } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sealedSuffix } from '@alo/engine-host/sealed-sound';

import { hasCode } from '../../kernel/has-code.ts';
import { folderIdFile } from '../../storage/folder-id.ts';
import { writeMeasured } from './copy-file.ts';
import type { Manifest } from './manifest.ts';
import type { Wrapping } from './wrapping.ts';

type Copied = Manifest['files'];

/** The database is copied by its rows, and has a password of its own wherever it is. */
const leftOut = ['postgres', 'postgres.new', 'postgres-password', 'version', 'reserve', 'restoring', folderIdFile];
const journal = 'journal';
const triesAtMost = 10;

/** Everything else that is kept in the data folder: the journal, and all that is not of it. */
export async function dataFilesOf(
  dataFolder: string,
): Promise<{ readonly journal: string[]; readonly others: string[] }> {
  const names = (await readdir(dataFolder)).filter((name) => !leftOut.includes(name)).toSorted();
  return { journal: names.filter((name) => name === journal), others: names.filter((name) => name !== journal) };
}

/** Copies files and folders, by their names in `from`. Files that go away meanwhile were not needed any more. */
export async function copyFiles(
  from: string,
  to: string,
  names: readonly string[],
  wrapping: Wrapping,
  path = '',
): Promise<Copied> {
  const copied: Copied = [];
  for (const name of names) {
    const source = join(from, name);
    const found = await lstat(source).catch(gone);
    if (found?.isDirectory() === true) {
      copied.push(
        ...(await copyFiles(source, join(to, name), (await readdir(source)).toSorted(), wrapping, `${path}${name}/`)),
      );
    } else if (found?.isFile() === true && !isDraft(name)) {
      const file = join(to, `${name}${wrapping.suffix}`);
      const written = await writeMeasured(file, createReadStream(source), wrapping.write()).catch(gone);
      if (written !== undefined) copied.push({ path: `${path}${name}`, ...written });
      else await rm(file, { force: true });
    }
    const isThere = found?.isDirectory() === true || copied.at(-1)?.path === `${path}${name}`;
    // A recording that was sealed after its folder was read is there by another name.
    const sealedName = `${name}${sealedSuffix}`;
    if (!isThere && !name.endsWith(sealedSuffix) && !names.includes(sealedName)) {
      copied.push(...(await copyFiles(from, to, [sealedName], wrapping, path)));
    }
  }
  return copied;
}

/** The same of files that belong together and come and go: as often as it takes until none came or went meanwhile. */
export async function copyTogether(
  from: string,
  to: string,
  names: readonly string[],
  wrapping: Wrapping,
): Promise<Copied> {
  for (let tries = 1; ; tries += 1) {
    const before = await namesBelow(from, names);
    const copied = await copyFiles(from, to, names, wrapping);
    const after = await namesBelow(from, names);
    if (before.join('\n') === after.join('\n')) return copied;
    if (tries === triesAtMost)
      throw new Error(`${names.join(', ')}: files come and go faster than they can be copied.`);
    for (const name of names) await rm(join(to, name), { recursive: true, force: true });
  }
}

async function namesBelow(folder: string, names: readonly string[]): Promise<string[]> {
  const below = names.map(async (name) => {
    const inside = await readdir(join(folder, name), { recursive: true }).catch(gone);
    return (inside ?? []).map((one) => join(name, one));
  });
  return (await Promise.all(below)).flat().toSorted();
}

/** Half of something that will have another name when it is whole. */
const isDraft = (name: string): boolean => /\.(?:draft|new)$/.test(name);

function gone(error: unknown): undefined {
  if (hasCode(error, 'ENOENT')) return;
  throw error;
}
