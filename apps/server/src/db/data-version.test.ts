import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../testing/postgres.ts';
import { productVersion } from '../kernel/product-version.ts';
import { startFailureText } from '../process/start-failure.ts';
import { NewerDatabase, refuseNewerDatabase, refuseUnfitFolder, versionOfFolder } from './data-version.ts';
import { migrate, pendingSteps, stepsDone } from './migrate.ts';
import { openStorage } from './open-storage.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const settings = { databaseUrl: undefined, databaseOwnerUrl: undefined, log: silent };

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'alo-data-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

test('a data folder from before 1.0 says so in one line, and nothing is written into it', async () => {
  const dataFolder = await folder();
  await mkdir(join(dataFolder, 'postgres'));
  await writeFile(join(dataFolder, 'postgres', 'PG_VERSION'), '18\n');
  const before = await readdir(dataFolder, { recursive: true });
  const refused = await openStorage({ ...settings, dataFolder }).catch(startFailureText);
  expect(refused).toBe(
    `Dữ liệu trong ${dataFolder} thuộc bản Alô trước 1.0 và được giữ nguyên: ` +
      'chọn thư mục khác bằng ALO_DATA_DIR, hoặc xoá thư mục này để bắt đầu lại.',
  );
  expect(await readdir(dataFolder, { recursive: true })).toEqual(before);
});

test('half of a backup is no installation: it says so in one line, and nothing is made over it', async () => {
  const dataFolder = await folder();
  await mkdir(join(dataFolder, 'restoring', 'postgres'), { recursive: true });
  const refused = await openStorage({ ...settings, dataFolder }).catch(startFailureText);
  expect(refused).toBe(
    `Thư mục dữ liệu ${dataFolder} có một lần phục hồi chưa xong: ` +
      'xoá thư mục này rồi phục hồi lại từ bản sao lưu, hoặc chọn thư mục khác bằng ALO_DATA_DIR.',
  );
  expect(await readdir(dataFolder, { recursive: true })).toEqual(['restoring', join('restoring', 'postgres')]);
});

test('a folder that gets its database now says which version made it, and opens again', async () => {
  const dataFolder = await folder();
  await (await openStorage({ ...settings, dataFolder })).close();
  expect(await versionOfFolder(dataFolder)).toBe(productVersion);
  await refuseUnfitFolder(dataFolder);
});

test('a database from before 1.0 is left as it is', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("create table migration (name text primary key); insert into migration values ('0001-before')");
  const refused = 'Cơ sở dữ liệu thuộc bản Alô trước 1.0 và được giữ nguyên';
  await expect(migrate(database.url)).rejects.toThrow(refused);
  await expect(pendingSteps(database.url)).rejects.toThrow(refused);
  const { rows } = await client.query(
    `select array(select nspname::text from pg_namespace where nspname !~ '^pg_' order by 1) as schemas,
      array(select relname::text from pg_class where relnamespace = 'public'::regnamespace order by 1) as tables,
      array(select name from migration) as steps`,
  );
  expect(rows).toEqual([
    {
      schemas: ['information_schema', 'public'],
      tables: ['migration', 'migration_pkey'],
      steps: ['0001-before'],
    },
  ]);
});

test('a database that a step has been taken of which this version cannot work with is left as it is, and said so', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const step = { up: async () => undefined };
  await migrate(database.url, [{ ...step, name: '0001-baseline' }]);
  // As versions did that did not write down for whom a step is, and as one that is for all.
  await migrate(database.url, [{ ...step, name: '0002-for-all' }]);
  await migrate(database.url, [{ ...step, name: '0003-for-this', oldestVersion: productVersion }]);
  await migrate(database.url, [{ ...step, name: '0004-takes-away', oldestVersion: '99.10.1' }]);
  const refused = await migrate(database.url, [{ ...step, name: '0005-not-taken' }]).catch(startFailureText);
  expect(refused).toBe(
    `Cơ sở dữ liệu đã được nâng cấp và cần Alô 99.10.1 trở lên, còn đây là bản ${productVersion}: ` +
      'cài bản mới hơn rồi khởi động lại.',
  );
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(() => client.end());
  expect(await stepsDone(client)).not.toContain('0005-not-taken');
  for (const version of ['99.10.0', '99.9.7', '98.11.2'])
    await expect(refuseNewerDatabase(client, version)).rejects.toThrow(NewerDatabase);
  for (const version of ['99.10.1', '99.11.0', '100.0.0'])
    await expect(refuseNewerDatabase(client, version)).resolves.toBeUndefined();
});
