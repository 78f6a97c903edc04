import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { callsSince, type HistoryRow, isClosed, type PersonApi, recordingOf, signInByApi } from '../e2e/support/api.ts';
import { type DeskPhone, deskPhone, hire } from '../e2e/support/desk-phones.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';

/** What the product believes: not even root can set the clock of a few processes only, so it is told another time. */
const preload = pathToFileURL(join(import.meta.dirname, '../e2e/support/stepped-clock.mjs')).href;
const hour = 3_600_000;
/** For so long after a call its time holds. */
const quietMs = 5_000;

const storyBegan = Date.now();
/** How many calls there were. */
let placed = 0;
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
  placed += 1;
  const caller = await a.phone.call('202');
  const callee = await b.phone.nextCall();
  callee.ring();
  await callee.answer();
  await caller.until('talking');
  const since = Date.now();
  callee.audio.speak(900);
  await until('the caller hears the callee', () => caller.audio.level(900) > 0.2);
  return { caller, callee, since };
}

/** The rows of all calls that there were, by the moment of their answer, when all are closed. */
async function closedRows(): Promise<(answeredAt: number) => HistoryRow> {
  const rows = await until('all calls are closed in the history', async () => {
    const all = await callsSince(admin, storyBegan - 2 * hour);
    const own = all.filter(({ caller_extension }) => caller_extension === '201');
    return own.length === placed && own.every(isClosed) && own;
  });
  return (answeredAt) => {
    const offBy = (row: HistoryRow) => Math.abs(Date.parse(row.answered_at ?? '') - answeredAt);
    const [row] = rows.toSorted((one, other) => offBy(one) - offBy(other));
    if (row === undefined || offBy(row) > 3_000) throw new Error(`no row of ${answeredAt}: ${JSON.stringify(rows)}`);
    return row;
  };
}

test.each([
  { what: 'forth', from: 0, to: hour },
  { what: 'back', from: hour, to: -hour },
])(
  'the clock is set $what in mid-call: the call lasts as long as it lasted, a later one has the new time',
  async ({ from, to }) => {
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

    const rowOf = await closedRows();
    const row = rowOf(first.since + from);
    expect(row).toMatchObject({ status: 'answered', recording: 'ready' });
    expect(Math.abs(row.talk_seconds - talked)).toBeLessThan(2);
    expect(Math.abs(row.total_seconds - talked)).toBeLessThan(3);
    const { seconds } = await recordingOf(admin, row.id);
    expect(seconds).toBeGreaterThan(talked - 0.75);
    expect(seconds).toBeLessThan(talked + 1.5);
    expect(rowOf(second.since + to)).toMatchObject({ status: 'answered' });
  },
);

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
  for (const { phone } of [a, b]) expect((await phone.stayRegistered()).status).toBe(200);
  const cut = await talk();
  stop();
  await until('it is stopping', async () => !(await fetch(`${product.address}/readyz`)).ok);
  expect(cut.caller.state).toBe('talking');
  stop();
  await Promise.all([cut.caller.until('ended'), cut.callee.until('ended')]);
  await until('everything has ended', async () => (await product.processes()).length === 0);
});
