import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';

import { mark, recordingOf, theCallSince } from '../support/api.ts';
import { killInTurn } from '../support/kill-in-turn.ts';
import type { Office } from '../support/office.ts';
import { until } from '../support/until.ts';
import { longestPause, longestSilence } from '../support/voices.ts';
import type { Recording } from '../support/wav.ts';
import { bothAreHeard } from './talk.ts';

/** What `npm test` tries of it: an upgrade, and the worst that can happen to a server. */
export function upgradeStories(here: () => Office): void {
  const { talkFor, hearEachOther, received, expectNoGap } = talkersOf(here);

  test('an upgrade of the server in mid-call, and kill -9 of the new one: they go on talking, hold and hang up; one row, one whole recording', async () => {
    const { product, lan, minh, admin } = here();
    const since = await mark();
    const connected = await talkFor(2_000);
    const before = await received();
    const away: number[] = [];
    for (const act of [() => product.replaceServer(), () => product.killServer()]) {
      const began = Date.now();
      await act();
      away.push((Date.now() - began) / 1_000);
      await Promise.all([lan.shows('Đã kết nối'), minh.shows('Đã kết nối')]);
      await hearEachOther();
      for (const [index, now] of (await received()).entries()) expect(now.packetsLost).toBe(before[index]?.packetsLost);
    }
    const talked = (Date.now() - connected) / 1_000;

    await lan.press('Giữ máy');
    await lan.shows('Đang giữ máy');
    await lan.press('Giữ máy');
    await hearEachOther();
    await minh.hangUp();
    await lan.isIdle();
    const row = await theCallSince(admin, since);
    expect(row).toMatchObject({ status: 'answered', caller_extension: '101', extension: '102' });
    const recording = await recordingOf(admin, row.id);
    expect(recording.seconds).toBeGreaterThan(talked);
    expectNoGap(recording, talked, Math.min(...away));

    // Phones kept their connection: the next call needs nothing to come back first.
    await talkFor(500);
    await lan.hangUp();
    await minh.isIdle();
  });
}

/** What takes longer: `npm run test:long`. */
export function faultStories(here: () => Office): void {
  const { talkFor } = talkersOf(here);

  test('kill -9 of the engine: the call is closed once and truthfully, and the phones are back', async () => {
    const { product, lan, minh, admin } = here();
    const since = await mark();
    const connected = await talkFor(3_000);
    const talked = (Date.now() - connected) / 1_000;
    const dead = await product.killEngine();
    await until('another engine runs', async () => {
      const pid = await product.enginePid();
      return pid !== undefined && pid !== dead;
    });
    const row = await theCallSince(admin, since);
    expect(row).toMatchObject({ status: 'answered', caller_extension: '101', extension: '102' });
    expect(row.ended_at).not.toBeNull();
    const recording = await recordingOf(admin, row.id);
    expect(recording.seconds).toBeGreaterThan(talked - 1.5);
    expect(recording.seconds).toBeLessThan(talked + 3);
    await Promise.all([lan, minh].map((phone) => until('the phone has noticed', () => isOver(phone))));
    await Promise.all([lan.registered(), minh.registered()]);
    await talkFor(500);
    await minh.hangUp();
    await lan.isIdle();
  });

  test('kill -9 of everything, then start: the call is closed in the history, recorded to the last second', async () => {
    const { product, lan, minh, admin } = here();
    const since = await mark();
    const connected = await talkFor(3_000);
    const talked = (Date.now() - connected) / 1_000;
    await product.kill();
    await product.start();
    const row = await theCallSince(admin, since);
    expect(row).toMatchObject({ status: 'answered', caller_extension: '101', extension: '102' });
    const recording = await recordingOf(admin, row.id);
    expect(recording.seconds).toBeGreaterThan(talked - 1.5);
    await Promise.all([lan, minh].map((phone) => until('the phone has noticed', () => isOver(phone))));
    await Promise.all([lan.registered(), minh.registered()]);
  });

  test('the page of one side is gone: the other is told within seconds, and the call ends with a word', async () => {
    const { lan, minh } = here();
    await talkFor(500);
    await minh.page.close({ runBeforeUnload: false });
    await lan.says(
      'Không nhận được âm thanh từ bên kia: máy của họ có thể đã mất kết nối. Cuộc gọi sẽ tự kết thúc nếu họ không trở lại.',
    );
    await lan.says('Mất âm thanh: bên kia mất kết nối');
    await expect.poll(() => lan.page.locator('section[data-status="idle"]').count()).toBe(1);
  });

  /** Server and engine die in the calls above; all four do, five times, in `kills.story.ts`. */
  test('PostgreSQL and the keeper are killed under a stream of calls: each call has one true row and its recording', async () => {
    const { product, admin } = here();
    expect(await killInTurn(product, admin, { pairs: 2, rounds: 1, parts: ['PostgreSQL', 'keeper'] })).toEqual([]);
  });
}

/** Lan and Minh as they talk through something that fails. */
function talkersOf(here: () => Office) {
  afterEach(async () => {
    await Promise.all([here().lan.clear(), here().minh.clear()]);
  });

  /** Lan and Minh talk for a while; the moment (ms) at which they were connected. */
  async function talkFor(ms: number): Promise<number> {
    const { lan, minh } = here();
    await lan.dial('102');
    await minh.shows('Cuộc gọi đến');
    await minh.answer();
    await Promise.all([lan.shows('Đã kết nối'), minh.shows('Đã kết nối')]);
    const connected = Date.now();
    await sleep(ms);
    await hearEachOther();
    return connected;
  }

  async function hearEachOther(): Promise<void> {
    await bothAreHeard(here());
  }

  const received = () => Promise.all([here().lan.received(), here().minh.received()]);

  /**
   * While they talked, nobody was silent for as long as there was no server: a busy machine stretches that as it does a pause. That no
   * gap is longer than a fifth of a second is `tests/long/calls-outlive.story.ts`.
   */
  function expectNoGap({ left, right, sampleRate }: Recording, talked: number, awaySeconds: number): void {
    for (const voice of [left, right]) {
      // The first second is of picking up.
      const talk = voice.subarray(sampleRate, Math.floor(talked * sampleRate));
      expect(longestSilence(talk, sampleRate)).toBeLessThan(longestPause + awaySeconds);
    }
  }

  return { talkFor, hearEachOther, received, expectNoGap };
}

/** The call is gone from the window; where the other side's silence ends it, that takes a moment. Else the person hangs up. */
async function isOver({ page }: Office['lan']): Promise<boolean> {
  const end = page.getByRole('button', { name: 'Kết thúc', exact: true });
  if (await end.isVisible()) await end.click({ timeout: 2_000 }).catch(() => undefined);
  return !(await end.isVisible());
}
