import { setTimeout as sleep } from 'node:timers/promises';
import type { PhoneCall, RtpAudio } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { callsSince, type PersonApi, recordingOf, signInByApi } from '../e2e/support/api.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';
import { longestSilence } from '../e2e/support/voices.ts';
import { type DeskPhone, deskPhone, hire } from './support/desk-phones.ts';

const calls = Number(process.env['CALLS'] ?? 20);
const callers = Array.from({ length: calls }, (_, index) => String(201 + index));
const callees = Array.from({ length: calls }, (_, index) => String(301 + index));

let product: Product;
let admin: PersonApi;
let phones: ReadonlyMap<string, DeskPhone>;

beforeAll(async () => {
  product = await startProduct();
  await hire(product, [...callers, ...callees]);
  await product.replaceServer();
  admin = await signInByApi(product.address, 'admin');
  const all: DeskPhone[] = [];
  for (const extension of [...callers, ...callees]) all.push(await deskPhone(product, extension));
  phones = new Map(all.map((one) => [one.extension, one]));
}, 600_000);

afterAll(async () => {
  for (const { phone } of phones?.values() ?? []) phone.close();
  await product?.close();
});

const phoneOf = (extension: string) => {
  const found = phones.get(extension)?.phone;
  if (found === undefined) throw new Error(`no phone ${extension}`);
  return found;
};

interface Talk {
  readonly caller: PhoneCall<RtpAudio>;
  readonly callee: PhoneCall<RtpAudio>;
}

/** Everybody talks to everybody's neighbour, in tones. */
async function talkAll(): Promise<readonly Talk[]> {
  const talks: Talk[] = [];
  for (const [index, from] of callers.entries()) {
    const to = callees[index] ?? '';
    const caller = await phoneOf(from).call(to);
    const callee = await phoneOf(to).nextCall(20_000);
    callee.ring();
    await callee.answer();
    await caller.until('talking', 20_000);
    caller.audio.speak(600);
    callee.audio.speak(900);
    talks.push({ caller, callee });
  }
  await hearAll(talks);
  return talks;
}

async function hearAll(talks: readonly Talk[]): Promise<void> {
  await until(
    'everybody hears the other',
    () => talks.every(({ caller, callee }) => caller.audio.level(900) > 0.2 && callee.audio.level(600) > 0.2),
    20_000,
  );
}

/** One row and one whole recording each, in which nobody was away for longer than 200 ms while they talked. */
async function expectWhole(since: number, seconds: number): Promise<void> {
  const rows = await until(
    'every call is closed in the history',
    async () => {
      const found = await callsSince(admin, since);
      return (
        found.length >= calls &&
        found.every(({ status, recording }) => status !== 'in_progress' && recording !== 'open') &&
        found
      );
    },
    60_000,
  );
  expect(rows).toHaveLength(calls);
  for (const row of rows) {
    expect(row).toMatchObject({ status: 'answered', recording: 'ready' });
    const { left, right, sampleRate, seconds: recorded } = await recordingOf(admin, row.id);
    expect(recorded).toBeGreaterThan(seconds);
    for (const voice of [left, right]) {
      const talk = voice.subarray(2 * sampleRate, Math.floor(seconds * sampleRate));
      expect(longestSilence(talk, sampleRate)).toBeLessThan(0.2);
    }
  }
}

const changes = [
  { what: 'kill -9 of the server', act: () => product.killServer() },
  { what: 'an upgrade', act: () => product.replaceServer() },
];
test.each(changes)(
  `${calls} recorded calls go on through $what`,
  async ({ act }) => {
    await sleep(1_100);
    const since = Date.now();
    const talks = await talkAll();
    const talking = Date.now();
    await act();
    await hearAll(talks);
    const [first] = talks;
    await first?.caller.hold(true);
    await first?.caller.hold(false);
    await hearAll(talks);
    const seconds = (Date.now() - talking) / 1_000;
    for (const { callee } of talks) await callee.hangUp();
    await Promise.all(talks.map(({ caller }) => caller.until('ended', 20_000)));
    await expectWhole(since, seconds);
  },
  600_000,
);

test(`kill -9 of the engine: each of ${calls} calls is closed once, and phones are back`, async () => {
  await sleep(1_100);
  const since = Date.now();
  await talkAll();
  await sleep(2_000);
  const dead = await product.killEngine();
  await until(
    'another engine serves',
    async () =>
      ((await product.enginePid()) ?? dead) !== dead && fetch(`${product.address}/readyz`).then(({ ok }) => ok),
    30_000,
  );
  for (const extension of [...callers, ...callees]) expect((await phoneOf(extension).register()).status).toBe(200);
  const rows = await until(
    'every call is closed',
    async () => {
      const found = await callsSince(admin, since);
      return found.length >= calls && found.every(({ status }) => status !== 'in_progress') && found;
    },
    60_000,
  );
  expect(rows).toHaveLength(calls);
  for (const row of rows) expect(row.ended_at).not.toBeNull();
}, 600_000);
