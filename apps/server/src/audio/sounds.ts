import { z } from 'zod';

import { FairPlaces, type Of, TooManyWaiting } from '../kernel/fair-places.ts';
import { type ChildLimits, refusalIn, startLimited } from '../kernel/limited-child.ts';
import { shares } from '../kernel/shares.ts';

/** A sound that calls can play, or why there is none, in words for the person who uploaded it. */
export type Made = { readonly ok: true; readonly wav: Buffer } | { readonly ok: false; readonly why: string };

const measures = z.object({
  levelDb: z.number(),
  noiseDb: z.number().nullable(),
  beginsCut: z.boolean(),
  endsCut: z.boolean(),
  speechMs: z.int(),
  /** How often it stayed at full scale. */
  clipped: z.int(),
});

/** A word that others are put beside, with what was measured of it as it was brought. */
export type MadeClip =
  | { readonly ok: true; readonly wav: Buffer; readonly measures: z.output<typeof measures> }
  | { readonly ok: false; readonly why: string };

/** Says words; the bytes are a sound file of any kind. */
export type SayVoice = (text: string, voice: 'north' | 'central' | 'south') => Promise<Buffer>;

export interface Sounds {
  /** Makes what somebody brought a sound that calls can play. */
  convert(of: Of, file: Buffer): Promise<Made>;
  /** Makes what somebody said a word of a voice. */
  clip(of: Of, file: Buffer): Promise<MadeClip>;
  /** Has a text said. */
  speak(of: Of, text: string, voice: 'north' | 'central' | 'south'): Promise<Made>;
  /** How many of a company are made or wait. */
  countOf?(company: string): number;
}

const program = new URL('./sound-child.ts', import.meta.url).pathname;
const voices = { north: 'vi', central: 'vi-vn-x-central', south: 'vi-vn-x-south' } as const;
/** Longer than a quarter of an hour of music takes on a slow machine, and more memory than it needs. */
const limits: ChildLimits = { heapMb: 256, mostBytes: 768 * 1024 * 1024, silentMs: 60_000 };
const tooMuch = 'Tệp này cần quá nhiều bộ nhớ hoặc thời gian để đọc';

/** So many texts that were spoken lately are remembered: a person who tries a form over and over pays for a voice once. */
const remembered = 50;

/**
 * One sound at a time, companies in turns. Both reject with `TooManyWaiting`. `voice` takes the place of the one that is built in, which speaks where that one
 * fails.
 */
export function openSounds({
  voice,
  onFailed = () => undefined,
}: {
  voice?: SayVoice;
  onFailed?: (error: unknown) => void;
} = {}): Sounds {
  const spoken = new Map<string, Made>();
  const places = new FairPlaces(shares.sounds);
  const inTurn = (of: Of, args: readonly string[], input: Buffer): Promise<Made> =>
    places.take(of, () => inChild(args, input));
  const convert = (of: Of, file: Buffer) => inTurn(of, ['convert'], file);
  return {
    convert,
    async clip(of, file) {
      const made = await inTurn(of, ['clip'], file);
      if (!made.ok) return made;
      const end = made.wav.indexOf('\n');
      const measured = measures.parse(JSON.parse(made.wav.subarray(0, end).toString()));
      return { ok: true, wav: made.wav.subarray(end + 1), measures: measured };
    },
    countOf: (company) => places.countOf(company),
    async speak(of, text, by) {
      const builtIn = () => inTurn(of, ['speak', voices[by]], Buffer.from(text));
      if (voice === undefined) return builtIn();
      const key = `${of.company} ${by} ${text}`;
      const known = spoken.get(key);
      if (known !== undefined) return known;
      const made = await voice(text, by)
        .then((file) => convert(of, file))
        .catch((error: unknown): Made => {
          if (error instanceof TooManyWaiting) throw error;
          return { ok: false, why: String(error) };
        });
      if (!made.ok) {
        onFailed(new Error(`The voice has not spoken: ${made.why}`));
        return builtIn();
      }
      spoken.set(key, made);
      for (const [oldest] of spoken) if (spoken.size > remembered) spoken.delete(oldest);
      return made;
    },
  };
}

async function inChild(args: readonly string[], input: Buffer): Promise<Made> {
  const child = startLimited(program, args, { stdio: ['pipe', 'pipe', 'pipe'], limits });
  const { stdin, stdout } = child.process;
  const out: Buffer[] = [];
  stdout?.on('data', (bytes: Buffer) => out.push(bytes));
  // It may stop reading what it does not like.
  stdin?.on('error', () => undefined);
  stdin?.end(input);
  const { code, wasStopped, said } = await child.ended;
  if (wasStopped) return { ok: false, why: tooMuch };
  if (code === 0) return { ok: true, wav: Buffer.concat(out) };
  return { ok: false, why: refusalIn(said) ?? 'Tệp hỏng hoặc dùng kiểu nén chưa đọc được' };
}
