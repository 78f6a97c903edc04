import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { detailOf, mark, type PersonApi, recordingOf, signInByApi, theCallSince } from '../e2e/support/api.ts';
import { type DeskPhone, deskPhone, hire } from '../e2e/support/desk-phones.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';
import { longestSilence } from '../e2e/support/voices.ts';

/** Longer than what is caught up, shorter than an engine may be silent before another takes its place. */
const standsMs = 4_000;
/** What is heard before and after it. */
const talksMs = 1_500;

let product: Product;
let admin: PersonApi;
let phones: readonly [DeskPhone, DeskPhone];

beforeAll(async () => {
  product = await startProduct();
  await hire(product, ['201', '202']);
  await product.replaceServer();
  phones = [await deskPhone(product, '201'), await deskPhone(product, '202')];
  admin = await signInByApi(product.address, 'admin');
});

afterAll(async () => {
  for (const { phone } of phones ?? []) phone.close();
  await product?.close();
});

/** The process stands still for so long, as on a machine that is suspended; whatever is written meanwhile, it reads afterwards. */
async function standsStill(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  try {
    await until('it stands', async () => /\) T /.test(await readFile(`/proc/${pid}/stat`, 'utf8')));
    await sleep(standsMs);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

test('an engine that stood still for seconds: the call goes on; its recording is silent there, and trace and log say so', async () => {
  const [{ phone: from }, { phone: to }] = phones;
  const since = await mark();
  const caller = await from.call('202');
  const callee = await to.nextCall();
  callee.ring();
  await callee.answer();
  await caller.until('talking');
  caller.audio.speak(600);
  callee.audio.speak(900);
  const hearEachOther = () =>
    until('they hear each other', () => caller.audio.level(900) > 0.2 && callee.audio.level(600) > 0.2);
  await hearEachOther();
  const began = performance.now();
  await sleep(talksMs);

  const engine = await product.enginePid();
  if (engine === undefined) throw new Error('there is no engine');
  await standsStill(engine);
  await hearEachOther();
  await sleep(talksMs);
  const talked = (performance.now() - began) / 1_000;
  expect(await caller.hangUp()).toBe(200);

  expect(await product.enginePid()).toBe(engine);
  const row = await theCallSince(admin, since);
  expect(row).toMatchObject({ status: 'answered', recording: 'incomplete' });
  const told = (await detailOf(admin, row.id)).trace.flatMap(({ text }) => {
    const [, seconds] = /^Âm thanh bị ngắt ([\d,]+) giây vì máy chủ đứng/.exec(text) ?? [];
    return seconds === undefined ? [] : [Number(seconds.replace(',', '.'))];
  });
  expect(told).toHaveLength(1);
  const [gap = 0] = told;
  expect(gap).toBeGreaterThan(standsMs / 1_000 - 0.5);
  expect(product.output()).toContain('the engine stood still');

  // What was said afterwards stands at its time.
  const { left, right, sampleRate, seconds } = await recordingOf(admin, row.id);
  expect(seconds).toBeGreaterThan(talked - 0.5);
  for (const voice of [left, right]) {
    expect(longestSilence(voice, sampleRate)).toBeGreaterThan(gap - 0.1);
    const [before, after] = [voice.subarray(0, talksMs * (sampleRate / 1_000)), voice.subarray(-sampleRate)];
    for (const heard of [before, after]) expect(longestSilence(heard, sampleRate)).toBeLessThan(1);
  }
});
