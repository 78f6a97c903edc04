import type { CallId, EngineEvent, LegId, TenantId, TrunkId } from '@alo/call-core';
import type { HostedEngine } from '@alo/engine-host';
import { header } from '@alo/sip';
import { TestPhone } from '@alo/testing';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { digestSecret } from './testing/digest-secret.ts';
import { startedEngine } from './testing/started-engine.ts';

const tenant = 'gateways' as TenantId;
const trunk = 'sims' as TrunkId;
const domain = 'gateways.example';
const number = '0901000999';

let engine: HostedEngine;
let events: EngineEvent[] = [];
let revision = 0;

beforeAll(async () => {
  engine = await startedEngine((event) => events.push(event));
});
afterAll(() => engine.close());
beforeEach(async () => {
  // Who registered before is forgotten with the trunk.
  await provision(null);
  await provision('secret');
  events = [];
});

async function provision(password: string | null): Promise<void> {
  revision += 1;
  const account = { username: 'goip', authUsername: 'goip', password: password ?? '' };
  await engine.provision({
    tenant,
    revision,
    domain,
    extensions: [{ extension: '101', secrets: [digestSecret('101', domain, 'x')] }],
    trunks:
      password === null
        ? []
        : [{ trunk, host: '', port: null, transport: 'udp', addresses: [], numbers: [number], registersHere: account }],
  });
}

async function gateway(from: string, user = 'goip', password = 'secret') {
  const server = { transport: 'udp', host: '127.0.0.1', port: engine.listening?.sipPort ?? 0, from } as const;
  const phone = await TestPhone.rtp({ server, domain, user, password });
  onTestFinished(() => phone.close());
  return phone;
}

const news = () => events.filter((event) => event.type === 'trunk');
const arrived = () => events.find((event) => event.type === 'arrived');
let calls = 0;
function dial(): LegId {
  calls += 1;
  const call = `gateway-${calls}` as CallId;
  const leg = `${call}/1` as LegId;
  const callerId = { number, name: '' };
  engine.perform(tenant, call, { type: 'dial', leg, to: { kind: 'trunk', trunk, number: '0912345678' }, callerId });
  return leg;
}

test('a gateway that registers with its account is its trunk: what it brings is the number’s, and calls out go to it', async () => {
  const goip = await gateway('127.0.0.31');
  expect((await goip.register()).status).toBe(200);
  await expect.poll(news).toMatchObject([{ trunk, state: 'up', why: 'registered' }]);
  await goip.call(number, { from: '0987654321' });
  await expect.poll(arrived).toMatchObject({ dialled: number, origin: { kind: 'trunk', trunk, number: '0987654321' } });
  const leg = dial();
  const call = await goip.nextCall();
  expect(call.invite?.uri).toContain('sip:0912345678@127.0.0.31:');
  expect(header(call.invite ?? never(), 'from')).toContain(number);
  call.reject(486);
  await expect.poll(() => events).toContainEqual(expect.objectContaining({ type: 'ended', leg, cause: 'busy' }));
});

test('a gateway that comes back from another address is there, and nowhere else', async () => {
  const before = await gateway('127.0.0.32');
  await before.register();
  const now = await gateway('127.0.0.33');
  await now.register();
  dial();
  const call = await now.nextCall();
  expect(call.invite?.uri).toContain('@127.0.0.33:');
  call.reject(486);
  // Whoever has its former address is a stranger.
  const stranger = await before.call(number, { from: '0987654321', withCredentials: false });
  await stranger.until('ended');
  expect(stranger.status).toBe(401);
});

test('without the password nobody is a gateway, nor by the account of one in place of an extension', async () => {
  const wrong = await gateway('127.0.0.34', 'goip', 'guessed');
  expect((await wrong.register()).status).toBe(401);
  const goip = await gateway('127.0.0.35');
  await goip.register();
  const unknown = await goip.call('0909000111', { from: '0987654321' });
  await unknown.until('ended');
  expect(unknown.status).toBe(404);
  // By the name of an extension it has to prove to be that.
  const asLan = await goip.call('102', { from: '101' });
  await asLan.until('ended');
  expect(asLan.status).toBe(401);
});

test('a gateway that has left, or whose account is another now, is called no more', async () => {
  const goip = await gateway('127.0.0.36');
  await goip.register();
  await goip.register(0);
  await expect.poll(news).toMatchObject([{ state: 'up' }, { state: 'down' }]);
  const left = dial();
  const unreached = (leg: LegId) =>
    expect.poll(() => events).toContainEqual(expect.objectContaining({ type: 'ended', leg, cause: 'unreachable' }));
  await unreached(left);
  await goip.register();
  await provision('another');
  await unreached(dial());
  await provision('');
  expect((await (await gateway('127.0.0.37', 'goip', '')).register()).status).toBe(401);
});

function never(): never {
  throw new Error('the gateway of this test has not been called');
}
