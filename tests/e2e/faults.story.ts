import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { recordingOf, theCallSince } from './support/api.ts';
import { loud } from './support/browser-phone.ts';
import { type Office, openOffice } from './support/office.ts';
import { until } from './support/until.ts';

let office: Office;

beforeAll(async () => {
  office = await openOffice();
});

afterAll(() => office.close());

/** Lan and Minh talk for a while; the moment (ms) at which they were connected. */
async function talkFor(ms: number): Promise<number> {
  const { lan, minh } = office;
  await lan.dial('102');
  await minh.shows('Cuộc gọi đến');
  await minh.answer();
  await Promise.all([lan.shows('Đã kết nối'), minh.shows('Đã kết nối')]);
  const connected = Date.now();
  await sleep(ms);
  expect((await minh.hears(1_000)).loudness).toBeGreaterThan(loud);
  return connected;
}

test('kill -9 of the server in mid-call, then start: the call is closed in the history, recorded to the last second', async () => {
  const { product, lan, minh, admin } = office;
  await sleep(1_100);
  const since = Date.now();
  const connected = await talkFor(4_000);
  const talked = (Date.now() - connected) / 1000;
  await product.kill();
  await product.start();

  const row = await theCallSince(admin, since);
  expect(row).toMatchObject({ status: 'answered', caller_extension: '101', extension: '102' });
  expect(row.ended_at).not.toBeNull();
  const recording = await recordingOf(admin, row.id);
  expect(recording.seconds).toBeGreaterThan(talked - 1.5);
  expect(recording.seconds).toBeLessThan(talked + 3);

  // The pages were never closed: their phones come back, and can call again.
  await Promise.all([lan, minh].map((phone) => until('the phone has noticed', () => isOver(phone))));
  await Promise.all([lan.registered(45_000), minh.registered(45_000)]);
  await talkFor(500);
  await lan.hangUp();
  await minh.isIdle();
});

test('kill -9 of the engine alone: it is back in seconds, the phones register again, no call is left open', async () => {
  const { product, lan, minh, admin } = office;
  await sleep(1_100);
  const since = Date.now();
  await talkFor(2_000);
  const dead = await product.killEngine();
  const killedAt = Date.now();
  await until('another engine runs', async () => {
    const pid = await product.enginePid();
    return pid !== undefined && pid !== dead;
  });
  expect((await theCallSince(admin, since)).ended_at).not.toBeNull();
  await Promise.all([lan, minh].map((phone) => until('the phone has noticed', () => isOver(phone), 30_000)));
  await Promise.all([lan.registered(30_000), minh.registered(30_000)]);
  expect(Date.now() - killedAt).toBeLessThan(30_000);
  await talkFor(500);
  await minh.hangUp();
  await lan.isIdle();
});

/** The call is gone from the window; where the other side's silence ends it, that takes a moment. Else the person hangs up. */
async function isOver({ page }: Office['lan']): Promise<boolean> {
  const end = page.getByRole('button', { name: 'Kết thúc', exact: true });
  if (await end.isVisible()) await end.click({ timeout: 2_000 }).catch(() => undefined);
  return !(await end.isVisible());
}
