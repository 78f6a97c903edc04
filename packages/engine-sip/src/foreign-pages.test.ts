import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallId, EngineEvent, LegId, TenantId } from '@alo/call-core';
import type { HostedEngine } from '@alo/engine-host';
import { header, type Response } from '@alo/sip';
import { RtpAudio, TestPhone } from '@alo/testing';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createSipEngine } from './index.ts';
import { digestSecret } from './testing/digest-secret.ts';

// Names of this test; anywhere else they come from the database.
const shop = 'shop' as TenantId;
const bank = 'bank' as TenantId;
const crm = 'https://crm.example.vn';

let engine: HostedEngine;
const events: EngineEvent[] = [];
let revision = 0;

/** What each company lets come. */
async function letCome({ ofShop, ofBank }: { ofShop: readonly string[]; ofBank: readonly string[] }): Promise<void> {
  revision += 1;
  for (const [tenant, phoneOrigins] of [
    [shop, ofShop],
    [bank, ofBank],
  ] as const) {
    const domain = `${tenant}.example`;
    const extensions = ['101', '102'].map((extension) => ({
      extension,
      secrets: [digestSecret(extension, domain, 'x')],
    }));
    await engine.provision({ tenant, revision, domain, extensions, trunks: [], phoneOrigins });
  }
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-pages-'));
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
  engine = createSipEngine({
    files: { promptsFolder: folder, recordingsFolder: folder },
    sipPort: 0,
    wss: { port: 0, certificate: cert, key, origins: ['https://operator.example.vn'] },
  });
  await engine.start();
  engine.onEvent((_tenant, event) => events.push(event));
  await engine.open();
});
afterAll(() => engine.close());
beforeEach(() => letCome({ ofShop: [crm], ofBank: [] }));

/** A phone in a page, which speaks as desk phones do: what is agreed on is not the question here. */
async function phoneIn(origin: string, tenant: TenantId, user = '101'): Promise<TestPhone> {
  const phone = await TestPhone.open({
    server: { transport: 'ws', url: `wss://127.0.0.1:${engine.listening?.wssPort}/`, origin },
    domain: `${tenant}.example`,
    user,
    password: 'x',
    newAudio: () => RtpAudio.open('127.0.0.1'),
  });
  onTestFinished(() => phone.close());
  return phone;
}

const why = (response: Response | undefined) => [response?.status, response && header(response, 'warning')];
const refusal = (tenant: TenantId) => [403, `399 ${tenant}.example "The company does not let phones of ${crm} come"`];

test('a page that a company lets come brings its phones; to a page that none does the door is shut, whoever it is of', async () => {
  expect(await (await phoneIn(crm, shop)).register()).toMatchObject({ status: 200 });
  for (const origin of ['https://other.example.vn', 'http://crm.example.vn', `${crm}:8443`, 'null']) {
    await expect(phoneIn(origin, shop)).rejects.toThrow('403');
  }
  expect(await (await phoneIn('https://operator.example.vn', bank)).register()).toMatchObject({ status: 200 });
});

test('a page that another company lets come brings no phone of ours: its REGISTER and its call are told why, once they are proved', async () => {
  const phone = await phoneIn(crm, bank);
  expect(why(await phone.register())).toEqual(refusal(bank));
  const call = await phone.call('102');
  await call.until('ended');
  expect(why(call.response)).toEqual(refusal(bank));
  expect((await phone.subscribe('102', 'dialog')).response?.status).toBe(403);
  // Who has no password is not told whom the company lets come.
  const stranger = await TestPhone.open({
    server: { transport: 'ws', url: `wss://127.0.0.1:${engine.listening?.wssPort}/`, origin: crm },
    domain: 'bank.example',
    user: '101',
    password: 'wrong',
    newAudio: () => RtpAudio.open('127.0.0.1'),
  });
  onTestFinished(() => stranger.close());
  expect((await stranger.register()).status).toBe(401);
});

test('a page that is withdrawn while its socket is open is reached no more, its next request is refused, and its call can be ended', async () => {
  const phone = await phoneIn(crm, shop);
  const own = await phoneIn('https://127.0.0.1', shop, '102');
  expect((await phone.register()).status).toBe(200);
  expect((await own.register()).status).toBe(200);
  const watch = await phone.subscribe('102', 'dialog');
  expect(watch.response?.status).toBe(200);
  events.length = 0;
  const call = await phone.call('102');
  await expect.poll(() => events.find(({ type }) => type === 'arrived')).toBeDefined();
  const arrived = events.find(({ type }) => type === 'arrived');
  if (arrived?.type !== 'arrived') throw new Error('the call did not arrive');
  engine.perform(shop, arrived.call, { type: 'answer', leg: arrived.leg });
  await call.until('talking');

  events.length = 0;
  // Another company lets the page come still: its socket stays open.
  await letCome({ ofShop: [], ofBank: [crm] });
  await expect
    .poll(() => events.find(({ type }) => type === 'contacts'))
    .toMatchObject({ extension: '101', contacts: [] });
  expect(why(await phone.register())).toEqual(refusal(shop));
  const second = await phone.call('102');
  await second.until('ended');
  expect(why(second.response)).toEqual(refusal(shop));
  expect((await call.request('INFO')).status).toBe(403);
  let watched = '';
  while (!watched.startsWith('terminated')) watched = (await watch.next()).state;
  engine.perform(shop, 'late' as CallId, {
    type: 'dial',
    leg: 'late/1' as LegId,
    to: { kind: 'extension', extension: '101' },
    callerId: { number: '102', name: '' },
  });
  await expect.poll(() => events.find(({ type }) => type === 'ended')).toMatchObject({ leg: 'late/1' });
  await expect(phone.nextCall(100)).rejects.toThrow('no call');
  expect(await call.hangUp()).toBe(200);
  // Who comes from the console was never asked.
  expect((await own.register()).status).toBe(200);

  await letCome({ ofShop: [crm], ofBank: [] });
  expect((await phone.register()).status).toBe(200);
});
