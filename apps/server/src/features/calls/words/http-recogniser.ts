import { z } from 'zod';

import { postGuarded, TargetRefused } from '../../../http/guarded-request.ts';
import type { Piece, Recognised, Recogniser, Said } from './recogniser.ts';

export interface HttpRecogniser {
  readonly url: string;
  readonly model: string;
  readonly language: string;
  /** '' where it wants none. */
  readonly key: string;
}

/** Ten minutes of a voice take a small machine some minutes. */
const patienceMs = 5 * 60_000;
const mostBytes = 8 * 1024 * 1024;
const shownAtMost = 200;
/** A sentence ends where nothing is said for so long, where only words have their seconds. */
const pauseMs = 800;
/** What is longer is no sentence that anybody reads. */
const longestText = 2_000;

const seconds = z.number().min(0).max(100_000);
const answered = z.object({
  segments: z.array(z.object({ start: seconds, end: seconds, text: z.string() })).nullish(),
  words: z.array(z.object({ start: seconds, end: seconds, word: z.string() })).nullish(),
});

/**
 * A recogniser that speaks as OpenAI's transcriptions do, and many programs after them: a form with the sound, and JSON with seconds back.
 * What comes without its seconds is not taken.
 */
export const httpRecogniser =
  (
    { url, model, language, key }: HttpRecogniser,
    { allowed, withinMs = patienceMs }: { readonly allowed: readonly string[]; readonly withinMs?: number },
  ): Recogniser =>
  async (piece, signal) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(piece.wav)], { type: 'audio/wav' }), 'voice.wav');
    form.set('model', model);
    form.set('language', language);
    form.set('response_format', 'verbose_json');
    form.append('timestamp_granularities[]', 'segment');
    form.append('timestamp_granularities[]', 'word');
    const sent = new Response(form);
    const headers = {
      'content-type': sent.headers.get('content-type') ?? '',
      'user-agent': 'Alo-Transcript/1',
      accept: 'application/json',
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
    };
    const patience = AbortSignal.timeout(withinMs);
    try {
      const answer = await postGuarded(url, {
        headers,
        body: Buffer.from(await sent.arrayBuffer()),
        allowed,
        signal: signal === undefined ? patience : AbortSignal.any([signal, patience]),
        atMost: mostBytes,
      });
      if (answer.status === 200) return heardIn(answer.beginning, piece);
      const words = key === '' ? answer.beginning : answer.beginning.replaceAll(key, '…');
      const because = `Máy chép lời trả lời ${answer.status}: ${words}`.replaceAll('\0', '').slice(0, shownAtMost);
      return { is: 'unheard', because, again: answer.status >= 500 || [408, 425, 429].includes(answer.status) };
    } catch (error) {
      if (error instanceof TargetRefused) return { is: 'unheard', because: error.message, again: false, inside: true };
      // Whatever their server and the way to it do is theirs, and told where they look for the words.
      return { is: 'unheard', because: 'Không gọi được máy chép lời', again: true };
    }
  };

function heardIn(text: string, piece: Piece): Recognised {
  const { ms } = piece;
  const read = answered.safeParse(jsonIn(text));
  if (!read.success || (read.data.segments ?? read.data.words) == null)
    return { is: 'unheard', because: 'Máy chép lời không nói câu nào ở giây nào', again: false };
  const words = (read.data.words ?? []).flatMap(({ start, end, word }) => {
    const shown = cleaned(word);
    return shown === '' ? [] : [[inPiece(start, ms), inPiece(end, ms), shown] as const];
  });
  const segments = read.data.segments ?? [];
  const said = segments.length === 0 ? sentencesOf(words) : segments.map((one) => sentenceOf(one, words, ms));
  return { is: 'heard', said: said.filter((one) => one.text !== '' && one.to >= one.from && one.from < piece.ms) };
}

type Word = Said['words'][number];

function sentenceOf(
  { start, end, text }: { readonly start: number; readonly end: number; readonly text: string },
  words: readonly Word[],
  ms: number,
): Said {
  const [from, to] = [inPiece(start, ms), inPiece(end, ms)];
  const its = words.filter(([begins, ends]) => {
    const middle = (begins + ends) / 2;
    return middle >= from && middle < to;
  });
  return { from, to, text: cleaned(text), words: its };
}

function sentencesOf(words: readonly Word[]): Said[] {
  const groups: Word[][] = [];
  for (const word of words) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last === undefined || before === undefined || word[0] - before[1] > pauseMs) groups.push([word]);
    else last.push(word);
  }
  return groups.map((its) => ({
    from: its[0]?.[0] ?? 0,
    to: its.at(-1)?.[1] ?? 0,
    text: cleaned(its.map(([, , word]) => word).join(' ')),
    words: its,
  }));
}

const inPiece = (second: number, ms: number) => Math.min(Math.round(second * 1_000), ms);
const cleaned = (text: string) => text.replaceAll('\0', '').replace(/\s+/g, ' ').trim().slice(0, longestText);

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
