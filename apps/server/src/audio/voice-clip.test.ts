import { describe, expect, test } from 'vitest';

import { asClip, clippingCounter } from './voice-clip.ts';

const rate = 8000;

interface Said {
  /** Of the voice, 1 is full scale. */
  readonly loud?: number;
  readonly noise?: number;
  readonly beforeMs?: number;
  readonly speechMs?: number;
  readonly afterMs?: number;
}

/** Somebody who says a word: a voice that comes and goes, noise all along. */
function said({ loud = 0.3, noise = 0.001, beforeMs = 400, speechMs = 300, afterMs = 500 }: Said = {}): Float32Array {
  const at = (ms: number) => (ms / 1000) * rate;
  return Float32Array.from({ length: at(beforeMs + speechMs + afterMs) }, (_, place) => {
    const ms = (place / rate) * 1000 - beforeMs;
    // The same noise each time, and no tone.
    const hiss = noise * Math.sqrt(3) * (2 * ((((place * 7919) ^ (place * 104_729)) % 1009) / 1009) - 1);
    if (ms < 0 || ms >= speechMs) return hiss;
    const edge = Math.min(1, (ms + 5) / 25, (speechMs - ms) / 25);
    return hiss + loud * edge * Math.sin((2 * Math.PI * 220 * place) / rate);
  });
}

const madeOf = (samples: Float32Array) => {
  const made = asClip(samples);
  if (made === undefined) throw new Error('Nothing was heard');
  return made;
};
const rms = (samples: Int16Array) =>
  20 * Math.log10(Math.sqrt(samples.reduce((sum, one) => sum + (one / 32_768) ** 2, 0) / samples.length));
/** Where it is loud: without its edges. */
const middle = (samples: Int16Array) => samples.subarray(samples.length / 2 - 600, samples.length / 2 + 600);

test('the silence around a word goes, whatever of it there is; a word is heard as long as it was said', () => {
  const lengths = [0, 30, 400, 3_000].map((ms) => {
    const { clip, measures } = madeOf(said({ beforeMs: ms, afterMs: ms }));
    return [measures.speechMs, (clip.length / rate) * 1000];
  });
  for (const [speech = 0, whole = 0] of lengths) {
    expect(Math.abs(speech - 300)).toBeLessThanOrEqual(20);
    expect(whole).toBe(speech + 130);
  }
});

test('words that were said softly, loudly, near and far are as loud as each other', () => {
  const levels = [0.02, 0.1, 0.5, 0.95].map((loud) => rms(middle(madeOf(said({ loud })).clip)));
  expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(1);
  expect(levels[0]).toBeGreaterThan(-22);
});

test('what it was like is told as it was brought', () => {
  const soft = madeOf(said({ loud: 0.02 })).measures;
  const loud = madeOf(said({ loud: 0.5 })).measures;
  expect(soft.levelDb).toBeCloseTo(20 * Math.log10(0.02 / Math.SQRT2), 0);
  expect(loud.levelDb).toBeCloseTo(20 * Math.log10(0.5 / Math.SQRT2), 0);
  expect(Math.abs((madeOf(said({ noise: 0.01 })).measures.noiseDb ?? 0) + 40)).toBeLessThan(2);
  // A studio's file has nothing around the word.
  expect(madeOf(said({ beforeMs: 0, afterMs: 0 })).measures.noiseDb).toBeNull();
});

describe('a word that was cut off', () => {
  const word = said({ beforeMs: 100, afterMs: 100 });
  const inside = (ms: number) => (ms / 1000) * rate;
  test.each([
    ['is whole', word, [false, false]],
    ['has lost its beginning', word.subarray(inside(150)), [true, false]],
    ['has lost its end', word.subarray(0, inside(350)), [false, true]],
  ] as const)('%s', (_, samples, expected) => {
    const { beginsCut, endsCut } = madeOf(samples).measures;
    expect([beginsCut, endsCut]).toEqual(expected);
  });
});

test('silence, and a tick of the mouse, are no words', () => {
  expect(asClip(new Float32Array(16_000))).toBeUndefined();
  expect(asClip(said({ loud: 0, noise: 0.001 }))).toBeUndefined();
  const tick = new Float32Array(16_000);
  tick.fill(0.9, 8_000, 8_080);
  expect(asClip(tick)).toBeUndefined();
  expect(asClip(new Float32Array(0))).toBeUndefined();
});

test('put one after the other they do not click: where two meet there is silence, and no step that a voice does not make', () => {
  const clips = [
    said(),
    said({ loud: 0.9, beforeMs: 0, afterMs: 0 }),
    said({ loud: 0.1, beforeMs: 5, afterMs: 5 }),
  ].map((samples) => madeOf(samples).clip);
  const steps = (samples: Int16Array) => samples.map((one, at) => Math.abs(one - (samples[at - 1] ?? one)));
  const ofVoices = Math.max(...clips.flatMap((clip) => [...steps(middle(clip))]));
  for (const clip of clips) {
    expect([clip[0], clip.at(-1)]).toEqual([0, 0]);
    expect(Math.max(...steps(clip))).toBeLessThanOrEqual(ofVoices);
    expect(Math.max(...clip.subarray(0, 40), ...clip.subarray(-40))).toBeLessThan(330);
  }
});

test('a microphone that was spoken into too loudly is found, a loud voice is not', () => {
  const clipped = (samples: Float32Array) => {
    const counter = clippingCounter();
    for (let at = 0; at < samples.length; at += 1000) counter.take(samples.subarray(at, at + 1000));
    return counter.count();
  };
  expect(clipped(said({ loud: 0.95 }))).toBe(0);
  expect(clipped(said({ loud: 2 }).map((one) => Math.max(-1, Math.min(1, one))))).toBeGreaterThan(50);
});
