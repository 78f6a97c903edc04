import { appendFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { closedCallsSince, mark, type PersonApi, signInByApi } from '../e2e/support/api.ts';
import { connectDatabase, type DeskPhone, deskPhone, hire } from '../e2e/support/desk-phones.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';

const nights = 3;
/** How many minutes of them at least; an hour says more: `ALO_NIGHTS_MINUTES=60 ALO_NIGHTS_PAUSE_MS=2000 ALO_NIGHTS_LOG=nights.ndjson`. */
const minutes = Number(process.env['ALO_NIGHTS_MINUTES'] ?? 0);
const log = process.env['ALO_NIGHTS_LOG'];
/** Between one call and the next. */
const pauseMs = Number(process.env['ALO_NIGHTS_PAUSE_MS'] ?? 0);
const callsOfADay = 12;
/** Whoever calls more often than a person can is refused. */
const talksMs = 1_200;
/** What a snapshot may grow by over all nights: less than a call takes in it (3 kB) for every call of one day. */
const mostGrownBytes = callsOfADay * 1_000;

let product: Product;
let admin: PersonApi;
let phones: readonly [DeskPhone, DeskPhone];

beforeAll(async () => {
  product = await startProduct({ ALO_DRAIN_SECONDS: '60' });
  await hire(product, ['201', '202']);
  await product.replaceServer();
  phones = [await deskPhone(product, '201'), await deskPhone(product, '202')];
  admin = await signInByApi(product.address, 'admin');
});

afterAll(async () => {
  for (const { phone } of phones ?? []) phone.close();
  await product?.close();
});

/** So many calls, one after the other, until all of them are in the history. */
async function day(): Promise<void> {
  const [{ phone: from }, { phone: to }] = phones;
  const since = await mark();
  for (let n = 0; n < callsOfADay; n++) {
    const caller = await from.call('202');
    const callee = await to.nextCall();
    callee.ring();
    await callee.answer();
    await caller.until('talking');
    await sleep(talksMs);
    expect(await caller.hangUp()).toBe(200);
    await callee.until('ended');
    await sleep(pauseMs);
  }
  expect(await closedCallsSince(admin, since, callsOfADay)).toHaveLength(callsOfADay);
}

/** It is stopped in order and started again, as by a timer. Resolves with how long the start took, in milliseconds. */
async function night(): Promise<number> {
  process.kill(product.keeperPid, 'SIGTERM');
  await until('everything has ended', async () => (await product.processes()).length === 0, 60_000);
  const from = performance.now();
  await product.start();
  const startMs = Math.round(performance.now() - from);
  for (const { phone } of phones) expect((await phone.stayRegistered()).status).toBe(200);
  return startMs;
}

/** Of the newest snapshot of the journal. */
async function snapshotBytes(): Promise<number> {
  const folder = join(product.dataFolder, 'journal');
  const all = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.snapshot'));
  const sizes = await Promise.all(
    all.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  // One that was not there any more has a newer one beside it.
  return Math.max(0, ...sizes);
}

async function inHistory<T>(query: string, values: readonly unknown[] = []): Promise<T | undefined> {
  const client = await connectDatabase(product);
  try {
    const { rows } = await client.query<{ value: T }>(query, [...values]);
    return rows[0]?.value;
  } finally {
    await client.end();
  }
}

const transaction = () => inHistory<string>('select txid_current()::text as value');
/** Rows of ended calls that were written since a transaction. */
const writtenSince = (since: string | undefined) =>
  inHistory<number>(
    `select (select count(*) from call where status <> 'in_progress' and xmin::text::bigint > $1)::int
      + (select count(*) from leg where xmin::text::bigint > $1)::int
      + (select count(*) from recording where xmin::text::bigint > $1)::int as value`,
    [since],
  );

test('a product that is started again every night: the snapshot does not grow, and no start writes what the history has', async () => {
  const sizes: number[] = [];
  const over = performance.now() + minutes * 60_000;
  for (let n = 0; n < nights || performance.now() < over; n++) {
    await day();
    const before = await transaction();
    const startMs = await night();
    await until('its snapshot is written', async () => (await snapshotBytes()) > 0);
    sizes.push(await snapshotBytes());
    const written = await writtenSince(before);
    if (log !== undefined) {
      const figures = {
        night: n + 1,
        at: new Date(),
        calls: (n + 1) * callsOfADay,
        startMs,
        snapshot: sizes.at(-1),
        written,
      };
      await appendFile(log, `${JSON.stringify(figures)}\n`);
    }
    expect([n, written]).toEqual([n, 0]);
  }
  expect([sizes, (sizes.at(-1) ?? 0) - (sizes[0] ?? 0) < mostGrownBytes]).toEqual([sizes, true]);
}, 7_200_000);
