import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { closedCallsSince, type PersonApi, recordingOf, signInByApi } from './support/api.ts';
import { type DeskPhone, deskPhone, hire } from './support/desk-phones.ts';
import { type Product, startProduct } from './support/product.ts';
import { until } from './support/until.ts';

/** What the product believes: not even root can set the clock of a few processes only, so it is told another time. */
const preload = pathToFileURL(join(import.meta.dirname, 'support/stepped-clock.mjs')).href;
const hour = 3_600_000;
/** For so long after a call its time holds. */
const quietMs = 5_000;

let folder: string;
let product: Product;
let admin: PersonApi;
let a: DeskPhone;
let b: DeskPhone;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-clock-'));
  await setClock(0);
  product = await startProduct({
    NODE_OPTIONS: `--import=${preload}`,
    ALO_STORY_CLOCK: folder,
    ALO_DRAIN_SECONDS: '60',
  });
  await hire(product, ['201', '202']);
  await product.replaceServer();
  [a, b] = [await deskPhone(product, '201'), await deskPhone(product, '202')];
  admin = await signInByApi(product.address, 'admin');
});

afterAll(async () => {
  for (const one of [a, b]) one?.phone.close();
  await product?.close();
  await rm(folder, { recursive: true });
});

const setClock = (off: number) => writeFile(join(folder, 'off'), String(off));

/** Sets it, and waits until all processes of the product that have a clock have it. */
async function clockIs(off: number): Promise<void> {
  await setClock(off);
  const noted = (pid: number) => readFile(join(folder, String(pid)), 'utf8').catch(() => null);
  await until('the product has the new time', async () => {
    const all = await Promise.all((await product.processes()).map(noted));
    return all.every((its) => its === null || Number(its) === off);
  });
}

async function talk() {
  const caller = await a.phone.call('202');
  const callee = await b.phone.nextCall(20_000);
  callee.ring();
  await callee.answer();
  await caller.until('talking', 20_000);
  const since = Date.now();
  callee.audio.speak(900);
  await until('the caller hears the callee', () => caller.audio.level(900) > 0.2);
  return { caller, callee, since };
}

test.each([
  { what: 'forth', from: 0, to: hour },
  { what: 'back', from: hour, to: -hour },
])(
  'the clock is set $what in mid-call: the call lasts as long as it lasted, a later one has the new time',
  async ({ from, to }) => {
    const began = Date.now();
    const first = await talk();
    await clockIs(to);
    await sleep(1_000);
    await until('they still hear each other', () => first.caller.audio.level(900) > 0.2);
    expect(await first.caller.hangUp()).toBe(200);
    const talked = (Date.now() - first.since) / 1_000;
    // Calls of before are past when a while was quiet.
    await sleep(quietMs + 1_000);
    const second = await talk();
    expect(await second.caller.hangUp()).toBe(200);

    const rows = await closedCallsSince(admin, began + Math.min(from, to), 2);
    const startedBy = (off: number) =>
      rows.filter(({ started_at }) => isNear(Date.parse(started_at), Date.now() + off));
    const [row] = startedBy(from);
    if (row === undefined) throw new Error(`no row of the time before: ${JSON.stringify(rows)}`);
    expect(row).toMatchObject({ status: 'answered', recording: 'ready' });
    expect(Math.abs(row.talk_seconds - talked)).toBeLessThan(2);
    expect(Math.abs(row.total_seconds - talked)).toBeLessThan(3);
    expect((await recordingOf(admin, row.id)).seconds).toBeGreaterThan(talked - 0.75);
    expect((await recordingOf(admin, row.id)).seconds).toBeLessThan(talked + 1.5);
    expect(startedBy(to).length).toBe(1);
  },
);

const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 60_000;

test('told to stop, it takes no new call, lets the one that runs end by itself, and goes; told twice, it cuts it', async () => {
  const running = await talk();
  const stop = () => process.kill(product.keeperPid, 'SIGTERM');
  stop();
  await until('new calls are refused', async () => {
    const refused = await a.phone.call('202');
    return refused.until('ended').then(() => refused.status === 503);
  });
  await until('they still hear each other', () => running.caller.audio.level(900) > 0.2);
  expect(await running.caller.hangUp()).toBe(200);
  await until('everything has ended', async () => (await product.processes()).length === 0);

  await product.start();
  for (const { phone } of [a, b]) expect((await phone.register(3_600)).status).toBe(200);
  const cut = await talk();
  stop();
  await until('it is stopping', async () => !(await fetch(`${product.address}/readyz`)).ok);
  expect(cut.caller.state).toBe('talking');
  stop();
  await Promise.all([cut.caller.until('ended', 10_000), cut.callee.until('ended', 10_000)]);
  await until('everything has ended', async () => (await product.processes()).length === 0);
});
