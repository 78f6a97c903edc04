import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BridgeId, CallId, EngineEvent, LegId, TenantId, TrunkId } from '@alo/call-core';
import type { TenantProvision } from '@alo/engine';
import type { HostedEngine } from '@alo/engine-host';
import { header } from '@alo/sip';
import { TestPhone } from '@alo/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createSipEngine } from './index.ts';
import { digestSecret } from './testing/digest-secret.ts';

// A test's own names.
const tenant = 'both' as TenantId;
const domain = 'both.example';
const trunk = 'carrier' as TrunkId;

let engine: HostedEngine;
let events: EngineEvent[] = [];
let extensions: TenantProvision['extensions'] = [];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-ipv6-'));
  const files = { promptsFolder: folder, recordingsFolder: folder };
  engine = createSipEngine({ files, sipPort: 0, bindAddress: '::' });
  await engine.start();
  engine.onEvent((_tenant, event) => events.push(event));
  extensions = ['101', '102'].map((extension) => ({ extension, secrets: [digestSecret(extension, domain, 'secret')] }));
  await engine.provision({ tenant, revision: 1, domain, extensions, trunks: [] });
  await engine.open();
});
afterAll(() => engine.close());

async function phone(user: string, address: string, transport: 'udp' | 'tcp') {
  const server = { transport, host: address, port: engine.listening?.sipPort ?? 0, from: address };
  const made = await TestPhone.rtp({ server, domain, user, password: 'secret' });
  onTestFinished(() => made.close());
  expect((await made.register()).status).toBe(200);
  return made;
}

test.each([
  { from: '::1', to: '127.0.0.1', transport: 'udp' },
  { from: '127.0.0.1', to: '::1', transport: 'udp' },
  { from: '::1', to: '::1', transport: 'udp' },
] as const)('$from and $to talk by $transport, each in its own family', async ({ from, to, transport }) => {
  events = [];
  const [lan, minh] = [await phone('101', from, transport), await phone('102', to, transport)];
  const caller = await lan.call('102');
  const arrival = () => events.find((event) => event.type === 'arrived');
  await expect.poll(arrival).toBeDefined();
  const arrived = arrival();
  if (arrived?.type !== 'arrived') throw new Error('no call');
  const { call, leg } = arrived;
  const other = `${call}/1` as LegId;
  const perform = (command: Parameters<HostedEngine['perform']>[2]) => engine.perform(tenant, call as CallId, command);
  perform({
    type: 'dial',
    leg: other,
    to: { kind: 'extension', extension: '102' },
    callerId: { number: '101', name: '' },
  });
  const callee = await minh.nextCall();
  await callee.answer();
  perform({ type: 'answer', leg });
  perform({
    type: 'bridge',
    bridge: `${call}/b1` as BridgeId,
    members: [
      { leg, hears: [other], channel: 'left' },
      { leg: other, hears: [leg], channel: 'right' },
    ],
  });
  await caller.until('talking');
  caller.audio.speak(440);
  callee.audio.speak(1000);
  await expect.poll(() => callee.audio.level(440) > 0.3 && caller.audio.level(1000) > 0.3).toBe(true);
  const said = (body: Uint8Array | undefined) => new TextDecoder().decode(body);
  const named = (address: string) => `c=IN ${address.includes(':') ? 'IP6' : 'IP4'} ${address}\r\n`;
  expect(said(caller.response?.body)).toContain(named(from));
  expect(said(callee.invite?.body)).toContain(named(to));
  expect(callee.invite && header(callee.invite, 'contact')).toContain(to.includes(':') ? '@[::1]:' : '@127.0.0.1:');
  expect(await caller.hangUp()).toBe(200);
  perform({ type: 'hang-up', leg: other, cause: 'normal' });
  await callee.until('ended');
});

test.each([
  { host: '[::1]', at: '::1', addresses: [] },
  { host: '127.0.0.1', at: '127.0.0.1', addresses: [] },
  { host: '[::2]', at: '::1', addresses: ['::/64'] },
])('a carrier at $host brings calls from $at, and takes ours where it is', async ({ host, at, addresses }) => {
  events = [];
  const server = { transport: 'udp', host: at, port: engine.listening?.sipPort ?? 0, from: at } as const;
  const carrier = await TestPhone.rtp({ server, domain: host, user: '0912345678', password: '' });
  onTestFinished(() => carrier.close());
  const provided = { trunk, host, port: portOf(carrier), transport: 'udp', addresses, numbers: ['19001234'] } as const;
  await engine.provision({ tenant, revision: Date.now(), domain, extensions, trunks: [provided] });
  const caller = await carrier.call('19001234');
  await expect
    .poll(() => events.find((event) => event.type === 'arrived'))
    .toMatchObject({ dialled: '19001234', origin: { kind: 'trunk', number: '0912345678' } });
  const arrived = events.find((event) => event.type === 'arrived');
  if (arrived?.type !== 'arrived') throw new Error('no call');
  engine.perform(tenant, arrived.call, { type: 'answer', leg: arrived.leg });
  await caller.until('talking');
  expect(await caller.hangUp()).toBe(200);
  if (!host.includes(at)) return;

  const [call, leg] = [`out-${at}` as CallId, `out-${at}/1` as LegId];
  const to = { kind: 'trunk', trunk, number: '0901234567' } as const;
  engine.perform(tenant, call, { type: 'dial', leg, to, callerId: { number: '19001234', name: '' } });
  const callee = await carrier.nextCall();
  expect(callee.invite?.uri).toBe(`sip:0901234567@${host}:${portOf(carrier)}`);
  await callee.answer();
  await expect.poll(() => events.some((event) => event.type === 'answered' && event.leg === leg)).toBe(true);
  engine.perform(tenant, call, { type: 'hang-up', leg, cause: 'normal' });
  await callee.until('ended');
});

const portOf = ({ hostPort }: TestPhone): number => Number(hostPort.slice(hostPort.lastIndexOf(':') + 1));
