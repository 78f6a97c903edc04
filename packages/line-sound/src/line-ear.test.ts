import { expect, test } from 'vitest';
import { likeness, readPrint } from './likeness.ts';
import { LineEar } from './line-ear.ts';
import { music, ringBack, silence, voice } from './testing/sounds.ts';

function heard(...parts: readonly Int16Array[]) {
  const ear = new LineEar();
  for (const part of parts) for (let at = 0; at < part.length; at += 160) ear.push(part.subarray(at, at + 160));
  return ear.said();
}

test('a line that only rings has said nothing', () => {
  expect(heard(ringBack(20))).toBeNull();
  expect(heard(silence(10))).toBeNull();
  expect(heard()).toBeNull();
});

test('a word or two tell nothing apart', () => {
  expect(heard(voice(1, 0.8))).toBeNull();
});

test('an announcement behind the ringing is told without it', () => {
  const alone = heard(voice(1, 5));
  const behind = heard(ringBack(10), voice(1, 5));
  expect(behind).toMatchObject({ like: 'speech' });
  expect(behind?.ms).toBeLessThan(6_000);
  expect(likeness(read(alone), read(behind))).toMatchObject({ same: true });
});

test('music has no pauses', () => {
  expect(heard(music(8))).toMatchObject({ like: 'music' });
  expect(heard(voice(2, 8))).toMatchObject({ like: 'speech' });
});

test('of a long wait the last twenty seconds are kept', () => {
  const said = heard(voice(3, 30), voice(4, 15));
  expect(said?.ms).toBeLessThanOrEqual(20_000);
  expect(likeness(read(said), read(heard(voice(4, 15))))).toMatchObject({ same: true });
});

test('an announcement is the same wherever one begins to hear it, and however loud it is', () => {
  const whole = heard(voice(5, 6));
  const late = heard(voice(5, 6).subarray(11_111));
  const soft = heard(voice(5, 6).map((sample) => sample / 6));
  for (const other of [late, soft]) expect(likeness(read(whole), read(other))).toMatchObject({ same: true });
});

test('two that begin alike and go on otherwise are two', () => {
  const begin = voice(6, 4);
  const [one, other] = [heard(begin, voice(7, 2)), heard(begin, voice(8, 2))];
  expect(likeness(read(one), read(other)).same).toBe(false);
});

test('others are others', () => {
  const all = Array.from({ length: 12 }, (_, seed) => read(heard(voice(20 + seed, 5))));
  for (const [at, one] of all.entries())
    for (const other of all.slice(at + 1)) expect(likeness(one, other).same).toBe(false);
});

const read = (said: ReturnType<typeof heard>) => readPrint(said?.print ?? new Uint8Array());
