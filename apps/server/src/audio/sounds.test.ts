import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

import { openSounds } from './sounds.ts';
import { lookOf, wavOf } from './wav.ts';

const of = { company: 'demo', person: 'lan' };

const sounds = openSounds();
const sample = (name: string) => readFile(new URL(`./samples/${name}`, import.meta.url));
const samplesOf = (wav: Buffer) =>
  Array.from({ length: (wav.length - 44) / 2 }, (_, at) => wav.readInt16LE(44 + at * 2));

/** How often a second a sound goes through zero upwards: the pitch of a tone. */
function pitchOf(wav: Buffer): number {
  const samples = samplesOf(wav).slice(1000, -1000);
  const crossings = samples.filter((one, at) => at > 0 && (samples[at - 1] ?? 0) < 0 && one >= 0).length;
  return Math.round((crossings / samples.length) * 8000);
}

/** A second of 440 Hz in stereo at 44.1 kHz with 24 bits, as studios have it. */
function studioWav(): Buffer {
  const data = Buffer.alloc(44_100 * 6);
  for (let at = 0; at < 44_100; at += 1) {
    const value = Math.round(2_000_000 * Math.sin((2 * Math.PI * 440 * at) / 44_100));
    data.writeIntLE(value, at * 6, 3);
    data.writeIntLE(value, at * 6 + 3, 3);
  }
  const header = wavOf(new Int16Array()).subarray(0, 44);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(44_100, 24);
  header.writeUInt32LE(44_100 * 6, 28);
  header.writeUInt16LE(6, 32);
  header.writeUInt16LE(24, 34);
  header.writeUInt32LE(36 + data.length, 4);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

describe('a tone of 440 Hz', () => {
  test.each([
    ['MP3', () => sample('tone.mp3')],
    ['OGG with Vorbis', () => sample('tone-vorbis.ogg')],
    ['OGG with Opus', () => sample('tone-opus.ogg')],
    ['M4A with AAC', () => sample('tone.m4a')],
    ['WAV of a studio', async () => studioWav()],
  ])('is heard as such from %s, a second long and as loud as all others', async (_, file) => {
    const made = await sounds.convert(of, await file());
    if (!made.ok) throw new Error(made.why);
    expect(Math.abs(pitchOf(made.wav) - 440)).toBeLessThan(6);
    const { durationMs, peaks } = lookOf(made.wav, 20);
    expect(Math.abs(durationMs - 1000)).toBeLessThan(60);
    // A sine of the mean that is wanted.
    expect(peaks[10]).toBeCloseTo(0.14, 1);
  });
});

describe('what is no sound is refused in words', () => {
  const words = 'Không phải tệp WAV, MP3, OGG hay M4A';
  const broken = 'Tệp hỏng hoặc dùng kiểu nén chưa đọc được';
  const after = async (name: string, keep: number) =>
    Buffer.concat([(await sample(name)).subarray(0, keep), randomBytes(20_000)]);
  test.each([
    ['nothing', async () => Buffer.alloc(0), [words]],
    ['a page of HTML that is called MP3', async () => Buffer.from('<html><script>alert(1)</script>'), [words]],
    ['noise', async () => Buffer.concat([Buffer.from([1]), randomBytes(50_000)]), [words]],
    ['silence', async () => wavOf(new Int16Array(16_000)), ['Tệp không có tiếng']],
    ['the head of an OGG before noise', () => after('tone-vorbis.ogg', 60), [broken, 'Tệp không có tiếng']],
    ['the head of an M4A before noise', () => after('tone.m4a', 40), [broken, 'Tệp không có tiếng']],
    ['a WAV without end', async () => wavOf(new Int16Array(16 * 60 * 8000).fill(9000)), ['Âm thanh dài quá 15 phút']],
  ])('%s', async (_, file, expected) => {
    const made = await sounds.convert(of, await file());
    expect(made).toEqual({ ok: false, why: expect.toBeOneOf(expected) });
  });
});

test('words are spoken, longer ones longer, and by more than one voice', async () => {
  const spoken = await Promise.all([
    sounds.speak(of, 'Xin chào.', 'north'),
    sounds.speak(of, 'Cảm ơn quý khách đã gọi đến tổng đài của chúng tôi.', 'north'),
    sounds.speak(of, 'Xin chào.', 'south'),
  ]);
  const seconds = spoken.map((made) => (made.ok ? lookOf(made.wav, 1).durationMs / 1000 : 0));
  expect(seconds[0]).toBeGreaterThan(0.4);
  expect(seconds[1]).toBeGreaterThan(2 * (seconds[0] ?? 0));
  expect(spoken[2]).not.toEqual(spoken[0]);
});

test('a voice from elsewhere is heard in place of the one that is built in', async () => {
  const asked: string[] = [];
  const others = openSounds({
    voice: async (text, voice) => {
      asked.push(`${voice}: ${text}`);
      return sample('tone.mp3');
    },
  });
  const made = await others.speak(of, 'Xin chào', 'central');
  expect(asked).toEqual(['central: Xin chào']);
  expect(made.ok && Math.abs(pitchOf(made.wav) - 440)).toBeLessThan(6);
});

describe('a word of a voice', () => {
  /** A voice of 180 Hz with what is above it, so loud, from half a second on. */
  const word = (loud: number) =>
    wavOf(
      Int16Array.from({ length: 12_000 }, (_, at) => {
        const isSaid = at > 4_000 && at < 7_200;
        const voice = [1, 2, 3].reduce((sum, n) => sum + Math.sin((2 * Math.PI * 180 * n * at) / 8_000) / n, 0) / 1.6;
        return Math.max(
          -32_767,
          Math.min(32_767, Math.round((isSaid ? loud * voice : 0.0005 * ((at % 7) - 3)) * 32_767)),
        );
      }),
    );
  const clipOf = async (file: Buffer) => {
    const made = await sounds.clip(of, file);
    if (!made.ok) throw new Error(made.why);
    return made;
  };

  test('is cut out of its silence and measured as it was brought, from any kind of file', async () => {
    const [soft, loud, tone] = [
      await clipOf(word(0.02)),
      await clipOf(word(0.5)),
      await clipOf(await sample('tone.mp3')),
    ];
    expect(lookOf(soft.wav, 1).durationMs).toBeLessThan(600);
    expect(loud.measures.levelDb - soft.measures.levelDb).toBeCloseTo(28, 0);
    expect(lookOf(soft.wav, 1).peaks[0]).toBeCloseTo(lookOf(loud.wav, 1).peaks[0] ?? 0, 1);
    expect([soft, loud].map(({ measures }) => [measures.clipped, measures.beginsCut, measures.endsCut])).toEqual([
      [0, false, false],
      [0, false, false],
    ]);
    expect(tone.measures.speechMs).toBeGreaterThan(900);
  });

  test('that was said too loudly is known', async () => {
    expect((await clipOf(word(3))).measures.clipped).toBeGreaterThan(20);
  });

  test('is none where nobody spoke', async () => {
    expect(await sounds.clip(of, wavOf(new Int16Array(16_000).fill(5)))).toEqual({
      ok: false,
      why: 'Không nghe thấy tiếng nói',
    });
    expect(await sounds.clip(of, Buffer.from('nothing'))).toMatchObject({ ok: false });
  });
});
