import { buffer } from 'node:stream/consumers';

import { telephoneRate } from '../../../audio/telephone.ts';
import { wavOf } from '../../../audio/wav.ts';
import type { Stretch } from '../../../kernel/recorded-voices.ts';
import type { StoredFile } from '../../../storage/file-store.ts';
import { hearRecording } from '../../../storage/hear-recording.ts';
import type { Piece } from './recogniser.ts';

const headerBytes = 44;
/** No longer at once: what is sent stays below what recognisers take, and a try that fails repeats little. */
const pieceMs = 10 * 60_000;
/** Nobody is sent a silence that is as long as this. */
const silenceMs = 30_000;
/** What is cut off close to a word would cut the word. */
const aroundMs = 300;

/** One voice of a recording. */
export interface Voice {
  readonly side: 'left' | 'right' | 'both';
  readonly speaks: readonly Stretch[];
}

/** The voices of a recording in which anybody speaks; undefined for what is no telephone's sound. */
export async function voicesOf(file: StoredFile): Promise<readonly Voice[] | undefined> {
  const heard = await hearRecording(file);
  if (heard === undefined) return undefined;
  // Both in one channel: whose words they are nobody knows.
  if (heard.voices === null) return [{ side: 'both', speaks: [[0, Math.round(heard.seconds * 1_000)]] }];
  const voices: Voice[] = [
    { side: 'left', speaks: heard.voices.left },
    { side: 'right', speaks: heard.voices.right },
  ];
  return voices.filter(({ speaks }) => speaks.length > 0);
}

/** From where to where a voice is sent: not in the middle of what it says, unless it never pauses. */
export function partsOf(speaks: readonly Stretch[]): Stretch[] {
  const parts: [number, number][] = [];
  for (const [from, to] of speaks) {
    for (let at = from; at < to; at += pieceMs) {
      const end = Math.min(to, at + pieceMs);
      const last = parts.at(-1);
      if (last !== undefined && at - last[1] < silenceMs && end - last[0] <= pieceMs) last[1] = end;
      else parts.push([at, end]);
    }
  }
  return parts;
}

/** One voice from one moment to another, as a file of its own. */
export async function pieceOf(file: StoredFile, { side }: Voice, [from, to]: Stretch): Promise<Piece & { at: number }> {
  const header = await buffer(await file.read({ start: 0, end: headerBytes - 1 }));
  const [channels, rate] = [header.readUInt16LE(22), header.readUInt32LE(24)];
  const frameBytes = 2 * channels;
  const frames = Math.floor((file.bytes - headerBytes) / frameBytes);
  const frameAt = (ms: number) => Math.min(frames, Math.max(0, Math.round((ms * rate) / 1_000)));
  const [first, behind] = [frameAt(from - aroundMs), frameAt(to + aroundMs)];
  const samples = new Int16Array(behind - first);
  if (behind > first) {
    const start = headerBytes + first * frameBytes;
    const sound = await buffer(await file.read({ start, end: headerBytes + behind * frameBytes - 1 }));
    const own = side === 'right' ? 2 * (channels - 1) : 0;
    for (let frame = 0; frame < samples.length; frame += 1)
      samples[frame] = sound.readInt16LE(frame * frameBytes + own);
  }
  return {
    wav: wavOf(samples, rate),
    ms: Math.round(((behind - first) * 1_000) / rate),
    at: Math.round((first * 1_000) / rate),
  };
}

/** A second of a tone, for who tries whether anybody listens. */
export function tone(): Piece {
  const samples = Int16Array.from({ length: telephoneRate }, (_, at) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * 440 * at) / telephoneRate)),
  );
  return { wav: wavOf(samples), ms: 1_000 };
}
