import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { toneLevel } from '@alo/testing';

import { callsSince, closedCallsSince, type HistoryRow, type PersonApi, recordingOf } from './api.ts';
import { type Attempt, tones } from './call-stream.ts';
import type { Product } from './product.ts';
import { until } from './until.ts';

export const victims = ['engine', 'server', 'PostgreSQL', 'keeper'] as const;
export type Victim = (typeof victims)[number];

export interface Kill {
  readonly victim: Victim;
  readonly at: number;
  /** When all of the product was there again; the other parts do not wait for an engine. */
  readonly backAt: number;
}

interface Happened {
  readonly product: Product;
  readonly api: PersonApi;
  readonly since: number;
  /** What `recordingsOf` counted then. */
  readonly recordedBefore: number;
  readonly attempts: readonly Attempt[];
  readonly kills: readonly Kill[];
}

/**
 * Compares history and recordings with what the callers saw, call by call: one row each, and what was talked is as long in the
 * row and in the recording as it was in truth. Each difference is a line.
 */
export async function untruths({
  product,
  api,
  since,
  recordedBefore,
  attempts,
  kills,
}: Happened): Promise<readonly string[]> {
  const engineDeaths = kills.filter(({ victim }) => victim === 'engine').map(({ at }) => at);
  const answered = attempts.filter(({ answeredAt }) => answeredAt !== null);
  const rows = await until(
    'every call that was answered is closed in the history',
    async () => {
      const found = await closedCallsSince(api, since, answered.length);
      return found.filter(({ status }) => status === 'answered').length >= answered.length && found;
    },
    120_000,
  ).catch(() => callsSince(api, since)); // What is missing then is named below.
  const rowsOf = Map.groupBy(rows, (row) => attemptOf(row, attempts));
  const found = (rowsOf.get(undefined) ?? []).map((row) => `a row of no call: ${JSON.stringify(row)}`);
  for (const attempt of attempts) {
    const own = rowsOf.get(attempt) ?? [];
    const wrong = [...wrongCount(attempt, own, engineDeaths), ...(await wrongTalk(api, attempt, own, kills))];
    if (wrong.length > 0) found.push(`${wrong.join('; ')}: ${JSON.stringify({ attempt, own })}`);
  }
  const recorded = rows.filter(({ recording }) => recording !== 'none' && recording !== 'failed').length;
  const files = (await recordingsOf(product)) - recordedBefore;
  if (files !== recorded) found.push(`${recorded} recordings in the history, ${files} on the disk`);
  return found;
}

/** How many recordings lie on the disk; a file that is empty is of an engine that died before it had anything to write. */
export async function recordingsOf({ dataFolder }: Product): Promise<number> {
  const folder = join(dataFolder, 'recordings');
  // Nothing was recorded yet.
  if (!existsSync(folder)) return 0;
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => name.endsWith('.wav')).map((name) => stat(join(folder, name)));
  return (await Promise.all(files)).filter(({ size }) => size > 0).length;
}

/** The one that its caller was making when the row began. */
function attemptOf(row: HistoryRow, attempts: readonly Attempt[]): Attempt | undefined {
  const began = Date.parse(row.started_at);
  return attempts.findLast(({ caller, dialledAt }) => caller === row.caller_extension && dialledAt <= began);
}

function wrongCount(attempt: Attempt, own: readonly HistoryRow[], engineDeaths: readonly number[]): readonly string[] {
  const { dialledAt, answeredAt, endedAt, status } = attempt;
  // An INVITE that came to one engine, and by the phone's repetition to the next, was two calls to them.
  const most = engineDeaths.some((at) => at > dialledAt - 500 && at < (answeredAt ?? endedAt) + 500) ? 2 : 1;
  // Refused at once, callers try again at once: which of the tries such a row is of, no clock tells.
  const lasting = own.filter((row) => row.status === 'answered' || row.total_seconds > 0).length;
  if (lasting > most) return [`${lasting} rows`];
  const talked = own.filter((row) => row.status === 'answered').length;
  if (answeredAt !== null && talked !== 1) return [`${talked} rows of a call that was answered`];
  return status === 180 && own.length === 0 ? ['it rang, and there is no row'] : [];
}

/** The first half second of a recording an engine that is killed may never have written. */
const shortestMs = 1_000;
/** So long after a call its engine may not have told yet that the recording is whole. */
const closingMs = 500;

/** Row and recording say how long they talked, up to the moment at which an engine died. */
async function wrongTalk(
  api: PersonApi,
  { answeredAt, endedAt }: Attempt,
  own: readonly HistoryRow[],
  kills: readonly Kill[],
): Promise<readonly string[]> {
  const row = own.find(({ status }) => status === 'answered');
  if (answeredAt === null || row === undefined) return [];
  const cut = kills.find(({ victim, at }) => victim === 'engine' && at > answeredAt && at < endedAt)?.at;
  const talkedMs = (cut ?? endedAt) - answeredAt;
  const talked = talkedMs / 1_000;
  const wrong = Math.abs(row.talk_seconds - talked) < 2 ? [] : [`${talked} s were talked`];
  if (cut !== undefined && talkedMs < shortestMs) return wrong;
  const died = kills.some(({ victim, at }) => victim === 'engine' && at > answeredAt && at < endedAt + closingMs);
  if (row.recording !== 'ready' && !(died && row.recording === 'incomplete'))
    return [...wrong, `the recording is ${row.recording}`];
  const { left, right, sampleRate, seconds } = await recordingOf(api, row.id);
  // Hung up on while there is no server, the other one waits and is recorded until there is one.
  const waited = kills.find(({ at, backAt }) => endedAt > at - 500 && endedAt < backAt)?.backAt ?? endedAt;
  const longest = talked + (waited - endedAt) / 1_000 + 1.5;
  if (seconds < talked - (cut === undefined ? 0.75 : 1.25) || seconds > longest)
    wrong.push(`the recording has ${seconds} s of ${talked}`);
  for (const [voice, hertz] of [
    [left, tones.caller],
    [right, tones.callee],
  ] as const) {
    const heard = secondsOf(voice, sampleRate, hertz);
    // They begin to speak a moment after the answer.
    if (heard < talked - 1.25) wrong.push(`${hertz} Hz was heard for ${heard} s of ${talked}`);
  }
  return wrong;
}

/** For how long a tone is heard. */
function secondsOf(voice: Float32Array, sampleRate: number, hertz: number): number {
  const frame = sampleRate / 50;
  let heard = 0;
  for (let at = 0; at + frame <= voice.length; at += frame) {
    const samples = Array.from(voice.subarray(at, at + frame), (sample) => sample * 32_768);
    if (toneLevel(samples, hertz) > 0.2) heard += 1;
  }
  return heard / 50;
}
