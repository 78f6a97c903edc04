import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallId, EngineEvent, LegId, TenantId } from '@alo/call-core';
import type { ExtensionProvision } from '@alo/engine';
import type { HostedEngine } from '@alo/engine-host';
import { header, type Request } from '@alo/sip';
import { TestPhone } from '@alo/testing';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createSipEngine } from './index.ts';
import { digestSecret } from './testing/digest-secret.ts';

// Names of this test; anywhere else they come from the database.
const tenant = 'watched' as TenantId;
const elsewhere = 'elsewhere' as TenantId;

let engine: HostedEngine;
let events: EngineEvent[] = [];
let revision = 0;

function extension(domain: string, number: string, messages = { waiting: 0, old: 0 }): ExtensionProvision {
  const user = `${number}-mdesk1`;
  const secret = digestSecret(user, domain, 'x', `${user}/1`);
  return {
    extension: number,
    secrets: [],
    devices: [{ device: user, user, secret, networks: [], maxCalls: 5 }],
    messages,
  };
}

async function provision(numbers: readonly string[], waiting = 0): Promise<void> {
  revision += 1;
  const domain = 'watched.example';
  const extensions = numbers.map((number) => extension(domain, number, { waiting, old: 1 }));
  await engine.provision({ tenant, revision, domain, extensions, trunks: [] });
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-watched-'));
  const files = { promptsFolder: folder, recordingsFolder: folder };
  engine = createSipEngine({ files, sipPort: 0, bindAddress: '127.0.0.1' });
  engine.onEvent((_tenant, event) => events.push(event));
  await engine.start();
  const extensions = [extension('elsewhere.example', '201')];
  await engine.provision({ tenant: elsewhere, revision: 1, domain: 'elsewhere.example', extensions, trunks: [] });
  await engine.open();
});
afterAll(() => engine.close());
beforeEach(async () => {
  await provision([]);
  await provision(['101', '102']);
  events = [];
});

async function registered(number: string, domain = 'watched.example'): Promise<TestPhone> {
  const server = { transport: 'udp', host: '127.0.0.1', port: engine.listening?.sipPort ?? 0 } as const;
  const phone = await TestPhone.rtp({ server, domain, user: `${number}-mdesk1`, password: 'x' });
  onTestFinished(() => phone.close());
  expect((await phone.register()).status).toBe(200);
  return phone;
}

async function arrived(): Promise<{ call: CallId; leg: LegId }> {
  const isArrived = (event: EngineEvent) => event.type === 'arrived';
  await expect.poll(() => events.find(isArrived)).toBeDefined();
  const event = events.find((one) => one.type === 'arrived');
  if (event === undefined) throw new Error('nobody called');
  return event;
}

const textOf = ({ body }: Request) => new TextDecoder().decode(body);
const statesIn = (body: string) => [...body.matchAll(/<state>(\w+)<\/state>/g)].map(([, state]) => state);
const versionIn = (body: string) => Number(/ version="(\d+)"/.exec(body)?.[1]);

test('a lamp of a colleague: idle, rings, talks, idle again, each time with all there is and the next version', async () => {
  const watcher = await registered('101');
  const colleague = await registered('102');
  const lamp = await watcher.subscribe('102', 'dialog');
  expect(lamp.response?.status).toBe(200);
  const first = await lamp.next();
  expect([first.state, statesIn(first.body), versionIn(first.body)]).toEqual(['active;expires=600', [], 0]);

  const caller = await watcher.call('102');
  const { call, leg } = await arrived();
  const rung = `${call}/1` as LegId;
  const callerId = { number: '0901234567', name: 'Anh Nam' };
  engine.perform(tenant, call, { type: 'dial', leg: rung, to: { kind: 'extension', extension: '102' }, callerId });
  const there = await colleague.nextCall();
  there.ring();
  const states: (readonly (string | undefined)[])[] = [];
  let version = 0;
  const until = async (state: string) => {
    for (;;) {
      const { body } = await lamp.next();
      expect(body).toContain('entity="sip:102@watched.example"');
      // Who calls is not for everybody.
      expect(body).not.toContain('0901234567');
      version += 1;
      expect(versionIn(body)).toBe(version);
      states.push(statesIn(body));
      if (states.at(-1)?.[0] === state) return;
    }
  };
  await until('early');
  await there.answer();
  await until('confirmed');
  engine.perform(tenant, call, { type: 'hang-up', leg: rung, cause: 'normal' });
  await until('terminated');
  engine.perform(tenant, call, { type: 'hang-up', leg, cause: 'normal' });
  await caller.until('ended').catch(() => undefined);
});

test('whether a colleague can be reached follows registration', async () => {
  const watcher = await registered('101');
  const presence = await watcher.subscribe('102', 'presence', 600, [{ name: 'accept', value: 'application/pidf+xml' }]);
  expect((await presence.next()).body).toContain('<basic>closed</basic>');
  const colleague = await registered('102');
  expect((await presence.next()).body).toContain('<basic>open</basic>');
  await colleague.register(0);
  expect((await presence.next()).body).toContain('<basic>closed</basic>');
});

test('messages that wait are told to their own extension alone, and again when there are more', async () => {
  const phone = await registered('101');
  const messages = await phone.subscribe('101-mdesk1', 'message-summary');
  expect((await messages.next()).body).toContain('Messages-Waiting: no');
  await provision(['101', '102'], 2);
  const { body } = await messages.next();
  expect(body).toContain('Messages-Waiting: yes');
  expect(body).toContain('Voice-Message: 2/1 (0/0)');
  expect((await phone.subscribe('102', 'message-summary')).response?.status).toBe(403);
});

test('a phone that never asked is told of messages that wait: when it comes and when there are more, and nothing twice', async () => {
  await provision(['101', '102'], 1);
  const phone = await registered('101');
  const first = await phone.nextNotify();
  expect(header(first, 'event')).toBe('message-summary');
  expect(textOf(first)).toContain('Voice-Message: 1/1 (0/0)');
  expect((await phone.register()).status).toBe(200);
  await provision(['101', '102'], 1);
  // Whoever is told in the same breath has been told.
  await (await registered('102')).nextNotify();
  expect(phone.notifies).toHaveLength(1);
  await provision(['101', '102'], 0);
  expect(textOf(await phone.nextNotify())).toContain('Messages-Waiting: no');
  // Who asks is told by its subscription alone.
  const messages = await phone.subscribe('101-mdesk1', 'message-summary');
  await messages.next();
  await provision(['101', '102'], 3);
  expect((await messages.next()).body).toContain('Voice-Message: 3/1');
  expect(phone.notifies).toHaveLength(2);
});

test('a phone that does not want to know is told once', async () => {
  await provision(['101', '102'], 1);
  const phone = await registered('101');
  phone.notifyAnswer = 489;
  await phone.nextNotify();
  await provision(['101', '102'], 2);
  // Its other events come all the same, so what is told together was told by then.
  const lamp = await phone.subscribe('101', 'presence');
  await lamp.next();
  await provision(['101', '102'], 3);
  await (await registered('102')).nextNotify();
  expect(phone.notifies).toHaveLength(1);
});

test('the same is told once, however often somebody looks', async () => {
  const watcher = await registered('101');
  const colleague = await registered('102');
  const presence = await watcher.subscribe('102', 'presence');
  expect((await presence.next()).body).toContain('<basic>open</basic>');
  const messages = await watcher.subscribe('101-mdesk1', 'message-summary');
  await messages.next();
  for (let i = 0; i < 3; i += 1) await provision(['101', '102']);
  await colleague.register(0);
  expect((await presence.next()).body).toContain('<basic>closed</basic>');
  await provision(['101', '102'], 1);
  expect((await messages.next()).body).toContain('Voice-Message: 1/1');
  expect([presence.unread, messages.unread]).toEqual([0, 0]);
});

test('a subscription is refreshed, ends when it is asked to, and is then unknown', async () => {
  const phone = await registered('101');
  const lamp = await phone.subscribe('102', 'dialog;id=7', 60);
  expect((await lamp.next()).state).toBe('active;expires=60');
  const contact = { name: 'contact', value: phone.contact };
  const event = { name: 'event', value: 'dialog;id=7' };
  expect(await lamp.refresh(600, [contact, event])).toBe(200);
  expect((await lamp.next()).state).toBe('active;expires=600');
  expect(await lamp.refresh(5, [contact, event])).toBe(423);
  expect(await lamp.refresh(0, [contact, event])).toBe(200);
  expect((await lamp.next()).state).toBe('terminated;reason=timeout');
  expect(await lamp.refresh(600, [contact, event])).toBe(481);
});

test('who asks once hears once; what cannot be told is refused by name', async () => {
  const phone = await registered('101');
  const once = await phone.subscribe('102', 'presence', 0);
  expect((await once.next()).state).toBe('terminated;reason=timeout');
  const unknown = await phone.subscribe('102', 'conference');
  expect(unknown.response?.status).toBe(489);
  const odd = await phone.subscribe('102', 'dialog', 600, [{ name: 'accept', value: 'text/plain' }]);
  expect(odd.response?.status).toBe(406);
  expect((await phone.subscribe('999', 'dialog')).response?.status).toBe(404);
});

test("another company's phones are not there, and who is nobody any more hears no more", async () => {
  const stranger = await registered('201', 'elsewhere.example');
  expect((await stranger.subscribe('102', 'dialog')).response?.status).toBe(404);
  const phone = await registered('101');
  const lamp = await phone.subscribe('102', 'dialog');
  await lamp.next();
  await provision(['102']);
  expect(await lamp.next()).toEqual({ state: 'terminated;reason=rejected', body: '' });
});
