import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { campaignResults, campaigns, getCampaignDialling, monitor, numbers, outbound, trunks } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type PersonApi, signInByApi } from '../e2e/support/api.ts';
import { connectDatabase, inDatabase } from '../e2e/support/desk-phones.ts';
import { operate } from '../e2e/support/operator.ts';
import { demo } from '../e2e/support/people.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';
import { CountingCarrier, type Ending } from './support/counting-carrier.ts';

/**
 * A campaign of ten thousand on bots, killed again and again: a carrier of the story's counts every call. What the product believes the time to be
 * is the story's, so that the hours end when enough were called, and pauses between two calls are over when all had their first.
 */
/** About eleven minutes, as no more than twenty are called a second; `ALO_CONTACTS=300` is the same in one. */
const many = Number(process.env['ALO_CONTACTS'] ?? 10_000);
const carrierAt = '127.0.0.9';
const ownNumber = '02873995777';
const firstNumber = 970_000_000;
const preload = pathToFileURL(join(import.meta.dirname, '../e2e/support/stepped-clock.mjs')).href;
const minute = 60_000;

/** As long as calls come nobody is impatient. */
const silenceMs = 300_000;

/** By the last digit: half of them hear it, others are busy, have no such number, or put the phone down at once; one in ten is called twice, one three times. */
const endings: Readonly<Record<string, Ending>> = {
  5: { kind: 'refuses', status: 486, words: 'Busy Here' },
  6: { kind: 'refuses', status: 404, words: 'Not Found' },
  7: { kind: 'refuses', status: 404, words: 'Not Found' },
  8: { kind: 'refuses', status: 404, words: 'Not Found' },
  9: { kind: 'picks-up', forMs: 300 },
};
const hears: Ending = { kind: 'picks-up', forMs: 20_000 };
const endingOf = (number: string): Ending => endings[number.at(-1) ?? ''] ?? hears;

/** Of the campaign: after a call that came out so a customer is called again, so often at most; of anything else they are done with, or it was their last. */
const most = 3;
const again: Readonly<Record<string, number>> = { busy: 1, part: 2, failed: 0, wrong_number: 0 };
/** As many as the campaign may call at once. */
const atOnceMost = 100;

let folder: string;
let product: Product;
let admin: PersonApi;
let carrier: CountingCarrier;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-clock-'));
  await setClock(untilOClock(9));
  product = await startProduct({ NODE_OPTIONS: `--import=${preload}`, ALO_STORY_CLOCK: folder });
  admin = await signInByApi(product.address, 'admin');
  carrier = await CountingCarrier.open(carrierAt, endingOf);
  await operate(product.dataFolder, 'carrier', 'assign', '--company', demo.companyCode, '--host', carrierAt);
  const trunk = await admin.call(trunks.create, {
    body: { name: carrierAt, host: carrierAt, port: carrier.port, check_seconds: 0 },
  });
  const number = await admin.call(numbers.create, { body: { name: ownNumber, number: ownNumber, trunk_id: trunk.id } });
  await admin.call(outbound.create, {
    body: { name: 'Mười nghìn khách', priority: 0, pattern: '097xxxxxxx', routes: [{ service_number_id: number.id }] },
  });
});
afterAll(async () => {
  carrier?.close();
  await product?.close();
  await rm(folder, { recursive: true, force: true });
});

/** How far the product's clock is ahead. */
let off = 0;
const productTime = () => Date.now() + off;

/** So long until that hour of the company's clock comes, counted from now: today's or tomorrow's. */
function untilOClock(hour: number): number {
  const now = productTime();
  const day = 24 * 60 * minute;
  const midnight = Math.floor((now + 7 * 60 * minute) / day) * day - 7 * 60 * minute;
  const at = midnight + hour * 60 * minute;
  return (at > now ? at : at + day) - now + off;
}

async function setClock(ahead: number): Promise<void> {
  off = ahead;
  await writeFile(join(folder, 'off'), String(ahead));
}

/** Sets it, and waits until all processes of the product that have a clock have it. */
async function clockIs(ahead: number): Promise<void> {
  await setClock(ahead);
  const noted = (pid: number) => readFile(join(folder, String(pid)), 'utf8').catch(() => null);
  await until('the product has the new time', async () => {
    const all = await Promise.all((await product.processes()).map(noted));
    return all.every((its) => its === null || Number(its) === ahead);
  });
  // By then the session is over.
  admin = await signInByApi(product.address, 'admin');
}

async function campaignOfAll(): Promise<string> {
  const { id } = await admin.call(campaigns.create, {
    body: {
      name: 'Mười nghìn khách',
      kind: 'care',
      mode: 'broadcast',
      lines: atOnceMost,
      calls_from: '08:00',
      calls_to: '17:00',
      message: [{ kind: 'words', words: 'Xin chào' }],
      message_keys: [{ key: '9', does: 'again' }],
      max_attempts: most,
      pause_minutes: 60,
      retries: [
        { result: 'busy', step: 'again', minutes: 60, most: again['busy'] ?? 1 },
        { result: 'part', step: 'again', minutes: 60, most: again['part'] ?? 1 },
        { result: 'failed', step: 'stop', minutes: 60, most: 1 },
        { result: 'wrong_number', step: 'stop', minutes: 60, most: 1 },
      ],
    },
  });
  await inDatabase(product, async (client) => {
    await client.query(
      `with its as (select tenant_id, id from profile_status where tenant_id = (select id from tenant where code = $1) limit 1),
         added as (insert into customer (tenant_id, id, name, status, numbers)
           select its.tenant_id, gen_random_uuid(), 'Khách ' || n, its.id, array['+84' || ($2::bigint + n)] from its, generate_series(0, $3::int - 1) as n
           returning tenant_id, id)
       insert into campaign_contact (tenant_id, id, campaign_id, customer_id)
         select tenant_id, gen_random_uuid(), $4, id from added`,
      [demo.companyCode, firstNumber, many, id],
    );
  });
  return id;
}

/** Waits as long as it takes until so many calls were placed. */
async function calledTimes(wanted: number): Promise<void> {
  let [seen, since] = [carrier.calls.length, Date.now()];
  while (carrier.calls.length < wanted) {
    await sleep(100);
    if (carrier.calls.length > seen) [seen, since] = [carrier.calls.length, Date.now()];
    if (Date.now() - since > silenceMs) throw new Error(`Nobody is called any more after ${seen} of ${wanted} calls`);
  }
}

const dialling = (id: string) => admin.call(getCampaignDialling, { params: { id } });

interface Attempt {
  readonly number: string;
  readonly nth: number;
  readonly result: string;
  /** The hour of the company's clock, as `HH:MM`. */
  readonly time: string;
  /** The history has it. */
  readonly known: boolean;
}

/** Rows as they are, of the product's own database. */
async function rowsOf<Row extends object>(query: string, id: string): Promise<Row[]> {
  const client = await connectDatabase(product);
  try {
    return (await client.query<Row>(query, [id])).rows;
  } finally {
    await client.end();
  }
}

/** Everybody is done with: pauses between two calls are over as soon as nobody else has their turn. */
async function goesToItsEnd(id: string): Promise<void> {
  let [seen, since] = ['', Date.now()];
  for (;;) {
    const [row] = await rowsOf<{ left: number; due: number; next: Date | null }>(
      `select count(*)::int as left, count(*) filter (where state = 'calling' or next_at <= now() + make_interval(secs => ${off / 1_000}))::int as due,
          min(next_at) as next
        from campaign_contact where campaign_id = $1 and state in ('new', 'missed', 'call-again', 'calling')`,
      id,
    );
    if (row?.left === 0) return;
    if (row?.due === 0 && row.next !== null) await clockIs(row.next.getTime() - Date.now() + minute);
    const now = JSON.stringify([row, carrier.calls.length]);
    if (now !== seen) [seen, since] = [now, Date.now()];
    if (Date.now() - since > silenceMs) throw new Error(`It does not go on: ${now}`);
    await sleep(1_000);
  }
}

/** Whether a customer whose calls came to this is called once more. */
function goesOn(results: readonly string[]): boolean {
  const last = results.at(-1) ?? '';
  if (results.length >= most || last === 'heard') return false;
  const times = again[last];
  return times === undefined || results.filter((result) => result === last).length <= times;
}

async function killEngine(): Promise<void> {
  await product.killEngine();
  carrier.cut();
}

test('ten thousand are called as often as the rules say, none twice at once or outside the hours, whatever is killed', async () => {
  const id = await campaignOfAll();
  const row = await admin.call(campaigns.get, { params: { id } });
  expect(row.contacts).toBe(many);
  await admin.call(campaigns.update, { params: { id }, body: { ...row, status: 'running' } });

  const part = (share: number) => calledTimes(Math.floor(many * share));
  await part(0.1);
  await product.killServer();
  await part(0.2);
  await killEngine();
  await part(0.3);
  await product.killDatabase();
  await part(0.4);
  // The hours end in the middle of it: what rings has its end, and nobody else is called.
  await clockIs(untilOClock(17));
  await until(
    'it rests',
    async () => {
      const { under_way: underWay, decisions } = await dialling(id);
      return underWay === 0 && /Ngoài giờ gọi/.test(decisions[0]?.words ?? '');
    },
    silenceMs,
  );
  const byEvening = carrier.calls.length;
  await product.killServer();
  await clockIs(off + minute);
  await sleep(5_000);
  expect(carrier.calls.length).toBe(byEvening);

  await clockIs(untilOClock(8));
  await part(0.6);
  await product.kill();
  carrier.cut();
  await product.start();
  admin = await signInByApi(product.address, 'admin');
  await part(0.7);
  await product.killServer();
  await part(0.8);
  await killEngine();
  await part(0.9);
  await product.killServer();
  const kills = 8;
  await goesToItsEnd(id);

  const attempts = await until('every call is over', async () => {
    const all = await rowsOf<Attempt & { readonly open: boolean }>(
      `select its.number, its.nth, its.result, to_char(its.at at time zone 'Asia/Ho_Chi_Minh', 'HH24:MI') as time,
          call.id is not null as known, its.ended_at is null or call.status = 'in_progress' as open
        from campaign_attempt as its left join call on call.id = its.call_id where its.campaign_id = $1 order by its.number, its.nth`,
      id,
    );
    return all.every(({ open }) => !open) && all;
  });
  const byNumber = Map.groupBy(attempts, ({ number }) => number);
  expect(byNumber.size).toBe(many);
  expect(attempts.filter(({ time }) => time < '08:00' || time >= '17:00')).toEqual([]);

  // As often as the rules say: each call but the last is one behind which they call again, and the last is none.
  const wrong = [...byNumber].filter(([, all]) => {
    const results = all.map(({ result }) => result);
    const isInOrder = all.every(({ nth }, index) => nth === index + 1);
    return (
      !isInOrder || results.some((_, index) => goesOn(results.slice(0, index + 1)) === (index === results.length - 1))
    );
  });
  expect(wrong).toEqual([]);

  // What the carrier saw: nobody twice at once, no call that the rows do not have, and of those that it has not seen each is one of a death.
  expect(carrier.calls.filter(({ isSecond }) => isSecond)).toEqual([]);
  const seen = Map.groupBy(carrier.calls, ({ number }) => `+84${number.replace(/^0/, '')}`);
  const unseen = [...byNumber].map(([number, all]) => ({
    number,
    n: all.length - (seen.get(number)?.length ?? 0),
    all,
  }));
  expect(unseen.filter(({ n }) => n < 0)).toEqual([]);
  expect(unseen.filter(({ n, all }) => n > all.filter(({ result }) => result === 'failed').length)).toEqual([]);
  expect(unseen.reduce((sum, { n }) => sum + n, 0)).toBeLessThanOrEqual(kills * atOnceMost);

  // Rows, history and the counts of the campaign say the same, and nothing is left on the board.
  const contacts = await rowsOf<{ attempts: number; number: string; state: string }>(
    `select attempts, state, customer.numbers[1] as number from campaign_contact as its join customer on customer.id = its.customer_id
      where campaign_id = $1`,
    id,
  );
  expect(contacts.filter(({ number, attempts: n }) => byNumber.get(number)?.length !== n)).toEqual([]);
  const after = await admin.call(campaigns.get, { params: { id } });
  const reached = contacts.filter(({ state }) => state === 'done').length;
  expect(after).toMatchObject({ contacts: many, called: many, finished: many, reached });
  const results = await admin.call(campaignResults, { params: { id }, query: { by: 'attempt' } });
  expect([results.total.calls, results.total.customers]).toEqual([attempts.length, many]);
  const [calls] = await rowsOf<{ n: number }>(
    `select count(*)::int as n from call where purpose = 'campaign' and started_at > now() - interval '3 days'
      and (id in (select call_id from campaign_attempt where campaign_id = $1))`,
    id,
  );
  expect(calls?.n).toBe(attempts.filter(({ known }) => known).length);
  expect((await admin.call(monitor, {})).calls).toEqual([]);
  // Most heard it.
  expect(reached).toBeGreaterThan(many / 3);
}, 7_200_000);
