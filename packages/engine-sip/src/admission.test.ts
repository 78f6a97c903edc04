import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineEvent, TenantId, TrunkId } from '@alo/call-core';
import type { HostedEngine } from '@alo/engine-host';
import { TestPhone } from '@alo/testing';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createSipEngine } from './index.ts';

const tenant = 'tenant' as TenantId; // Names of this test; in the product they come from the database.
const trunk = 'trunk' as TrunkId;
const lagMs = 200;
/** Those that run already are not what a refusal is about. */
const running = 10;

let engine: HostedEngine;
let events: EngineEvent[] = [];
/** How long the server lets each event wait. */
let waitMs = 0;

beforeEach(async () => {
  events = [];
  waitMs = 0;
  const folder = await mkdtemp(join(tmpdir(), 'alo-admission-'));
  engine = createSipEngine({
    files: { promptsFolder: folder, recordingsFolder: folder },
    sipPort: 0,
    bindAddress: '127.0.0.1',
    limits: { serverLagMs: lagMs },
  });
  engine.onEvent((_tenant, event, receipt) => {
    events.push(event);
    setTimeout(() => receipt.taken(), waitMs);
  });
  await engine.start();
  const addresses = ['127.0.0.3'];
  const carrier = { trunk, host: '127.0.0.3', port: 5060, transport: 'udp', addresses, numbers: ['19001234'] } as const;
  await engine.provision({ tenant, revision: 1, domain: 'test.example', extensions: [], trunks: [carrier] });
  await engine.open();
  return () => rm(folder, { recursive: true });
});
afterEach(() => engine.close());

const arrivals = () => events.filter((event) => event.type === 'arrived');

/** A carrier's line from there. */
async function phoneAt(from: string): Promise<TestPhone> {
  const at = { transport: 'udp', host: '127.0.0.1', port: engine.listening?.sipPort ?? 0, from } as const;
  const phone = await TestPhone.rtp({ server: at, domain: 'carrier', user: '0901234567', password: '' });
  onTestFinished(() => phone.close());
  return phone;
}

/** Calls of the first company that run, and their legs. */
async function callsThatRun(phone: TestPhone) {
  for (let i = 0; i < running; i += 1) await phone.call('19001234');
  await expect.poll(() => arrivals().length).toBe(running);
  return new Set(arrivals().map(({ leg }) => leg));
}

test('while the server cannot keep up, calls are refused at once and told of; those that run go on, and it is itself again', async () => {
  const phone = await phoneAt('127.0.0.3');
  const legs = await callsThatRun(phone);

  /** One more call; what it was answered with, and whether it came through. */
  async function another() {
    const before = arrivals().length;
    const call = await phone.call('19001234');
    await expect.poll(() => arrivals().length).toBe(before + 1);
    const arrived = arrivals().at(-1);
    if (arrived !== undefined && arrived.refused === undefined)
      engine.perform(tenant, arrived.call, { type: 'hang-up', leg: arrived.leg, cause: 'busy' });
    await call.until('ended');
    const retryAfter = call.response?.headers.find(({ name }) => name === 'retry-after')?.value;
    return { status: call.status, told: arrived?.refused, retryAfter };
  }

  const through = { status: 486, told: undefined, retryAfter: undefined };
  // On a busy machine the server may be late by itself at first.
  await expect.poll(another).toEqual(through);
  waitMs = lagMs + 50;
  await expect.poll(another).toEqual({ status: 503, told: 'congestion', retryAfter: '5' });
  waitMs = 0;
  await expect.poll(another).toEqual(through);
  const alive = (await engine.snapshot()).legs.map(({ leg }) => leg);
  expect(alive.filter((leg) => legs.has(leg))).toHaveLength(running);
});

test('while the server cannot keep up, a company that brings few calls beside one that floods is let in', async () => {
  const small = 'small' as TenantId;
  const addresses = ['127.0.0.4'];
  const carrier = { trunk, host: '127.0.0.4', port: 5060, transport: 'udp', addresses, numbers: ['19005678'] } as const;
  await engine.provision({ tenant: small, revision: 1, domain: 'small.example', extensions: [], trunks: [carrier] });
  const [flooding, modest] = [await phoneAt('127.0.0.3'), await phoneAt('127.0.0.4')];
  const standing = await callsThatRun(flooding);
  const endAll = setInterval(() => {
    for (const { call, leg, refused, dialled } of arrivals()) {
      if (refused !== undefined || standing.has(leg)) continue;
      engine.perform(dialled === '19001234' ? tenant : small, call, { type: 'hang-up', leg, cause: 'busy' });
    }
  }, 10);
  onTestFinished(() => clearInterval(endAll));
  const statusOf = async (phone: typeof flooding, dialled: string) => {
    const call = await phone.call(dialled);
    await call.until('ended', 20_000);
    return call.status;
  };
  const seen: (number | undefined)[] = [];
  // Those who bring most are refused as soon as the server begins to be late.
  for (const ms of [0.75 * lagMs, lagMs + 50]) {
    waitMs = ms;
    await expect
      .poll(async () => {
        const many = Promise.all(Array.from({ length: 10 }, () => statusOf(flooding, '19001234')));
        seen.push(await statusOf(modest, '19005678'));
        return many;
      })
      .toContain(503);
  }
  waitMs = 0;
  expect(new Set(seen)).toEqual(new Set([486]));
});
