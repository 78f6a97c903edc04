import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { Config } from '../../config.ts';
import { firstStep, halfRestored, workshopName } from '../../db/data-version.ts';
import { migrate, pendingSteps } from '../../db/migrate.ts';
import { migrations } from '../../db/migrations/index.ts';
import { makeOwnDatabase } from '../../db/open-storage.ts';
import { startPostgres } from '../../db/postgres.ts';
import { openLog } from '../../http/log.ts';
import { lockFolder } from '../../kernel/folder-lock.ts';
import { Refused } from '../command.ts';
import { withClient } from '../open-database.ts';
import { refuseUnlessEmpty } from './backup.ts';
import { measureFile, writeMeasured } from './copy-file.ts';
import { eraseAgain, erasedSince } from './erase-again.ts';
import { fileOfTable, filesFolder, type Manifest, readManifest } from './manifest.ts';
import { copyIn, queueAgain, refuseWithoutRights } from './tables.ts';
import { type Unwrapping, unwrappedBy } from './wrapping.ts';

/** Makes an installation of a backup, in a data folder that is empty and a database that is. Nothing is written before all of it is known to be whole. */
export async function restore(
  config: Config,
  from: string,
  { identityFile }: { readonly identityFile?: string | undefined } = {},
): Promise<Manifest> {
  const folder = resolve(from);
  const unwrapping = await unwrappedBy(identityFile);
  const manifest = await readManifest(folder, unwrapping);
  if (!manifest.steps.includes(firstStep))
    throw new Refused('Bản sao lưu thuộc bản Alô trước 1.0: không phục hồi được.');
  const unknown = manifest.steps.filter((step) => !migrations.some(({ name }) => name === step));
  if (unknown.length > 0) {
    throw new Refused(`Bản sao lưu thuộc phiên bản mới hơn phiên bản này (${unknown.join(', ')}).`);
  }
  await verify(folder, manifest, unwrapping);
  // A later backup that nobody can read might know who was erased since.
  const erasures = await erasedSince(folder, manifest, unwrapping);
  if (await isHalfRestored(config.dataFolder)) throw new Refused(halfRestored(config.dataFolder).message);
  await refuseUnlessEmpty(config.dataFolder, 'Thư mục dữ liệu');
  const given = config.databaseOwnerUrl;
  if (given !== undefined) await refuseUnlessNew(given);

  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 });
  // Nobody starts on it before it is there.
  const lock = await lockFolder(config.dataFolder);
  try {
    const workshop = join(config.dataFolder, workshopName);
    await mkdir(workshop, { mode: 0o700 });
    await putFiles(folder, workshop, manifest, unwrapping);
    const filled = async (url: string) => {
      await fill(url, folder, manifest, unwrapping);
      await eraseAgain({ ...config, url, dataFolder: workshop }, erasures);
      await withClient(url, queueAgain);
    };
    if (given !== undefined) await filled(given);
    else await withOwnDatabase(workshop, filled);
    for (const name of await readdir(workshop)) await rename(join(workshop, name), join(config.dataFolder, name));
    await rm(workshop, { recursive: true });
    return manifest;
  } finally {
    await lock.release();
  }
}

const isHalfRestored = (dataFolder: string) =>
  readdir(dataFolder).then(
    (names) => names.includes(workshopName),
    () => false,
  );

/** Every file is there and is what was written. */
async function verify(folder: string, { files, tables }: Manifest, { pathOf }: Unwrapping): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    const found = await measureFile(await pathOf(folder, path)).catch(() => undefined);
    if (found === undefined) throw new Refused(`Bản sao lưu thiếu tệp ${path}.`);
    if (found.bytes !== bytes || found.sha256 !== sha256) throw new Refused(`Tệp ${path} của bản sao lưu bị hỏng.`);
  }
  const known = new Set(files.map(({ path }) => path));
  const missing = tables.find(({ name }) => !known.has(fileOfTable(name)));
  if (missing !== undefined) throw new Refused(`Bản sao lưu thiếu bảng ${missing.name}.`);
}

async function putFiles(folder: string, to: string, { files }: Manifest, unwrapping: Unwrapping): Promise<void> {
  const prefix = `${filesFolder}/`;
  for (const { path } of files.filter((file) => file.path.startsWith(prefix))) {
    await writeMeasured(join(to, path.slice(prefix.length)), await unwrapping.open(folder, path), []);
  }
}

async function refuseUnlessNew(url: string): Promise<void> {
  if ((await pendingSteps(url)) !== 'all') throw new Refused('Cơ sở dữ liệu đích không trống.');
}

/** The built-in database, made anew in the folder that becomes the installation's. */
async function withOwnDatabase(workshop: string, work: (url: string) => Promise<void>): Promise<void> {
  const postgres = await startPostgres({ dataFolder: workshop, log: openLog('silent') });
  try {
    await work((await makeOwnDatabase(postgres.adminUrl)).url);
  } finally {
    await postgres.stop();
  }
}

/** The database takes the steps that the backup's had, gets its rows, and then the steps that came later. */
async function fill(url: string, folder: string, manifest: Manifest, unwrapping: Unwrapping): Promise<void> {
  const had = new Set(manifest.steps);
  await migrate(
    url,
    migrations.filter(({ name }) => had.has(name)),
  );
  await withClient(url, async (client) => {
    await refuseWithoutRights(client);
    await copyIn(client, manifest, (table) => unwrapping.open(folder, fileOfTable(table)));
  });
  await migrate(url);
}
