import { type Board, type CallId, emptyBoard, entriesOf, isOver, step, valuesOf } from '@alo/call-core';

import { hiddenKeys } from '../src/telephony/journal/hidden-keys.ts';
import { openPlanShelf } from '../src/telephony/journal/plans.ts';
import { readJournal } from '../src/telephony/journal/read-journal.ts';
import { readSnapshot } from '../src/telephony/runner/snapshot.ts';
import { officeSealer } from './office.ts';
import type { HistoryRows } from './simulated-database.ts';
import { bytesOf } from './simulated-engine.ts';
import { forgottenCustomers } from './unserved.ts';
import { untrueSpans } from './untrue-spans.ts';
import { untrueTalks } from './untrue-talks.ts';
import { isUnknowable, latestWordMs, leftAt, lostWith, type World, wasForgotten } from './world.ts';

/** Everything that is not as it was promised, in words. */
export function findWrongs(world: World): string[] {
  return [
    ...lostCalls(world),
    ...untrueRows(world),
    ...untrueTalks(world),
    ...untrueSpans(world),
    ...ghosts(world),
    ...recordings(world),
    ...leftovers(world),
    ...cutOffs(world),
    ...newest(world),
    ...ledAstray(world),
    ...forgottenCustomers(world),
  ];
}

/** The longest that a server is away, or a disk takes nothing, in these lives. */
const longestWaitMs = 120_000;

function* lostCalls(world: World): Generator<string> {
  const { engine, database, disk, tenant } = world;
  const aside = disk.files.get(`/data/set-aside/${tenant}.ndjson`)?.text ?? '';
  const partOfAnother = new Set([...database.calls.values()].flatMap(({ legs }) => legs.map(({ id }) => id)));
  for (const [call, since] of engine.acknowledged) {
    if (database.calls.has(call) || aside.includes(call) || isUnknowable(world, call, since)) continue;
    // Whoever takes another's place or fetches a parked party is part of that conversation.
    if (engine.everyLeg.get(call)?.some((leg) => partOfAnother.has(leg))) continue;
    yield `Call ${call} was taken up and is not in the history`;
  }
  for (const [call, since] of engine.toldOf) {
    if (engine.acknowledged.has(call) || database.calls.has(call) || aside.includes(call)) continue;
    // Nobody had done anything about it when the engine died with its word, or it joined another conversation at once.
    const died = engine.deaths.some((death) => since <= death && death <= since + longestWaitMs);
    if (died || engine.everyLeg.get(call)?.some((leg) => partOfAnother.has(leg))) continue;
    yield `Call ${call} was told of and is not in the history`;
  }
}

function* untrueRows(world: World): Generator<string> {
  for (const [id, { call, legs, segments, recordings: its }] of world.database.calls) {
    if (!world.arrived.has(call.id as CallId)) yield `Call ${id} is in the history and never was`;
    if (world.database.doubled.has(id)) yield `Call ${id} has two rows`;
    if (call.status === 'in_progress' || call.ended_at === null) yield `Call ${id} is still open in the history`;
    else yield* untrueTimes(world, { call, legs, segments });
    for (const leg of legs) {
      if (leg.ended_at === null) yield `Leg ${leg.id} is still open in the history`;
    }
    for (const segment of segments) {
      if (segment.to_at === null) yield `Segment ${segment.id} of ${id} is still open in the history`;
    }
    for (const recording of its) {
      if (recording.state === 'open') yield `Recording ${recording.id} is still open in the history`;
    }
  }
}

function* untrueTimes(
  world: World,
  { call, legs }: Pick<HistoryRows, 'call' | 'legs' | 'segments'>,
): Generator<string> {
  const { engine } = world;
  const { started_at: started, ended_at: ended, answered_at: answered } = call;
  if (ended === null) return;
  if (ended < started || (answered !== null && answered < started)) yield `Call ${call.id} ends before it begins`;
  if (call.talk_ms > ended.getTime() - started.getTime() + 1) yield `Call ${call.id} talked longer than it lasted`;
  const left = leftAt(engine, call.id, legs);
  if (left !== undefined && ended.getTime() > left + latestWordMs(world, left))
    yield `Call ${call.id} is closed ${(ended.getTime() - left) / 1000} s after everybody left (${call.cause})`;
  if (new Set(legs.map(({ id }) => id)).size !== legs.length) yield `Call ${call.id} has a leg twice`;
}

/** What the journal holds leads to the board that there is: whoever reads it after a crash goes on from the same. */
export async function findDifferences({ disk, telephony, tenant }: World): Promise<string[]> {
  const board = telephony?.boardOf(tenant);
  if (board === undefined) return [];
  const folder = `/data/journal/${tenant}`;
  const readable = disk.asItIs();
  const { parts } = await readJournal(readable, folder, {
    plans: await openPlanShelf(readable, { breathe: async () => undefined }, folder),
    keys: hiddenKeys(officeSealer),
  });
  let read = emptyBoard;
  for (const { snapshot, entries } of parts) {
    read = readSnapshot(snapshot).board;
    for (const { event } of entries) read = step(read, event).board;
  }
  const [is, was] = [partsOf(board), partsOf(read)];
  return Object.keys(is).flatMap((part) => {
    return is[part] === was[part]
      ? []
      : [`The journal leads to other ${part}: ${firstDifference(was[part] ?? '', is[part] ?? '')}`];
  });
}

function firstDifference(read: string, there: string): string {
  let same = 0;
  while (same < read.length && read[same] === there[same]) same++;
  const at = Math.max(0, same - 60);
  return `…${read.slice(at, at + 120)}…, not …${there.slice(at, at + 120)}…`;
}

function partsOf(board: Board): Record<string, string> {
  const { people, spans, queues, memberships, callbacks, rotation, parked, lastTalks, version } = board;
  const calls = [...valuesOf(board.calls)]
    .filter((call) => !isOver(call))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const maps = Object.entries({ people, spans, queues, memberships, callbacks, rotation, parked, lastTalks });
  const text = maps.map(([name, map]) => {
    const entries = [...entriesOf<unknown>(map)].sort(([one], [other]) => (one < other ? -1 : 1));
    return [name, JSON.stringify(entries)] as const;
  });
  return Object.fromEntries([...text, ['version', String(version)], ['calls', JSON.stringify(calls)]]);
}

/** Nothing lives that nobody knows, and nobody waits for somebody who left. */
function* ghosts({ engine, telephony, tenant }: World): Generator<string> {
  for (const { leg, call, side, state } of engine.legs.values())
    yield `Leg ${leg} of ${call} haunts (${side}, ${state})`;
  for (const id of engine.bridges.keys()) yield `Bridge ${id} has nobody and is there`;
  const board = telephony?.boardOf(tenant);
  if (board === undefined) {
    yield 'The tenant does not run';
    return;
  }
  for (const call of valuesOf(board.calls)) {
    if (!isOver(call))
      yield `Call ${call.id} is open on the board: ${call.legs.map(({ id, state }) => `${id} ${state}`).join(', ')}`;
  }
  for (const { extension, legs } of valuesOf(board.people)) {
    if (legs.length > 0) yield `Extension ${extension} is busy with nobody`;
  }
}

/** A recording and its row tell the same. */
function* recordings(world: World): Generator<string> {
  const { engine, database } = world;
  for (const [id, { call, since, until }] of engine.recordings) {
    if (until === null) {
      yield `Recording ${id} is never ended`;
      continue;
    }
    const rows = database.calls.get(call);
    const row = rows?.recordings.find((recording) => recording.id === id);
    if (rows === undefined || lostWith(world, since) !== undefined) continue;
    if (row === undefined) yield `Recording ${id} has no row`;
    else if (
      row.state !== 'ready' &&
      until > since &&
      !engine.deaths.some((died) => died >= since) &&
      mayBeWhole(world, since)
    )
      yield `Recording ${id} is whole, and its row says ${row.state}`;
    else if (row.state === 'ready' && (row.duration_ms !== until - since || row.bytes !== bytesOf(until - since))) {
      yield `Recording ${id} lasts ${until - since} ms, and its row says ${row.duration_ms}`;
    }
  }
}

/** No word of it can have got lost, and its engine never counted as gone. */
function mayBeWhole({ engine, struck }: World, since: number): boolean {
  const odd = struck.some((fault) => fault.kind === 'link' && fault.mood === 'odd' && since <= fault.at + fault.ms);
  return !odd && !engine.unheard.some(({ from, until }) => since <= until && until - from >= 30_000);
}

/** Whoever talks goes on talking, whatever becomes of servers and links. */
function* cutOffs({ engine, struck, crashes }: World): Generator<string> {
  const graceMs = 30_000;
  for (const { call, leg, at } of engine.cutOff) {
    const began = engine.acknowledged.get(call) ?? at;
    // Their call had died with an engine, and this leg was rung by the next one.
    const died = engine.deaths.some((death) => began <= death && death <= at);
    // Nobody heard of the engine for so long that it counted as gone.
    const forsaken = engine.unheard.some(({ from, until }) => began <= until && from <= at && until - from >= graceMs);
    // The word of them got lost: nobody knew that they were there.
    const unheardOf = struck.some((fault) => fault.kind === 'link' && fault.mood === 'odd' && fault.at <= at);
    const forgotten = crashes.some(
      ({ at: crashed, lostFrom }) => lostFrom !== null && began <= crashed && crashed <= at,
    );
    if (!(died || forsaken || unheardOf || forgotten)) yield `Leg ${leg} of ${call} was cut off`;
  }
}

/** The engine knows every phone by its newest secret, and calls go by the plan that was saved last. */
function* newest({ engine, database, telephony, tenant }: World): Generator<string> {
  for (const [extension, count] of database.secrets) {
    if (engine.secretOf(extension) !== String(count)) yield `The phone of ${extension} is known by an older secret`;
  }
  const queues = telephony?.boardOf(tenant)?.plan.queues;
  if (queues !== undefined && JSON.stringify(queues) !== JSON.stringify(database.config.plan.queues))
    yield 'Calls go by an older plan';
}

/** A call goes by the version of the routing that it began with, unless one of ours sends it on. */
function* ledAstray(world: World): Generator<string> {
  const { engine, savedAt, sentOn } = world;
  for (const [call, heard] of engine.versionsHeard) {
    const began = engine.acknowledged.get(call);
    const last = Math.max(...heard.values());
    if (began === undefined || sentOn.has(call) || engine.passedOn.has(call) || wasForgotten(world, began, last))
      continue;
    if (heard.size > 1) yield `Call ${call} was led by versions ${[...heard.keys()].join(' and ')}`;
    for (const version of heard.keys()) {
      if ((savedAt.get(version) ?? 0) > began) yield `Call ${call} is led by version ${version}, saved after it began`;
    }
  }
}

/** What is remembered stays bounded, and nothing waits for ever. */
function* leftovers({ telephony, tenant, unanswered, crashes }: World): Generator<string> {
  const figures = telephony?.figures().get(tenant);
  if (figures === undefined) return;
  const versions = telephony?.boardOf(tenant)?.versions.size ?? 0;
  if (versions !== 0) yield `${versions} versions of the routing are kept for nobody`;
  if (figures.openCalls !== 0) yield `${figures.openCalls} calls count as open`;
  if (figures.wanted !== 0) yield `${figures.wanted} conversations are still wanted of the engine`;
  if (figures.callTimers !== 0) yield `${figures.callTimers} timers of calls still run`;
  if (figures.waiting !== 0 || figures.history.calls !== 0) yield 'Something is still to be written';
  if (figures.journal === 'fails') yield 'The journal does not recover';
  // Whoever asked a process that was killed hears nothing, and asks again.
  if (crashes.length === 0 && unanswered.size > 0) yield `Requests ${[...unanswered].join()} were never answered`;
}
