import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { type MigratedTestDatabase, migratedTestDatabase } from '../../testing/database.ts';
import { testS3Server } from '../../testing/s3-server.ts';
import { storeCall } from '../../testing/stored-calls.ts';
import { readConfig } from '../config.ts';
import { tenantCreate } from '../operator/tenants.ts';
import { serverKey } from '../storage/server-key.ts';

/** Two machines of one installation, each with a data folder of its own: one runs the calls, the other one serves the console. */
let top: string;
let database: MigratedTestDatabase;
let s3: Awaited<ReturnType<typeof testS3Server>>;
const started: { readonly keeper: ChildProcess; readonly ended: Promise<unknown> }[] = [];

beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'alo-folders-'));
  database = await migratedTestDatabase();
  s3 = await testS3Server();
});

afterAll(async () => {
  for (const { keeper } of started) keeper.kill('SIGTERM');
  await Promise.all(started.map(({ ended }) => ended));
  await database.close();
  await s3.close();
  await rm(top, { recursive: true, maxRetries: 5 });
});

const settings = (folder: string) => ({
  ALO_DATA_DIR: join(top, folder),
  DATABASE_URL: database.url,
  ALO_PORT: '0',
  ALO_SIP_PORT: '0',
  ALO_SIP_TLS_PORT: '0',
  ALO_SIP_WSS_PORT: '0',
  ALO_S3_ENDPOINT: s3.settings.endpoint,
  ALO_S3_BUCKET: s3.settings.bucket,
  ALO_S3_REGION: s3.settings.region,
  ALO_S3_ACCESS_KEY: s3.settings.accessKeyId,
  ALO_S3_SECRET_KEY: s3.settings.secretAccessKey,
});

/** Resolves with what it said once it serves. */
async function start(folder: string, roles: string): Promise<string> {
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'keeper.ts')], {
    env: { ...settings(folder), ALO_ROLES: roles, ALO_NODE: folder === 'web' ? '' : folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [keeper.stdout, keeper.stderr]) stream.on('data', (text) => (said += text));
  started.push({ keeper, ended: once(keeper, 'exit') });
  await expect.poll(() => said, { timeout: 120_000 }).toContain('Alô sẵn sàng');
  return said;
}

const jobSeen = z.object({ state: z.string(), report: z.record(z.string(), z.unknown()) });

test('what one machine recorded is heard at the other, leaves its disk, and is gone everywhere when its person is erased', async () => {
  await serverKey(join(top, 'n1'));
  await mkdir(join(top, 'web'));
  await copyFile(join(top, 'n1', 'server-key'), join(top, 'web', 'server-key'));
  const around = {
    config: readConfig(settings('n1')),
    say: () => undefined,
    askSecret: async () => 'mat-khau-thu-1-dai',
  };
  await tenantCreate.run(['--code', 'acme', '--name', 'ACME', '--email', 'admin@acme.vn'], around);
  const { id: tenantId = '' } = (await database.db.directory.tenantByCode('acme')) ?? {};
  const said = await start('web', 'web');
  await start('n1', 'telephony,worker');
  const address = /http:\/\/\S+?:\d+/.exec(said)?.[0] ?? '';

  const signedIn = await fetch(`${address}/identity/login/tenant`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ma_dn: 'acme', username: 'admin@acme.vn', password: 'mat-khau-thu-1-dai' }),
  });
  const { token } = z.object({ token: z.string() }).parse(await signedIn.json());
  const ask = (path: string, body?: object) =>
    fetch(`${address}/api/acme${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const made = async (path: string, body: object) => {
    const answer = await ask(path, body);
    expect([path, answer.status < 300]).toEqual([path, true]);
    return z.object({ id: z.string().nullish(), job_id: z.string().nullish() }).parse(await answer.json());
  };

  const { id: status } = await made('/profile-status', { name: 'Khách', colour: '#2563eb' });
  const { id: customer } = await made('/customer', { name: 'Phạm Xoá', phone: '0987300005', status });
  const call = await storeCall(database.db, tenantId, { outside_number: '+84987300005', recording: { bytes: 40_000 } });
  const wav = randomBytes(40_000);
  const folder = join(top, 'n1', 'recordings', tenantId);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${call.recordingId}.wav`), wav);
  const listened = async () => Buffer.from(await (await ask(`/histories-call/${call.id}/recording`)).arrayBuffer());
  await expect.poll(async () => (await listened()).equals(wav), { timeout: 120_000 }).toBe(true);
  await expect.poll(() => readdir(folder), { timeout: 120_000 }).toEqual([]);
  expect(s3.files().filter((name) => name.includes('/recordings/'))).toHaveLength(1);

  const { id: request } = await made(`/customer/${customer}/data-request`, { kind: 'erase', note: 'qua điện thoại' });
  const { job_id: job } = await made(`/data-request/${request}/carry-out`, {});
  const report = async () => {
    const { state, report: counts } = jobSeen.parse(await (await ask(`/job/${job}`)).json());
    return { state, ...counts };
  };
  await expect.poll(report, { timeout: 120_000 }).toMatchObject({ state: 'done', calls: 1, recordings: 1, held: 0 });
  const left = async () => ({
    disk: await readdir(folder),
    bucket: s3.files().filter((name) => name.includes('/recordings/')),
    copies: await database.db.inTenant(tenantId, (trx) => trx.selectFrom('file_copy').select('name').execute()),
  });
  await expect.poll(left, { timeout: 120_000 }).toEqual({ disk: [], bucket: [], copies: [] });
}, 400_000);
