import type { PlayId } from '@alo/call-core';
import { RtpAudio } from '@alo/testing';
import { describe, expect, test } from 'vitest';
import { type Bench, carrier as carrierAddress, eventually, trunk, wait } from '../bench.ts';

/** What is heard before anybody answers, and by whom (RFC 3960). */
export function earlyMediaTests(bench: () => Bench): void {
  const perform = (...args: Parameters<Bench['perform']>) => bench().perform(...args);

  /** An extension that calls a number of the outside; the carrier's side of it has come to the carrier. */
  async function calling() {
    const carrier = await bench().carrier('0901234567');
    const a = await bench().registered('101');
    const { call, leg, caller } = await bench().arrive(a, '0901234567');
    const other = bench().dialTrunk(call, '0901234567', trunk);
    const callee = await carrier.nextCall();
    return {
      call,
      leg,
      caller,
      other,
      callee,
      /** As call control does when the network sounds. */
      async hears() {
        await bench().seen.next('early-media', other);
        perform(call, { type: 'progress', leg });
        bench().together(call, [leg, other]);
        await caller.until('early');
      },
      async answered() {
        await bench().seen.next('answered', other);
        perform(call, { type: 'answer', leg });
        await caller.until('talking');
      },
    };
  }

  describe('before the answer', () => {
    test('an announcement of the network is heard, and who answers from another address is heard next', async () => {
      const { caller, callee, hears, answered } = await calling();
      const announcer = await RtpAudio.open(carrierAddress);
      await callee.soundEarly(183, announcer);
      announcer.speak(800);
      await hears();
      await eventually('the caller hears the announcement', () => caller.audio.level(800) > 0.3);
      await callee.answer();
      callee.audio.speak(1200);
      caller.audio.speak(440);
      await answered();
      await eventually('the caller hears who answered', () => caller.audio.level(1200) > 0.3);
      await eventually('and nothing of the announcement', () => caller.audio.level(800) < 0.02);
      await eventually('who answered hears the caller', () => callee.audio.level(440) > 0.3);
      expect(caller.state).toBe('talking');
      announcer.close();
    });

    test('an announcement that moves to another address goes on being heard', async () => {
      const { caller, callee, hears } = await calling();
      const [first, second] = [await RtpAudio.open(carrierAddress), await RtpAudio.open(carrierAddress)];
      await callee.soundEarly(183, first);
      first.speak(800);
      await hears();
      await eventually('the first is heard', () => caller.audio.level(800) > 0.3);
      await callee.soundEarly(183, second);
      second.speak(1200);
      await eventually('the second is heard', () => caller.audio.level(1200) > 0.3);
      expect(caller.state).toBe('early');
      first.close();
      second.close();
    });

    test('an answer that brings no SDP is by the one that sounded early (RFC 3262 §5)', async () => {
      const { caller, callee, hears, answered } = await calling();
      await callee.soundEarly();
      await hears();
      await callee.answer({ withSdp: false });
      callee.audio.speak(1200);
      await answered();
      await eventually('the caller hears the callee', () => caller.audio.level(1200) > 0.3);
      expect(caller.state).toBe('talking');
    });

    test('ringing that sounds by itself (180 with SDP) is no ringing besides', async () => {
      const { call, callee, hears } = await calling();
      await callee.soundEarly(180);
      await hears();
      expect(bench().seen.left(call)).not.toContainEqual(expect.objectContaining({ type: 'ringing' }));
    });

    test('who hears us already hears our ringing tone, until the network sounds; nobody else does', async () => {
      const { call, leg, caller, callee, hears } = await calling();
      const play = bench().name<PlayId>(call);
      perform(call, { type: 'play', leg, play, sources: [{ kind: 'tone', tone: 'beep' }], loop: false });
      await caller.until('early');
      await bench().seen.next('played', leg);
      callee.ring();
      perform(call, { type: 'ring', leg });
      await eventually('the caller hears ringing', () => caller.audio.level(425) > 0.02);
      expect(caller.state).toBe('early');
      await callee.soundEarly();
      callee.audio.speak(1200);
      await hears();
      await eventually('the caller hears the network', () => caller.audio.level(1200) > 0.3);
      await eventually('and no ringing any more', () => caller.audio.level(425) < 0.02);
    });

    test('who is only told that it rings is sent no sound, and neither is who rings', async () => {
      const { call, leg, caller, callee } = await calling();
      callee.ring();
      perform(call, { type: 'ring', leg });
      await caller.until('ringing');
      await wait(300);
      expect([caller.audio.packetsReceived, callee.audio.packetsReceived]).toEqual([0, 0]);
    });
  });
}
