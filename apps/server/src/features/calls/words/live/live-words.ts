import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import type { FileStore, StoredFile } from '../../../../storage/file-store.ts';
import { recordingFile } from '../../recording-in.ts';
import { partsOf, pieceOf, type Voice, voicesOf } from '../pieces.ts';
import { type Recogniser, saidAloud } from '../recogniser.ts';
import type { SpokenLine } from '../summary/evidence.ts';
import { windowIn } from './window.ts';

/** A recogniser is asked for the next seconds of a call no sooner, and after it did not answer no sooner than that. */
const [everyMs, restsMs] = [3_000, 15_000];
/** Nobody waits for words of minutes ago: whoever begins to look, or looks again, has what is said from so long ago on. */
const newestMs = 30_000;
const [headerBytes, shortestMs, linesKept] = [44, 1_000, 400];
/** Windows at recognisers at once, of all companies and of one. */
const [places, placesOfOne] = [4, 2];

interface Watched {
  readonly tenantId: string;
  /** From where on each voice is listened to next. */
  readonly upTo: Map<Voice['side'], number>;
  readonly lines: SpokenLine[];
  because: string;
  /** Somebody looked at it last, and it is listened to again from then on. */
  lookedAt: number;
  nextAt: number;
  busy: boolean;
}

/** A recording that grows, and who writes it down. */
interface Growing {
  readonly tenantId: string;
  readonly recordingId: string;
  readonly recognise: Recogniser;
}

/** What has been heard of a call so far, and why nothing new was. */
interface HeardSoFar {
  readonly lines: readonly SpokenLine[];
  readonly because: string;
}

export interface LiveWords {
  /** What was heard up to now; the seconds since are sent to be written down meanwhile. */
  look(growing: Growing): HeardSoFar;
  /** Nothing of it is shown or kept any more. */
  forget(recordingId: string): void;
}

/**
 * Words of calls that go on, while somebody looks, out of recordings that grow. They live in this process alone, and are forgotten when nobody has looked
 * for `forgetMs`: what stays of a call is its recording's, written down when it is whole.
 */
export function liveWords({
  files,
  now,
  forgetMs = 60_000,
}: {
  readonly files: Pick<FileStore, 'find'>;
  readonly now: () => number;
  readonly forgetMs?: number;
}): LiveWords {
  const watched = new Map<string, Watched>();
  let sweeping: NodeJS.Timeout | undefined;

  return {
    look(growing) {
      const { tenantId, recordingId } = growing;
      const call = watched.get(recordingId) ?? newlyWatched(tenantId);
      watched.set(recordingId, call);
      call.lookedAt = now();
      sweeping ??= setTimeout(sweep, forgetMs).unref();
      if (!call.busy && now() >= call.nextAt && hasPlace(tenantId)) void listen(growing, call);
      return { lines: [...call.lines], because: call.because };
    },
    forget(recordingId) {
      watched.delete(recordingId);
    },
  };

  function sweep(): void {
    for (const [id, { lookedAt }] of watched) if (now() - lookedAt >= forgetMs) watched.delete(id);
    sweeping = watched.size === 0 ? undefined : setTimeout(sweep, forgetMs).unref();
  }

  function hasPlace(tenantId: string): boolean {
    const busy = [...watched.values()].filter((one) => one.busy);
    return busy.length < places && busy.filter((one) => one.tenantId === tenantId).length < placesOfOne;
  }

  async function listen(growing: Growing, call: Watched): Promise<void> {
    call.busy = true;
    try {
      call.because = await hearNext(growing, call);
    } catch {
      // The file was moved or erased between two reads; whether there is one is seen at the next look.
      call.because = 'Không đọc được âm thanh của cuộc gọi';
    }
    call.busy = false;
    call.nextAt = now() + (call.because === '' ? everyMs : restsMs);
  }

  /** Why nothing was heard, '' where it was. */
  async function hearNext({ tenantId, recordingId, recognise }: Growing, call: Watched): Promise<string> {
    const file = await files.find(recordingFile(tenantId, { id: recordingId }));
    if (file === undefined) return 'Âm thanh của cuộc gọi chưa có trên máy này';
    const part = await newestPart(file, Math.min(...call.upTo.values()));
    if (part === undefined) return '';
    for (const voice of (await voicesOf(part.file)) ?? []) {
      const { side } = voice;
      const window = windowIn(voice.speaks, Math.max(0, (call.upTo.get(side) ?? 0) - part.from), part.ms);
      for (const stretch of partsOf(window.sends)) {
        const { at, ...piece } = await pieceOf(part.file, voice, stretch);
        const heard = await recognise(piece);
        if (heard.is === 'unheard') return heard.because;
        const said = heard.said.map((one) => ({ ...one, from: one.from + at, to: one.to + at }));
        for (const { from, to, text } of saidAloud(said, window.sends))
          call.lines.push({ side, from: from + part.from, to: to + part.from, text });
      }
      call.upTo.set(side, part.from + window.upTo);
    }
    call.lines.sort((a, b) => a.from - b.from);
    call.lines.splice(0, call.lines.length - linesKept);
    return '';
  }
}

const newlyWatched = (tenantId: string): Watched => ({
  tenantId,
  upTo: new Map([
    ['left', 0],
    ['right', 0],
  ]),
  lines: [],
  because: '',
  lookedAt: 0,
  nextAt: 0,
  busy: false,
});

/** What a recording has had since a moment, as a file of its own; undefined where that is nothing yet. */
async function newestPart(file: StoredFile, since: number) {
  if (file.bytes <= headerBytes) return undefined;
  const header = await buffer(await file.read({ start: 0, end: headerBytes - 1 }));
  const [channels, rate] = [header.readUInt16LE(22), header.readUInt32LE(24)];
  const msBytes = (rate * channels * 2) / 1_000;
  if (msBytes === 0) return undefined;
  const endMs = Math.floor((file.bytes - headerBytes) / msBytes);
  const from = Math.max(since, endMs - newestMs);
  if (endMs - from < shortestMs) return undefined;
  const start = headerBytes + from * msBytes;
  const sound = await buffer(await file.read({ start, end: headerBytes + endMs * msBytes - 1 }));
  const bytes = Buffer.concat([header, sound]);
  const whole: StoredFile = {
    bytes: bytes.length,
    read: async ({ start: first, end } = { start: 0, end: bytes.length - 1 }) =>
      Readable.from([bytes.subarray(first, end + 1)]),
  };
  return { file: whole, from, ms: endMs - from };
}
