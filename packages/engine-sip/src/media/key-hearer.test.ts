import type { Digit } from '@alo/call-core';
import { describe, expect, it } from 'vitest';
import { COLUMNS, KEYPAD, keyTone, ROWS } from './dtmf-tones.ts';
import { encodeInto } from './g711.ts';
import { KeyHearer } from './key-hearer.ts';

const RATE = 8000;
/** In A-law. */
const SILENT = 0xd5;
/** Peak of a sine of 0 dBm0 in 16 bits (ITU-T G.711). */
const ZERO_DBM0 = 32_767 / 10 ** (3.14 / 20);
const amplitude = (dbm0: number) => ZERO_DBM0 * 10 ** (dbm0 / 20);

interface Key {
  readonly ms?: number;
  readonly rowDb?: number;
  readonly columnDb?: number;
  /** How far its frequencies are off, in percent. */
  readonly off?: number;
  /** Of white noise besides. */
  readonly noiseDb?: number;
}

/** Chance that is always the same. */
function dice(seed = 7) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** A key between two silences, as a line in A-law brings it. */
function press(digit: Digit, { ms = 60, rowDb = -10, columnDb = -10, off = 0, noiseDb = -90 }: Key = {}): Uint8Array {
  const row = KEYPAD.findIndex((keys) => keys.includes(digit));
  const [low, high] = [ROWS[row] ?? 0, COLUMNS[KEYPAD[row]?.indexOf(digit) ?? 0] ?? 0];
  const random = dice();
  const [before, length] = [800 + Math.floor(137 * off) + 11, (ms * RATE) / 1000];
  const sine = (hertz: number, i: number) => Math.sin((2 * Math.PI * hertz * (1 + off / 100) * i) / RATE);
  return onLine(
    Int16Array.from({ length: before + length + 800 }, (_, i) => {
      const noise = amplitude(noiseDb) * 1.7 * (random() * 2 - 1);
      if (i < before || i >= before + length) return Math.round(noise);
      return Math.round(noise + amplitude(rowDb) * sine(low, i) + amplitude(columnDb) * sine(high, i));
    }),
  );
}

function onLine(samples: Int16Array): Uint8Array {
  const octets = new Uint8Array(samples.length);
  encodeInto('pcma', samples, octets, 0);
  return octets;
}

const heard = (...sounds: readonly Uint8Array[]) => {
  const hearer = new KeyHearer();
  return sounds.flatMap((sound) => hearer.push('pcma', sound)).join('');
};

const keys = KEYPAD.flat();

describe('a key is heard', () => {
  it('each of the sixteen, and as we say it ourselves', () => {
    expect(heard(...keys.map((key) => press(key)))).toBe(keys.join(''));
    const silence = new Int16Array(480);
    expect(heard(...keys.flatMap((key) => [...keyTone(key, 5), silence].map(onLine)))).toBe(keys.join(''));
  });

  it('with the limits of Q.24: 40 ms long, 1.5 % off, the column 4 dB or the row 8 dB louder, from 0 to -25 dBm0', () => {
    for (const key of keys) {
      for (const off of [-1.5, 1.5]) expect(heard(press(key, { off }))).toBe(key);
      expect(heard(press(key, { ms: 40 }))).toBe(key);
      expect(heard(press(key, { rowDb: -14 }))).toBe(key);
      expect(heard(press(key, { columnDb: -18 }))).toBe(key);
      expect(heard(press(key, { rowDb: -3, columnDb: -3 }))).toBe(key);
      expect(heard(press(key, { rowDb: -25, columnDb: -25 }))).toBe(key);
      expect(heard(press(key, { noiseDb: -25 }))).toBe(key);
    }
  });

  it('once, however long it is pressed and though it is broken for 10 ms; twice with a pause of 40 ms', () => {
    expect(heard(press('5', { ms: 3000 }))).toBe('5');
    const long = press('5', { ms: 300 });
    const broken = long.map((octet, i) => (i > 1600 && i < 1680 ? SILENT : octet));
    expect(heard(broken)).toBe('5');
    const paused = long.map((octet, i) => (i > 1600 && i < 1920 ? SILENT : octet));
    expect(heard(paused)).toBe('55');
  });
});

describe('nothing is heard', () => {
  it('in what is too short, too weak, too uneven or off by 6 %', () => {
    for (const key of keys) {
      expect(heard(press(key, { ms: 18 }))).toBe('');
      expect(heard(press(key, { rowDb: -45, columnDb: -45 }))).toBe('');
      expect(heard(press(key, { columnDb: -25 }))).toBe('');
      expect(heard(press(key, { rowDb: -25 }))).toBe('');
      for (const off of [-6, 6]) expect(heard(press(key, { off }))).toBe('');
    }
  });

  it('in one tone alone, in dial tone and busy tone', () => {
    const tone = (...hertz: number[]) =>
      Int16Array.from({ length: 8000 }, (_, i) =>
        Math.round(hertz.reduce((sum, one) => sum + 5000 * Math.sin((2 * Math.PI * one * i) / RATE), 0)),
      );
    for (const hertz of [...ROWS, ...COLUMNS, 425, 1000]) expect(heard(onLine(tone(hertz)))).toBe('');
    expect(heard(onLine(tone(350, 440)), onLine(tone(697, 770)), onLine(tone(1209, 1477)))).toBe('');
  });

  /** Talk-off: voices of all pitches and vowels, as loud as people are. */
  it('in two minutes of what is like speech', () => {
    const random = dice(3);
    const hearer = new KeyHearer();
    const pressed: string[] = [];
    for (let syllable = 0; syllable < 600; syllable++) {
      pressed.push(...hearer.push('pcma', onLine(vowel(random))));
    }
    expect(pressed).toEqual([]);
  });
});

/** 200 ms of a voice: harmonics of a gliding pitch, louder about three formants, and breath. */
function vowel(random: () => number): Int16Array {
  const pitch = 80 + 220 * random();
  const glide = (random() - 0.5) * 0.4;
  const formants = [250 + 650 * random(), 800 + 1500 * random(), 2200 + 900 * random()];
  const gains = Array.from({ length: 40 }, (_, k) => {
    const hertz = pitch * (k + 1);
    return hertz > 3600
      ? 0
      : formants.reduce((sum, centre, i) => sum + 1 / Math.hypot(1, (hertz - centre) / 45) / (i + 1), 0);
  });
  const loudness = amplitude(-20 + 12 * random());
  let phase = 0;
  return Int16Array.from({ length: 1600 }, (_, i) => {
    phase += (2 * Math.PI * pitch * (1 + (glide * i) / 1600)) / RATE;
    const voice = gains.reduce((sum, gain, k) => (gain === 0 ? sum : sum + gain * Math.sin((k + 1) * phase)), 0);
    const level = loudness * Math.min(1, i / 160, (1600 - i) / 160);
    return Math.max(-32_768, Math.min(32_767, Math.round(level * (voice + 0.05 * (random() - 0.5)))));
  });
}
