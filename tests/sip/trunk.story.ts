import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineEvent, LegId, RecordingId, TenantId, TrunkId } from '@alo/call-core';
import type { HostedEngine } from '@alo/engine-host';
import { createSipEngine } from '@alo/engine-sip';
import { toneLevel } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSipp } from './run-sipp.ts';

// Names of this story; anywhere else they come from the database.
const tenant = 'sipp' as TenantId;
const trunk = 'carrier' as TrunkId;

let engine: HostedEngine;
let folder: string;
const events: EngineEvent[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-sipp-story-'));
  engine = createSipEngine({ files: { promptsFolder: folder, recordingsFolder: folder }, sipPort: 0 });
  await engine.start();
  engine.onEvent((_tenant, event) => take(event));
  await engine.provision({
    tenant,
    revision: 1,
    domain: 'sipp.example',
    extensions: [],
    trunks: [
      { trunk, host: '127.0.0.1', port: 5999, transport: 'udp', addresses: ['127.0.0.1'], numbers: ['19001234'] },
    ],
  });
  await engine.open();
});

afterAll(() => engine.close());

/** How long a call lasts when it is for us to end it. */
let hangUpAfterMs: number | null = null;

/** Answers every call and records what it says. */
function take(event: EngineEvent): void {
  events.push(event);
  if (event.type !== 'arrived') return;
  const { call, leg } = event;
  const recording = `${call}-1` as RecordingId; // As call control would name it.
  engine.perform(tenant, call, { type: 'ring', leg });
  engine.perform(tenant, call, { type: 'answer', leg });
  engine.perform(tenant, call, { type: 'record-message', recording, leg });
  if (hangUpAfterMs !== null) setTimeout(() => engine.perform(tenant, call, hangUp(leg)), hangUpAfterMs);
}

const hangUp = (leg: LegId) => ({ type: 'hang-up', leg, cause: 'normal' }) as const;

test('sipp calls through the trunk, is answered, heard, and hangs up', async () => {
  const target = { host: '127.0.0.1', port: engine.listening?.sipPort ?? 0 };
  const from = '0912345678';
  const result = await runSipp({ scenario: 'caller-hangs-up', target, from, name: 'Sipp', to: '19001234', seconds: 2 });
  expect(result).toEqual({ ok: true, errors: '' });
  await expect.poll(() => events.map(({ type }) => type)).toContain('recorded');
  const arrived = events.find((event) => event.type === 'arrived');
  expect(arrived).toMatchObject({ dialled: '19001234', origin: { kind: 'trunk', trunk, number: from, name: 'Sipp' } });
  expect(events.find((event) => event.type === 'ended')).toMatchObject({ cause: 'normal' });
  const recorded = events.find((event) => event.type === 'recorded');
  if (recorded?.type !== 'recorded') throw new Error('the call was not recorded');
  expect(recorded.durationMs).toBeGreaterThan(1_500);
  const wav = await readFile(join(folder, tenant, `${recorded.recording}.wav`));
  const samples = Array.from({ length: 8_000 }, (_, i) => wav.readInt16LE(44 + 2 * (4_000 + i)));
  expect(toneLevel(samples, 440)).toBeGreaterThan(0.3);
});

test('sipp is hung up on', async () => {
  hangUpAfterMs = 1_000;
  const target = { host: '127.0.0.1', port: engine.listening?.sipPort ?? 0 };
  const result = await runSipp({ scenario: 'callee-hangs-up', target, from: '0912345678', to: '19001234', seconds: 5 });
  expect(result).toEqual({ ok: true, errors: '' });
});
