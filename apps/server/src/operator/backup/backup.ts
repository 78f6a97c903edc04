import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';

import type { Config } from '../../config.ts';
import { hasCode } from '../../kernel/has-code.ts';
import { Refused } from '../command.ts';
import { holdKeys } from '../keys/keys-lock.ts';
import { withClient, withOwnerUrl } from '../open-database.ts';
import { writeMeasured } from './copy-file.ts';
import { copyFiles, copyTogether, dataFilesOf } from './data-files.ts';
import { fileOfTable, filesFolder, type Manifest, manifestName } from './manifest.ts';
import { contentsOf, copyOut, refuseWithoutRights } from './tables.ts';
import { type Wrapping, wrappedFor } from './wrapping.ts';

/**
 * Copies the installation into a new folder, while it runs or not: the database as it is at one moment, then the journal (which may
 * know more than the database, as after a crash, and never less), then keys, recordings and all other files. Where the operator has
 * named who may read it, each file is encrypted to them as it is written.
 */
export async function backUp(config: Config, to: string): Promise<Manifest> {
  const folder = resolve(to);
  if (!relative(config.dataFolder, folder).startsWith('..')) {
    throw new Refused('Bản sao lưu không thể nằm trong thư mục dữ liệu.');
  }
  const wrapping = await wrappedFor(config.backupRecipients);
  await refuseUnlessEmpty(folder, 'Thư mục sao lưu');
  const draft = `${folder}.unfinished`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(dirname(draft), { recursive: true });
  await mkdir(draft, { mode: 0o700 });
  try {
    const manifest = await withOwnerUrl(config, (url) => copyAll(config.dataFolder, url, draft, wrapping));
    const text = Readable.from([Buffer.from(JSON.stringify(manifest, null, 1))]);
    await writeMeasured(join(draft, `${manifestName}${wrapping.suffix}`), text, wrapping.write());
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

const copyAll = (dataFolder: string, url: string, draft: string, wrapping: Wrapping): Promise<Manifest> =>
  withClient(url, async (client) => {
    await refuseWithoutRights(client);
    await holdKeys(client, 'copy');
    await client.query('begin isolation level repeatable read, read only');
    // The first question is the moment that all the others are of.
    const { rows } = await client.query<{ at: Date }>('select now() as at');
    const made_at = (rows[0]?.at ?? new Date()).toISOString();
    const kept = join(draft, filesFolder);
    await mkdir(kept, { mode: 0o700 });
    const parts = await dataFilesOf(dataFolder);
    const journal = await copyTogether(dataFolder, kept, parts.journal, wrapping);
    const contents = await contentsOf(client);
    const tables: Manifest['tables'] = [];
    const files: Manifest['files'] = [];
    for (const table of contents.tables) {
      const path = fileOfTable(table.name);
      const { rows: count, ...written } = await copyOut(client, table, join(draft, path), wrapping);
      tables.push({ ...table, rows: count });
      files.push({ path, ...written });
    }
    await client.query('commit');
    const others = await copyFiles(dataFolder, kept, parts.others, wrapping);
    const below = [...journal, ...others].map((file) => ({ ...file, path: `${filesFolder}/${file.path}` }));
    return { format: 1, made_at, ...contents, tables, files: [...files, ...below] };
  });

/** What is not there is empty, too. */
export async function refuseUnlessEmpty(folder: string, what: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  if (names.length > 0) throw new Refused(`${what} ${folder} không trống.`);
}
