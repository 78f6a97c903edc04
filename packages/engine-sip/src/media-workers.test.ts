import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BridgeId, CallId, EngineEvent, LegId, RecordingId, TenantId } from '@alo/call-core';
import type { HostedEngine } from '@alo/engine-host';
import { engineSuite } from '@alo/engine-suite';
import { type PhoneAudio, TestPhone } from '@alo/testing';
import { groupInDepth } from '@alo/testing/in-depth';
import { generate } from 'selfsigned';
import { expect, test } from 'vitest';
import { createSipEngine } from './index.ts';
import { amplitudeOf } from './media/testing/amplitude.ts';
import { Browser } from './media/testing/phones.ts';
import { digestSecret } from './testing/digest-secret.ts';
import { startedEngine } from './testing/started-engine.ts';

// Names of this test; anywhere else they come from the database, and from call control.
const tenant = 'workers' as TenantId;
const domain = 'workers.example';
const patience = { timeout: 60_000 };

/** The audio of a browser that takes another transport as browsers do: one that was never there before. */
class BrowserAudio implements PhoneAudio {
  browser = new Browser();

  offer = () => this.browser.offer();
  acceptAnswer = async (answer: string) => this.browser.accept(answer);
  close = () => this.browser.close();

  answer(offer: string): Promise<string> {
    this.browser.close();
    this.browser = new Browser();
    // Heard once its way is open.
    this.browser.voice.speak(900);
    return this.browser.answer(offer);
  }

  hears = (hertz: number): boolean => amplitudeOf(this.browser.voice.audio(300), hertz) > 1_000;
}

/** Processes that the engine's process started for its audio. */
async function workersOf(engine: HostedEngine): Promise<readonly number[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const mothers = await Promise.all(
    processes.map(async (pid) => {
      // A process that has ended meanwhile has none.
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return { pid, mother: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]) };
    }),
  );
  return mothers.filter(({ mother }) => mother === engine.pid).map(({ pid }) => pid);
}

test('the audio of a browser and a desk phone is set up again by re-INVITE when its process dies, and recorded on', async () => {
  const events: EngineEvent[] = [];
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
  await using closing = new AsyncDisposableStack();
  const engine = await startedEngine((event) => events.push(event), {
    mediaWorkers: 1,
    bindAddress: '127.0.0.1',
    wss: { port: 0, certificate: cert, key },
  });
  closing.defer(() => engine.close());
  await engine.provision({
    revision: 1,
    tenant,
    domain,
    extensions: ['101', '102'].map((extension) => ({ extension, secrets: [digestSecret(extension, domain, 'x')] })),
    trunks: [],
  });
  const known = { domain, password: 'x' };
  const desk = await TestPhone.rtp({
    ...known,
    user: '101',
    server: { transport: 'udp', host: '127.0.0.1', port: engine.listening?.sipPort ?? 0 },
  });
  closing.defer(() => desk.close());
  const web = await TestPhone.open({
    ...known,
    user: '102',
    server: { transport: 'ws', url: `wss://127.0.0.1:${engine.listening?.wssPort}/` },
    newAudio: async () => new BrowserAudio(),
  });
  closing.defer(() => web.close());
  for (const phone of [desk, web]) await phone.register();

  const caller = await desk.call('102');
  caller.audio.speak(500);
  await expect.poll(() => events.some(({ type }) => type === 'arrived'), patience).toBe(true);
  const arrived = events.find((event) => event.type === 'arrived');
  if (arrived?.type !== 'arrived') throw new Error('the call did not arrive');
  const call: CallId = arrived.call;
  const [leg, other] = [arrived.leg, `${call}/1` as LegId];
  const perform = (command: Parameters<HostedEngine['perform']>[2]) => engine.perform(tenant, call, command);
  perform({
    type: 'dial',
    leg: other,
    to: { kind: 'extension', extension: '102' },
    callerId: { number: '101', name: '' },
  });
  const callee = await web.nextCall();
  await callee.answer();
  await expect
    .poll(() => events.some((event) => event.type === 'answered' && event.leg === other), patience)
    .toBe(true);
  perform({ type: 'answer', leg });
  const [bridge, recording] = [`${call}/b1` as BridgeId, `${call}/r1` as RecordingId];
  const members = [
    { leg, hears: [other], channel: 'left' as const },
    { leg: other, hears: [leg], channel: 'right' as const },
  ];
  perform({ type: 'bridge', bridge, members });
  perform({ type: 'record', recording, bridge });
  const bothHear = () => callee.audio.hears(500) && caller.audio.level(900) > 0.1;
  await expect.poll(bothHear, patience).toBe(true);

  const [worker, ...others] = await workersOf(engine);
  expect(others).toEqual([]);
  process.kill(worker ?? Number.NaN, 'SIGKILL');
  await expect.poll(() => callee.received.some(({ method }) => method === 'INVITE'), patience).toBe(true);
  await expect.poll(bothHear, patience).toBe(true);
  await expect.poll(async () => (await workersOf(engine)).length, patience).toBe(1);
  // Those that the call has now are in the engine, until another comes.
  await expect.poll(() => engine.audio, patience).toMatchObject([{ legs: 0 }]);
  expect(await engine.snapshot()).toMatchObject({
    legs: [{ state: 'up' }, { state: 'up' }],
    bridges: [{ bridge }],
    recordings: [{ recording, paused: false }],
  });
  await caller.hangUp();
  await expect
    .poll(() => events.find(({ type }) => type === 'ended'), patience)
    .toMatchObject({ leg, cause: 'normal' });
  perform({ type: 'hang-up', leg: other, cause: 'normal' });
  await expect
    .poll(() => events.find(({ type }) => type === 'recorded'), patience)
    .toMatchObject({ state: 'incomplete' });
});

groupInDepth('all that an engine does', () => {
  engineSuite('our own switch with its audio in two processes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'alo-engine-'));
    const files = { promptsFolder: join(folder, 'prompts'), recordingsFolder: join(folder, 'recordings') };
    const engine = createSipEngine({ files, sipPort: 0, shortestRegistrationSeconds: 2, mediaWorkers: 2 });
    return {
      engine,
      files,
      shortestRegistrationSeconds: 2,
      server: (transport) => ({ transport, host: '127.0.0.1', port: engine.listening?.sipPort ?? 0 }),
      kill: () => {
        if (engine.pid !== null) process.kill(engine.pid, 'SIGKILL');
      },
    };
  });
});
