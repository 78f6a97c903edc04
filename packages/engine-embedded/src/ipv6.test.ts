import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BridgeId, CallId, EngineEvent, LegId, TenantId } from '@alo/call-core';
import { ha1, header } from '@alo/sip';
import { TestPhone } from '@alo/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createEmbeddedEngine, type EmbeddedEngine } from './index.ts';

// A test's own names.
const tenant = 'both' as TenantId;
const domain = 'both.example';

let engine: EmbeddedEngine;
let events: EngineEvent[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-ipv6-'));
  const files = { promptsFolder: folder, recordingsFolder: folder };
  engine = createEmbeddedEngine({ files, sipPort: 0, bindAddress: '::' });
  await engine.start();
  engine.onEvent((_tenant, event) => events.push(event));
  const secret = (extension: string) => ({
    id: extension,
    ha1Md5: ha1('MD5', extension, domain, 'secret'),
    ha1Sha256: ha1('SHA-256', extension, domain, 'secret'),
  });
  const extensions = ['101', '102'].map((extension) => ({ extension, secrets: [secret(extension)] }));
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
  const perform = (command: Parameters<EmbeddedEngine['perform']>[2]) =>
    engine.perform(tenant, call as CallId, command);
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
  await expect
    .poll(() => callee.audio.level(440) > 0.3 && caller.audio.level(1000) > 0.3, { timeout: 10_000 })
    .toBe(true);
  const said = (body: Uint8Array | undefined) => new TextDecoder().decode(body);
  const named = (address: string) => `c=IN ${address.includes(':') ? 'IP6' : 'IP4'} ${address}\r\n`;
  expect(said(caller.response?.body)).toContain(named(from));
  expect(said(callee.invite?.body)).toContain(named(to));
  expect(callee.invite && header(callee.invite, 'contact')).toContain(to.includes(':') ? '@[::1]:' : '@127.0.0.1:');
  expect(await caller.hangUp()).toBe(200);
  perform({ type: 'hang-up', leg: other, cause: 'normal' });
  await callee.until('ended');
});
