import fc from 'fast-check';
import { expect, test } from 'vitest';

import { LoudnessMeter, type Stretch, silencesIn, timesOf, voicesIn } from './recorded-voices.ts';

/** Near enough: what is planted is found so exactly, in milliseconds. */
const nearMs = 200;
const rate = 8_000;

/** Speech as it is made: a voice of some pitch whose loudness rises and falls with syllables of a fifth of a second. */
const voiceAt = (at: number, pitch: number, loud: number) =>
  loud *
  (0.25 + 0.75 * Math.abs(Math.sin(Math.PI * at * 5))) *
  (0.6 * Math.sin(2 * Math.PI * pitch * at) +
    0.3 * Math.sin(2 * Math.PI * 3 * pitch * at) +
    0.1 * Math.sin(2 * Math.PI * 7 * pitch * at));

/** Noise of a line, the same in every run. */
function noise(seed: number, loud: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return loud * ((2 * state) / 2_147_483_648 - 1);
  };
}

interface Side {
  readonly speech: readonly Stretch[];
  readonly pitch: number;
  readonly loud: number;
  readonly noise: number;
}

function framesOf(
  { speech, pitch, loud, noise: hiss }: Side,
  totalMs: number,
  heard: (at: number) => number = () => 0,
) {
  const meter = new LoudnessMeter(rate);
  const next = noise(7, hiss);
  const samples = (totalMs / 1_000) * rate;
  for (let n = 0; n < samples; n += 1) {
    const at = n / rate;
    const isSpeech = speech.some(([from, to]) => at * 1_000 >= from && at * 1_000 < to);
    meter.hear((isSpeech ? voiceAt(at, pitch, loud) : 0) + next() + heard(at));
  }
  return meter.frames();
}

/** Turns of some length with pauses between them. */
const turns = fc
  .array(fc.record({ pause: fc.integer({ min: 700, max: 6_000 }), talk: fc.integer({ min: 600, max: 5_000 }) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((all) => {
    let at = 0;
    return all.map(({ pause, talk }): Stretch => {
      const from = at + pause;
      at = from + talk;
      return [from, at];
    });
  });
const side = fc.record({
  speech: turns,
  pitch: fc.integer({ min: 90, max: 250 }),
  loud: fc.double({ min: 0.15, max: 0.7, noNaN: true }),
  noise: fc.constantFrom(0, 0.0005, 0.002, 0.004),
});

const expectNear = (found: readonly Stretch[], planted: readonly Stretch[]) => {
  expect(found.map(() => 0)).toEqual(planted.map(() => 0));
  for (const [place, [from, to]] of planted.entries()) {
    const [foundFrom = 0, foundTo = 0] = found[place] ?? [];
    expect(Math.abs(foundFrom - from)).toBeLessThanOrEqual(nearMs);
    expect(Math.abs(foundTo - to)).toBeLessThanOrEqual(nearMs);
  }
};

test('each turn that was planted is found on its side within a fifth of a second, quiet or loud, on a clean or a noisy line', () => {
  fc.assert(
    fc.property(side, side, (left, right) => {
      const totalMs = Math.max(...[...left.speech, ...right.speech].map(([, to]) => to)) + 1_000;
      const voices = voicesIn(framesOf(left, totalMs), framesOf(right, totalMs));
      expectNear(voices.left, left.speech);
      expectNear(voices.right, right.speech);
    }),
    { numRuns: 25, seed: 41 },
  );
});

test('an echo of the other side is nobody who speaks, nor is a click, a hum, or a line that sends nothing', () => {
  const speaker = { speech: [[1_000, 6_000]] as const, pitch: 120, loud: 0.5, noise: 0.001 };
  const echo = (at: number) => (at >= 1.1 && at < 6.1 ? 0.03 * voiceAt(at - 0.1, 120, 0.5) : 0);
  const quiet = { speech: [], pitch: 200, loud: 0, noise: 0.0005 };
  const click = (at: number) => (at >= 7 && at < 7.03 ? 0.8 : 0);
  const hum = (at: number) => 0.004 * Math.sin(2 * Math.PI * 50 * at);
  const said = framesOf(speaker, 9_000);
  for (const heard of [echo, click, hum]) expect(voicesIn(said, framesOf(quiet, 9_000, heard)).right).toEqual([]);
  expect(voicesIn(said, framesOf({ ...quiet, noise: 0 }, 9_000)).right).toEqual([]);
  expectNear(voicesIn(said, []).left, [[1_000, 6_000]]);
});

test('how long each spoke, both at once and nobody, is told of what was found', () => {
  const times = timesOf({
    totalMs: 20_000,
    left: [
      [1_000, 5_000],
      [15_000, 16_000],
    ],
    right: [
      [4_000, 8_000],
      [10_000, 11_000],
      [15_500, 15_700],
    ],
  });
  expect(times).toEqual({
    left_ms: 5_000,
    right_ms: 5_200,
    both_ms: 1_200,
    silent_ms: 8_000,
    longest_silent_ms: 4_000,
  });
  expect(silencesIn([], 2_999)).toEqual([]);
  expect(silencesIn([], 3_000)).toEqual([[0, 3_000]]);
});
