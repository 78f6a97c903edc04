import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inDepth } from '@alo/testing/in-depth';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { testDatabase } from '../../../testing/postgres.ts';
import { storeCall, storeRecording } from '../../../testing/stored-calls.ts';
import { type Config, readConfig } from '../../config.ts';
import { openStorage } from '../../db/open-storage.ts';
import { openLog } from '../../http/log.ts';
import { folderStore } from '../../storage/folder-store.ts';
import { readKeys, serverKey } from '../../storage/server-key.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';
import { makeIdentity } from './wrapping.ts';

let app: TestApp;
let firm: TestTenant;
let top: string;
let config: Config;
let recipient: string;
const identityFile = () => join(top, 'identity.txt');

const configOf = (name: string, databaseUrl: string, recipients = ''): Config =>
  readConfig({
    ALO_DATA_DIR: join(top, name),
    DATABASE_URL: databaseUrl,
    ALO_LOG_LEVEL: 'silent',
    ALO_BACKUP_RECIPIENT: recipients,
  });

beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'alo-encrypted-'));
  app = await testApp();
  firm = await app.tenant('kin');
  recipient = await makeIdentity(identityFile());
  config = configOf('data', app.url, recipient);
  await mkdir(config.dataFolder, { mode: 0o700 });
  await serverKey(config.dataFolder);
});

afterAll(async () => {
  await app.close();
  await rm(top, { recursive: true });
});

test('a backup that is encrypted to somebody is restored with their identity alone, and nothing of it is read without', async () => {
  const call = await storeCall(app.db, firm.id, { recording: {}, outside_number: '+84987654321' });
  const sound = await storeRecording(folderStore(config.dataFolder), firm.id, call.recordingId);
  // Longer than whatever is held of a file on its way.
  const long = randomBytes(3_000_000);
  await writeFile(join(config.dataFolder, 'long'), long);
  const kept = join(top, 'kept');
  const manifest = await backUp(config, kept);
  const files = (await readdir(kept, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect(files).toHaveLength(manifest.files.length + 1);
  const [key] = await readKeys(config.dataFolder);
  for (const { name, parentPath } of files) {
    expect(name).toMatch(/\.age$/);
    const content = await readFile(join(parentPath, name));
    expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    for (const secret of [key?.secret.toString('hex') ?? '', '987654321', sound.subarray(0, 44)])
      expect(content.includes(secret)).toBe(false);
  }
  expect((await stat(identityFile())).mode & 0o077).toBe(0);

  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const other = configOf('other', database.url);
  await makeIdentity(join(top, 'wrong.txt'));
  const refusals = [
    [undefined, 'được mã hoá: thêm --identity'],
    [join(top, 'wrong.txt'), 'không mở được'],
    [join(top, 'none.txt'), 'Không đọc được tệp khoá riêng'],
    [join(kept, 'manifest.json.age'), 'không phải là tệp khoá riêng của age'],
  ] as const;
  for (const [file, words] of refusals) {
    const said = await restore(other, kept, { identityFile: file }).catch((error: unknown) => error);
    expect(String(said)).toContain(words);
    expect(String(said)).not.toContain('\n');
    expect(await readdir(other.dataFolder).catch(() => 'not there')).toBe('not there');
  }
  await restore(other, kept, { identityFile: identityFile() });
  expect((await readFile(join(other.dataFolder, 'long'))).equals(long)).toBe(true);
  expect(await readKeys(other.dataFolder)).toEqual(await readKeys(config.dataFolder));
  const recording = (
    await readdir(join(other.dataFolder, 'recordings'), { recursive: true, withFileTypes: true })
  ).find((entry) => entry.isFile());
  expect((await readFile(join(recording?.parentPath ?? '', recording?.name ?? ''))).equals(sound)).toBe(true);
  const storage = await openStorage({ ...other, log: openLog('silent') });
  onTestFinished(() => storage.close());
  const calls = await storage.db.inTenant(firm.id, (trx) => trx.selectFrom('call').select('outside_number').execute());
  expect(calls).toEqual([{ outside_number: '+84987654321' }]);
}, 120_000);

inDepth(
  'what was changed in an encrypted backup is found, and a later one that nobody here can read is named',
  async () => {
    const [first, later] = [join(top, 'beside/first'), join(top, 'beside/later')];
    await backUp(config, first);
    const theirs = await makeIdentity(join(top, 'theirs.txt'));
    await backUp({ ...config, backupRecipients: [theirs] }, later);
    const restored = () => restore(configOf('third', app.url), first, { identityFile: identityFile() });
    await expect(restored()).rejects.toThrow(`Bản sao lưu ${later} bên cạnh được mã hoá cho khoá khác`);
    await appendFile(join(first, 'database/account.copy.gz.age'), 'x');
    await expect(restored()).rejects.toThrow('database/account.copy.gz của bản sao lưu bị hỏng');
    await expect(backUp({ ...config, backupRecipients: ['age1lan'] }, join(top, 'no'))).rejects.toThrow(
      '“age1lan” không phải là khoá công khai của age',
    );
    expect(await readdir(top)).not.toContain('no');
  },
  120_000,
);
