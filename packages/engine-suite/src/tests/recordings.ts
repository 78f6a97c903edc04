import type { RecordingId } from '@alo/call-core';
import { toneLevel } from '@alo/testing';
import { describe, expect, test } from 'vitest';
import { type Bench, wait } from '../bench.ts';

export function recordingTests(bench: () => Bench): void {
  const perform = (...args: Parameters<Bench['perform']>) => bench().perform(...args);

  describe('recordings', () => {
    test('a conversation is recorded with each voice on its side, as long as it was', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { call, bridge, caller, callee } = await bench().talk(a, b, '102');
      caller.audio.speak(440);
      callee.audio.speak(1000);
      await wait(300);
      const recording = bench().name<RecordingId>(call);
      perform(call, { type: 'record', recording, bridge });
      const began = performance.now();
      await wait(2_000);
      perform(call, { type: 'stop-recording', recording });
      const { durationMs, bytes, state } = await bench().seen.next('recorded');
      // A machine that does other things as well begins and stops late; longer than that it cannot have lasted.
      const mostMs = performance.now() - began;
      expect(state).toBe('whole');
      expect(durationMs).toBeGreaterThan(1_000);
      expect(durationMs).toBeLessThan(mostMs + 100);
      const [left = [], right = []] = await bench().recording(recording);
      expect(bytes).toBe(44 + 4 * left.length);
      expect(Math.abs(left.length / 8 - durationMs)).toBeLessThan(1);
      // Where phone and engine do not have their turns in time a frame is silence: a fifth of a voice says that it is there.
      const middle = (side: readonly number[]) => side.slice(1_600, -1_600);
      expect(toneLevel(middle(left), 440)).toBeGreaterThan(0.1);
      expect(toneLevel(middle(left), 1000)).toBeLessThan(0.02);
      expect(toneLevel(middle(right), 1000)).toBeGreaterThan(0.1);
      expect(toneLevel(middle(right), 440)).toBeLessThan(0.02);
    });

    test('a party that is off the record is heard by the others and not recorded, until it is on it', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { call, legs, bridge, caller, callee } = await bench().talk(a, b, '102');
      caller.audio.speak(440);
      callee.audio.speak(1000);
      const [first, second] = legs;
      const members = (off: { offRecord?: true }) => [
        { leg: first, hears: [second], channel: 'left' as const },
        { leg: second, hears: [first], channel: 'right' as const, ...off },
      ];
      perform(call, { type: 'bridge', bridge, members: members({ offRecord: true }) });
      const recording = bench().name<RecordingId>(call);
      perform(call, { type: 'record', recording, bridge });
      await wait(1_500);
      perform(call, { type: 'bridge', bridge, members: members({}) });
      await wait(1_500);
      perform(call, { type: 'stop-recording', recording });
      const { durationMs } = await bench().seen.next('recorded');
      const [left = [], right = []] = await bench().recording(recording);
      expect(toneLevel(left.slice(1_600, -1_600), 440)).toBeGreaterThan(0.1);
      expect(toneLevel(right.slice(1_600, 10_000), 1000)).toBeLessThan(0.02);
      expect(toneLevel(right.slice(Math.round(durationMs * 8) - 8_000, -1_600), 1000)).toBeGreaterThan(0.1);
    });

    test('that a recording is complete is said once when its call and the server end it, and again to who asks again', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { call, legs, bridge } = await bench().talk(a, b, '102');
      const recording = bench().name<RecordingId>(call);
      perform(call, { type: 'record', recording, bridge });
      await wait(100);
      for (const leg of legs) perform(call, { type: 'hang-up', leg, cause: 'normal' });
      perform(call, { type: 'stop-recording', recording });
      const first = await bench().seen.next('recorded');
      expect(first).toMatchObject({ recording, state: 'whole' });
      perform(call, { type: 'stop-recording', recording });
      expect(await bench().seen.next('recorded')).toMatchObject({ recording, bytes: first.bytes });
      // What would have been said twice came before that.
      await bench().under.engine.snapshot();
      expect(
        bench()
          .seen.left(call)
          .filter(({ type }) => type === 'recorded'),
      ).toEqual([]);
    });

    test('a message is recorded from one side, and ends with its caller', async () => {
      const a = await bench().registered('101');
      const { call, leg, caller } = await bench().arrive(a, '8000');
      perform(call, { type: 'answer', leg });
      await caller.until('talking');
      caller.audio.speak(500);
      const recording = bench().name<RecordingId>(call);
      perform(call, { type: 'record-message', recording, leg });
      await wait(1_200);
      await caller.hangUp();
      expect((await bench().seen.next('recorded')).durationMs).toBeGreaterThan(900);
      const sides = await bench().recording(recording);
      expect(sides).toHaveLength(1);
      expect(toneLevel(sides[0]?.slice(3_000, 8_000) ?? [], 500)).toBeGreaterThan(0.1);
    });

    test('a message ends by itself when its caller has nothing more to say', async () => {
      const a = await bench().registered('101');
      const { call, leg, caller } = await bench().arrive(a, '8000');
      perform(call, { type: 'answer', leg });
      await caller.until('talking');
      caller.audio.speak(500);
      perform(call, { type: 'record-message', recording: bench().name<RecordingId>(call), leg, maxSilenceMs: 600 });
      await wait(1_000);
      caller.audio.speak(null);
      expect((await bench().seen.next('recorded')).durationMs).toBeGreaterThan(1_300);
      await caller.hangUp();
    });
  });
}
