import type { CallId } from '@alo/call-core';

import type { HistoryRows } from './simulated-database.ts';
import type { Stretch, TrueTalk } from './true-talks.ts';
import { latestWordMs, leftAt, type World, wasForgotten, wasLost } from './world.ts';

const graceMs = 30_000;
/** So long a talk may be, or go on, before anybody can be asked to know of it. */
const shortMs = 1_000;

/** What people truly said to each other is what the history and the recordings say, and nobody but them ended it. */
export function* untrueTalks(world: World): Generator<string> {
  const { engine, database } = world;
  for (const [call, talk] of engine.talks) {
    // What was decided about them a process forgot that died, and the next one decides anew.
    const known = engine.toldOf.get(call) ?? engine.acknowledged.get(call) ?? talk.from;
    if (wasForgotten(world, known, talk.until)) continue;
    yield* unrecorded(world, call, talk);
    const row = database.calls.get(call);
    if (row !== undefined) yield* untrueRow(world, row, talk);
  }
  for (const rows of database.calls.values()) yield* calledInterrupted(world, rows);
  yield* endedByNobody(world);
  yield* recordedAllTheSame(world);
}

function* untrueRow(world: World, { call }: HistoryRows, talk: TrueTalk): Generator<string> {
  const { ended_at: ended, status } = call;
  if (talk.ms > shortMs && status !== 'answered' && !wasLost(world, talk.from))
    yield `In call ${call.id} people talked for ${talk.ms} ms, and it is ${status}`;
  if (ended === null) return;
  const early = talk.until - ended.getTime();
  // What ended by a clock or a request while nobody heard the engine is over, whoever talks on until somebody is heard.
  const isSaid = overlaps(world.silences, ended.getTime() - shortMs, talk.until + shortMs);
  if (early > Math.max(shortMs, latestWordMs(world, ended.getTime())) && !isSaid)
    yield `Call ${call.id} counts as over ${early} ms before people stopped talking (${call.cause})`;
}

/** Every moment of a talk is in a recording. */
function* unrecorded(world: World, call: CallId, { unrecorded: stretches }: TrueTalk): Generator<string> {
  const row = world.database.calls.get(call)?.call;
  const refused = row?.recording_refused_at?.getTime() ?? Number.POSITIVE_INFINITY;
  // Who was told of it first hears the other as the words end, and is recorded as the server hears of that.
  const isTold = row?.trace.some(({ text }) => text.startsWith('Báo cho người được gọi')) === true;
  for (const { from, until } of stretches) {
    if (until >= refused) continue;
    const late = isTold ? latestWordMs(world, from) : shortMs;
    if (until - from <= late || wasLost(world, from) || overlaps(world.silences, from - shortMs, until)) continue;
    yield `Call ${call} was not recorded for ${until - from} ms`;
  }
}

/** Nothing of a talk is recorded once its customer has refused that. */
function* recordedAllTheSame(world: World): Generator<string> {
  const { engine, database, silences } = world;
  for (const [id, { call, until }] of engine.recordings) {
    const rows = database.calls.get(call);
    const refused = rows?.call.recording_refused_at?.getTime();
    if (refused === undefined || until === null) continue;
    if (rows?.recordings.find((row) => row.id === id)?.kind !== 'conversation') continue;
    const late = until - refused;
    if (late <= Math.max(shortMs, latestWordMs(world, refused)) || wasLost(world, refused)) continue;
    if (overlaps(silences, refused - shortMs, refused + shortMs)) continue;
    yield `Recording ${id} went on for ${late} ms after its customer had refused it`;
  }
}

/** A call is interrupted where an engine died with it, or as good as died. */
function* calledInterrupted(world: World, { call, legs }: HistoryRows): Generator<string> {
  const { engine, silences } = world;
  const left = leftAt(engine, call.id, legs);
  if (call.cause !== 'interrupted' || left === undefined) return;
  const started = call.started_at.getTime();
  // Nobody had heard that they had left when the engine died with the word of it.
  const heardFrom = silences.find(({ from, until }) => from - shortMs <= left && left <= until)?.until ?? left;
  // Nor that it had died, when one more was rung by the next one: a server that stands still hears of that when it goes on.
  const died = engine.deaths.some((at) => {
    const told = silences.find(({ from, until }) => from - shortMs <= at && at <= until)?.until ?? at;
    return left <= told + latestWordMs(world, at) && at <= heardFrom + latestWordMs(world, left);
  });
  if (
    !(died || wasForgotten(world, started, left) || wasForsaken(world, started, left) || wasLost(world, started, left))
  )
    yield `Call ${call.id} is called interrupted, and nothing interrupted it`;
}

/** Whoever talks is told to go because the other one left, or because somebody asked for it. */
function* endedByNobody(world: World): Generator<string> {
  const { engine, meddledWith } = world;
  for (const { call, leg, at } of engine.dismissed) {
    if (meddledWith.has(call) || engine.passedOn.has(call)) continue;
    const began = engine.talks.get(call)?.from ?? at;
    const died = engine.deaths.some((death) => began <= death && death <= at);
    if (died || wasForgotten(world, began, at) || wasForsaken(world, began, at) || wasLost(world, began, at)) continue;
    yield `Leg ${leg} of ${call} was told to go in mid-talk, and nobody had asked for it`;
  }
}

/** Nobody heard of the engine for so long that it counted as gone. */
function wasForsaken({ engine }: World, began: number, at: number): boolean {
  return engine.unheard.some(({ from, until }) => began <= until && from <= at && until - from >= graceMs);
}

function overlaps(stretches: readonly Stretch[], from: number, until: number): boolean {
  return stretches.some((stretch) => stretch.from <= until && from <= stretch.until);
}
