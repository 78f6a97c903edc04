import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallId, TenantId } from '@alo/call-core';
import type { Permission } from '@alo/contract';
import { ScriptedEngine } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/kernel/new-id.ts';
import type { Telephony } from '../src/telephony/telephony.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { testTelephony } from '../testing/telephony.ts';

const packageFolder = join(import.meta.dirname, '../../../packages/client');
const scopes: readonly Permission[] = [
  ...(['program-calls.create', 'program-calls.hang-up', 'events.view', 'call-history.view'] as const),
  'customer.full-phone',
];

let app: TestApp;
let folder: string;
let tenant: TenantId;
let engine: ScriptedEngine;
let telephony: Telephony;
let environment: Record<string, string>;
let examples: Record<string, string>;

beforeAll(async () => {
  const text = await readFile(join(packageFolder, 'README.md'), 'utf8');
  examples = Object.fromEntries(
    Array.from(text.matchAll(/^## (.+)\n\n```ts\n([^]*?)```/gm), ([, heading = '', code = '']) => [heading, code]),
  );
  folder = await mkdtemp(join(tmpdir(), 'alo-client-'));
  engine = new ScriptedEngine();
  app = await testApp({
    telephonyOf: (db) => (telephony = testTelephony(db, { engine, dataFolder: join(folder, 'data') })),
  });
  const demo = await app.tenant('vi-du');
  tenant = demo.id as TenantId; // the row's id
  await app.db.inTenant(tenant, async (trx) => {
    await trx.insertInto('extension').values({ id: newId(), number: '101', name: 'Lan' }).execute();
    const [trunk, number, rule] = [newId(), newId(), newId()];
    const address = '113.160.0.9';
    await trx
      .insertInto('trunk')
      .values({ id: trunk, name: 'Nhà mạng', host: address, addresses: [address] })
      .execute();
    const service = { id: number, number: '+842871000111', name: 'Tổng đài', trunk_id: trunk };
    await trx.insertInto('service_number').values(service).execute();
    await trx.insertInto('outbound_rule').values({ id: rule, name: 'Ra ngoài', pattern: '09x*' }).execute();
    const route = { id: newId(), outbound_rule_id: rule, service_number_id: number };
    await trx.insertInto('outbound_route').values(route).execute();
  });
  await demo.person('lan', [], '101');
  await telephony.open({ id: tenant, sip_domain: 'x.alo.local' });
  engine.register(tenant, '101');
  await telephony.settled();
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const { id } = (await demo.admin.call('POST', '/api-key', { name: 'Ví dụ', scopes })).json();
  const { secret } = (await demo.admin.call('POST', `/api-key/${id}/secret`)).json();
  const { port } = app.http.server.address() as AddressInfo;
  environment = { ALO_URL: `http://127.0.0.1:${port}`, ALO_COMPANY: 'vi-du', ALO_KEY: secret };
});

afterAll(async () => {
  await telephony.close();
  await app.close();
  await rm(folder, { recursive: true });
});

/** Runs an example of the README as whoever copies it does; answers what it says. */
function run(heading: string, more: Readonly<Record<string, string>> = {}) {
  const code = examples[heading] ?? '';
  const child = execFile(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    cwd: packageFolder,
    env: { ...environment, ...more },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: string) => (said += text));
  return { child, said: () => said, over: once(child, 'exit').then(() => said) };
}

test('every example of the client’s README has a test here', () => {
  expect(Object.keys(examples)).toEqual(['A call for an agent', 'What happens', 'What a webhook posts', 'A refusal']);
});

test('a program calls for an agent once, and hears how the call went', async () => {
  expect(await run('A call for an agent').over).toContain('called once: true\n');
  expect(engine.performed.filter((what) => what === 'dial 101')).toHaveLength(1);
  await telephony.settled();
  const heard = run('What happens');
  const call = await placed();
  engine.rings(call, '101');
  await telephony.settled();
  await expect.poll(heard.said, { timeout: 60_000 }).toContain('rings at 101');
  engine.answers(call, '101');
  await telephony.settled();
  engine.ends(call, '101');
  await telephony.settled();
  expect(await heard.over).toMatch(/rings at 101\nover: \w+\n$/);
});

async function placed(): Promise<CallId> {
  const { id } = await app.db.inTenant(tenant, (trx) => trx.selectFrom('call').select('id').executeTakeFirstOrThrow());
  return id as CallId; // a row's id
}

test('a refusal says in words what is wrong', async () => {
  expect(await run('A refusal').over).toContain('422 invalid_input: Không có nhân viên nào dùng máy nhánh này');
});

test('a receiver takes what is signed with its secret, and nothing else', async () => {
  const port = await freePort();
  const receiver = run('What a webhook posts', { PORT: String(port), ALO_WEBHOOK_SECRET: 'whsec' });
  const body = '{"event":"call.ended"}';
  const at = Math.floor(Date.now() / 1_000);
  const signature = `t=${at},v1=${createHmac('sha256', 'whsec').update(`${at}.${body}`).digest('hex')}`;
  const post = (text: string) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: text, headers: { 'alo-signature': signature } }).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(() => post(body), { timeout: 60_000 }).toBe(204);
  expect(await post('{"event":"other"}')).toBe(400);
  expect(receiver.said()).toContain('told of call.ended\n');
  receiver.child.kill();
  await receiver.over;
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
