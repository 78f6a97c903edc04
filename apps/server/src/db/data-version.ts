import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { productVersion } from '../kernel/product-version.ts';

/** The file of a data folder that says which version made it. Folders from before 1.0 have none. */
const versionFile = 'version';

/** Data that no upgrade leads on from. Nothing has been written where it is. */
export class BeforeFirstRelease extends Error {
  override readonly name = 'BeforeFirstRelease';
}

/** The folder in the data folder in which a backup is put together again. It goes when all of it is in its place. */
export const workshopName = 'restoring';

/** A restore did not come to its end: what there is of it is no installation. */
export class HalfRestored extends Error {
  override readonly name = 'HalfRestored';
}

/** Rejects where the folder has a database from before 1.0, or half of a backup; reads, and writes nothing. */
export async function refuseUnfitFolder(dataFolder: string): Promise<void> {
  const has = (name: string) =>
    access(join(dataFolder, name)).then(
      () => true,
      () => false,
    );
  if (await has(workshopName)) throw halfRestored(dataFolder);
  if (!(await has('postgres')) || (await has(versionFile))) return;
  throw new BeforeFirstRelease(
    `Dữ liệu trong ${dataFolder} thuộc bản Alô trước 1.0 và được giữ nguyên: ` +
      'chọn thư mục khác bằng ALO_DATA_DIR, hoặc xoá thư mục này để bắt đầu lại.',
  );
}

export const halfRestored = (dataFolder: string) =>
  new HalfRestored(
    `Thư mục dữ liệu ${dataFolder} có một lần phục hồi chưa xong: ` +
      'xoá thư mục này rồi phục hồi lại từ bản sao lưu, hoặc chọn thư mục khác bằng ALO_DATA_DIR.',
  );

/** Says in a folder that gets its database now which version makes it. */
export async function markFolder(dataFolder: string): Promise<void> {
  await writeFile(join(dataFolder, versionFile), `${productVersion}\n`);
}

/** The version that made the folder; undefined where it has no database of its own. */
export const versionOfFolder = async (dataFolder: string): Promise<string | undefined> =>
  (await readFile(join(dataFolder, versionFile), 'utf8').catch(() => undefined))?.trim();

/** The first step of a database since 1.0. */
export const firstStep = '0001-baseline';

/** Rejects where the database has taken steps from before 1.0; reads, and writes nothing. */
export async function refuseOlderDatabase(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('public.migration') is not null as there",
  );
  if (rows[0]?.there !== true) return;
  const { rows: steps } = await client.query<{ name: string }>('select name from public.migration');
  if (steps.length === 0 || steps.some(({ name }) => name === firstStep)) return;
  throw new BeforeFirstRelease(
    'Cơ sở dữ liệu thuộc bản Alô trước 1.0 và được giữ nguyên: đặt DATABASE_URL sang một cơ sở dữ liệu trống.',
  );
}

/** A step of a newer version has taken away what this one needs. Nothing has been written. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';
}

/** Rejects where a step that the database has taken is not for `version` any more; reads, and writes nothing. */
export async function refuseNewerDatabase(client: ClientBase, version = productVersion): Promise<void> {
  const { rows: columns } = await client.query(
    `select from information_schema.columns
    where table_schema = 'public' and table_name = 'migration' and column_name = 'oldest_version'`,
  );
  if (columns.length === 0) return;
  const { rows } = await client.query<{ oldest: string }>(
    'select oldest_version as oldest from public.migration where oldest_version is not null',
  );
  const tooNew = rows.map(({ oldest }) => oldest).find((oldest) => isOlder(version, oldest));
  if (tooNew === undefined) return;
  throw new NewerDatabase(
    `Cơ sở dữ liệu đã được nâng cấp và cần Alô ${tooNew} trở lên, còn đây là bản ${version}: cài bản mới hơn rồi khởi động lại.`,
  );
}

/** Whether the one of two versions, `1.4.0`, is older than the other. */
function isOlder(one: string, other: string): boolean {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number));
  for (const [index, part] of (right ?? []).entries()) {
    const own = left?.[index] ?? 0;
    if (own !== part) return own < part;
  }
  return false;
}
