import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlayId } from '@alo/call-core';
import { describe, expect, test } from 'vitest';
import { type Bench, eventually, wait } from '../bench.ts';
import { sineWav } from '../sine-wav.ts';

export function audioTests(bench: () => Bench): void {
  const perform = (...args: Parameters<Bench['perform']>) => bench().perform(...args);

  describe('what is heard', () => {
    test('a prompt is played to an answered caller, and its end is told', async () => {
      const folder = join(bench().under.files.promptsFolder, 'suite');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'tone.wav'), sineWav(600, 1_000));
      const a = await bench().registered('101');
      const { call, leg, caller } = await bench().arrive(a, '8000');
      perform(call, { type: 'answer', leg });
      await caller.until('talking');
      const play = bench().name<PlayId>(call);
      const began = performance.now();
      perform(call, { type: 'play', leg, play, sources: [{ kind: 'file', file: 'suite/tone.wav' }], loop: false });
      await eventually('the caller hears the prompt', () => caller.audio.level(600) > 0.2);
      expect(await bench().seen.next('played', leg)).toMatchObject({ play });
      expect(performance.now() - began).toBeGreaterThan(900);
      // A prompt that is missing must not leave anybody waiting.
      const missing = bench().name<PlayId>(call);
      perform(call, { type: 'play', leg, play: missing, sources: [{ kind: 'file', file: 'none.wav' }], loop: false });
      expect(await bench().seen.next('played', leg)).toMatchObject({ play: missing });
    });

    test('a caller hears ringback before the answer, in early media', async () => {
      const a = await bench().registered('101');
      const { call, leg, caller } = await bench().arrive(a, '8000');
      const play = bench().name<PlayId>(call);
      perform(call, { type: 'play', leg, play, sources: [{ kind: 'tone', tone: 'ringback' }], loop: true });
      await caller.until('early');
      // The Vietnamese ringing tone is 425 Hz, one second in five.
      await eventually('the caller hears ringing', () => caller.audio.level(425) > 0.02);
      expect(caller.state).toBe('early');
      perform(call, { type: 'stop', leg, play });
      perform(call, { type: 'answer', leg });
      await caller.until('talking');
    });

    test('hold and return are told once each, and the held party is answered in kind', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { call, legs, caller } = await bench().talk(a, b, '102');
      expect(await caller.hold(true)).toMatch(/a=recvonly/);
      expect(await bench().seen.next('held', legs[0])).toMatchObject({ on: true });
      expect(await caller.hold(true)).toMatch(/a=recvonly/);
      expect(await caller.hold(false)).not.toMatch(/a=(recvonly|inactive|sendonly)/);
      expect(await bench().seen.next('held', legs[0])).toMatchObject({ on: false });
      expect(
        bench()
          .seen.left(call)
          .filter((event) => event.type === 'held'),
      ).toEqual([]);
    });

    test('keys come through by RFC 4733 and by both kinds of INFO, each press once', async () => {
      const a = await bench().registered('101');
      const { call, leg, caller } = await bench().arrive(a, '8000');
      perform(call, { type: 'answer', leg });
      await caller.until('talking');
      for (const key of '4#') caller.audio.press(key);
      expect(await bench().seen.next('digit', leg)).toMatchObject({ digit: '4' });
      expect(await bench().seen.next('digit', leg)).toMatchObject({ digit: '#' });
      expect(await caller.info('application/dtmf-relay', 'Signal=7\r\nDuration=160\r\n')).toBe(200);
      expect(await bench().seen.next('digit', leg)).toMatchObject({ digit: '7' });
      expect(await caller.info('application/dtmf', '*')).toBe(200);
      expect(await bench().seen.next('digit', leg)).toMatchObject({ digit: '*' });
      await wait(100);
      expect(
        bench()
          .seen.left(call)
          .filter((event) => event.type === 'digit'),
      ).toEqual([]);
    });
  });
}
