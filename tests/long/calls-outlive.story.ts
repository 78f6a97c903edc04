import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { closedCallsSince, type HistoryRow, mark, recordingOf } from '../e2e/support/api.ts';
import { type DeskPhone, deskPhone, hire } from '../e2e/support/desk-phones.ts';
import { type Office, openOffice } from '../e2e/support/office.ts';
import { longestGapMs } from '../e2e/support/unbroken.ts';
import { until } from '../e2e/support/until.ts';
import { longestPause, longestSilence } from '../e2e/support/voices.ts';
import { registeredAgain } from './support/registered-again.ts';
import {
  expectNoGap,
  holdAll,
  type Phones,
  type Talks,
  talkAll,
  transferAllAndHangUp,
} from './support/twenty-calls.ts';

/** Besides the carrier's call and the one between a browser and a desk phone. */
const pairs = 18;
const calls = pairs + 2;

let office: Office;
let phones: Phones;
const open: DeskPhone[] = [];

beforeAll(async () => {
  office = await openOffice();
  const numbered = (from: number) => Array.from({ length: pairs }, (_, index) => String(from + index));
  const [callers, callees, spares] = [numbered(201), numbered(301), numbered(401)];
  await hire(office.product, [...callers, ...callees, ...spares, '298', '299']);
  await office.product.replaceServer();
  const phone = async (extension = '') => {
    const registered = await deskPhone(office.product, extension);
    open.push(registered);
    return registered;
  };
  const made: Phones['pairs'][number][] = [];
  for (const [index, caller] of callers.entries())
    made.push({
      caller: await phone(caller),
      callee: await phone(callees[index]),
      spare: await phone(spares[index]),
    });
  phones = { pairs: made, withMinh: await phone('298'), spare: await phone('299') };
  await office.lan.registered();
}, 300_000);

afterEach(async () => {
  await Promise.all(open.map(({ phone }) => phone.leaveAll()));
  await Promise.all([office.lan.clear(), office.minh.clear()]);
});

afterAll(async () => {
  for (const { phone } of open) phone.close();
  await office?.close();
});

/** The rows of all calls, once each is closed. */
async function rowsSince(since: number): Promise<readonly HistoryRow[]> {
  const rows = await closedCallsSince(office.admin, since, calls);
  expect(rows).toHaveLength(calls);
  expect(new Set(rows.map(({ caller_extension: caller }) => caller)).size).toBe(calls);
  return rows;
}

/** What was said until then is in the recording, from both sides and without a gap. */
async function expectWhole(row: HistoryRow, { desk }: Talks, then: number): Promise<void> {
  expect(row).toMatchObject({ status: 'answered', recording: 'ready' });
  const { left, right, sampleRate, seconds } = await recordingOf(office.admin, row.id);
  const talked = (then - Date.parse(row.answered_at ?? '')) / 1_000;
  expect(seconds).toBeGreaterThan(talked);
  // Voices in browsers make pauses, tones do not.
  const pause = desk.some(({ from }) => from === row.caller_extension) ? 0 : longestPause;
  for (const voice of [left, right]) {
    // The first second is of picking up.
    const said = voice.subarray(sampleRate, Math.floor(talked * sampleRate));
    expect(longestSilence(said, sampleRate)).toBeLessThan(pause + longestGapMs / 1_000);
  }
}

const changes = [
  { what: 'kill -9 of the server', act: () => office.product.killServer() },
  { what: 'an upgrade', act: () => office.product.replaceServer() },
];
test.each(changes)(
  `${calls} recorded calls go on through $what; afterwards they hold, transfer and hang up`,
  async ({ act }) => {
    const since = await mark();
    const talks = await talkAll(office, phones);
    await expectNoGap(office, talks, act);
    const talked = Date.now();
    await holdAll(office, talks);
    await transferAllAndHangUp(office, talks, phones);
    for (const row of await rowsSince(since)) await expectWhole(row, talks, talked);
  },
  300_000,
);

test(`kill -9 of the engine: each of ${calls} calls is closed once and truthfully, and browsers have their phones again in 3 s`, async () => {
  const { product, admin } = office;
  const since = await mark();
  await talkAll(office, phones);
  const killedAt = Date.now();
  await product.killEngine();
  const back = await until('both are registered again', () =>
    registeredAgain(product.dataFolder, ['101', '102'], killedAt),
  );
  expect(Math.max(...back) - killedAt).toBeLessThan(3_000);
  // A desk phone is back when it says that it is there.
  for (const { phone } of open) expect((await phone.stayRegistered()).status).toBe(200);

  for (const row of await rowsSince(since)) {
    expect(row).toMatchObject({ status: 'answered', cause: 'interrupted', recording: 'incomplete' });
    const talked = (killedAt - Date.parse(row.answered_at ?? '')) / 1_000;
    expect(Math.abs(row.talk_seconds - talked)).toBeLessThan(1.5);
    const { seconds } = await recordingOf(admin, row.id);
    expect(seconds).toBeGreaterThan(talked - 1);
    expect(seconds).toBeLessThan(talked + 0.5);
  }
}, 300_000);
