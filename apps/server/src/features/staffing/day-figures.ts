import {
  erlangALevel,
  erlangLevel,
  type ReplayCaller,
  type ReplayDay,
  type ReplayedDay,
  type ReplayedStay,
  type Traffic,
} from '@alo/call-core';
import { type ResultOf, type replayQueues, staffingSlotMinutes } from '@alo/contract';

import { queueCountsOf, type StaySum } from '../../domain/queue-counts.ts';
import { type QueueLevel, type ReadDay, usualQueueLevel } from './read-day.ts';

type Result = ResultOf<typeof replayQueues>;

const slotMs = staffingSlotMinutes * 60_000;

/** What of a day is looked at: its queues' callers, and whose time it was. */
interface Side {
  readonly stays: readonly ReplayedStay[];
  readonly spans: readonly {
    readonly extension: string;
    readonly status: string;
    readonly from: number;
    readonly to: number | null;
  }[];
}

/** What came of a day as it was and as it was lived again, of one queue or of all of them. */
export function dayFigures(
  { seen, levels }: ReadDay,
  { day, changed, replayed }: { readonly day: ReplayDay; readonly changed: ReplayDay; readonly replayed: ReplayedDay },
  queue: string | null,
): Omit<Result, 'day'> {
  const levelOf = (key: string) => levels.get(key) ?? usualQueueLevel;
  const isOf = (key: string) => queue === null || key === queue;
  const ofThese = ({ stays, spans }: Side, { queues }: ReplayDay): Side => {
    const its = Object.entries(queues).flatMap(([key, plan]) => (isOf(key) ? plan.members : []));
    const members = new Set(its.map(({ extension }) => extension));
    return {
      stays: stays.filter((stay) => isOf(stay.queue)),
      spans: spans.filter(({ extension }) => members.has(extension)),
    };
  };
  const callers = day.callers.flatMap(allOf).filter((caller) => isOf(caller.queue));
  const was = ofThese({ stays: callers.map(stayOf), spans: seen.spans }, day);
  const is = ofThese(replayed, changed);
  const span = { from: seen.from, to: seen.to };
  const [first, last] = slotsWithCalls([...was.stays, ...is.stays], span);
  const worked = { from: first, to: Math.max(last, first + slotMs) };
  const slots: Result['slots'][number][] = [];
  for (let from = first; from < last; from += slotMs) {
    const slot = { from, to: Math.min(from + slotMs, seen.to) };
    const seenSlot = figuresOf(inSlot(was, slot), slot, levelOf);
    const replayedSlot = figuresOf(inSlot(is, slot), slot, levelOf);
    slots.push({ from: Math.round((from - seen.from) / 60_000), seen: seenSlot, replayed: replayedSlot });
  }
  return {
    seen: figuresOf(was, worked, levelOf),
    replayed: figuresOf(is, worked, levelOf),
    as_seen: sameAs(was.stays, is.stays, levelOf),
    erlang: erlangOf(callers, is, worked, levelOf),
    slots,
  };
}

const allOf = (caller: ReplayCaller): readonly ReplayCaller[] =>
  caller.then === null ? [caller] : [caller, ...allOf(caller.then.caller)];

const stayOf = ({ id, queue, at, outcome, waitedMs }: ReplayCaller): ReplayedStay => ({
  id,
  queue,
  at,
  outcome,
  waitedMs,
});

interface Span {
  readonly from: number;
  readonly to: number;
}

const inSlot = ({ stays, spans }: Side, { from, to }: Span): Side => ({
  stays: stays.filter(({ at }) => at >= from && at < to),
  spans,
});

/** From the half-hour of the first call to the end of that of the last. */
function slotsWithCalls(stays: readonly ReplayedStay[], { from }: Span): readonly [number, number] {
  if (stays.length === 0) return [from, from];
  const slotOf = (at: number) => from + Math.floor((at - from) / slotMs) * slotMs;
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { at } of stays) [first, last] = [Math.min(first, at), Math.max(last, at)];
  return [slotOf(first), slotOf(last) + slotMs];
}

function figuresOf({ stays, spans }: Side, span: Span, levelOf: (queue: string) => QueueLevel) {
  return { ...queueCountsOf(stays.map((stay) => sumOf(stay, levelOf(stay.queue)))), ...staffedBy(spans, span) };
}

/** A caller as a sum of one, so that what is counted is what reports count. */
const sumOf = ({ queue, outcome, waitedMs }: ReplayedStay, { levelMs, shortMs }: QueueLevel): StaySum => ({
  queue,
  slot: '',
  outcome,
  n: 1,
  inTime: waitedMs <= levelMs ? 1 : 0,
  soon: waitedMs < shortMs ? 1 : 0,
  waitMs: waitedMs,
  longestMs: waitedMs,
});

function staffedBy(spans: Side['spans'], { from, to }: Span) {
  const sums = { ready: 0, busy: 0 };
  for (const span of spans) {
    const ms = Math.min(span.to ?? to, to) - Math.max(span.from, from);
    if (ms <= 0) continue;
    if (span.status === 'ready') sums.ready += ms;
    else if (span.status === 'on-a-call' || span.status === 'wrapping-up') sums.busy += ms;
  }
  const all = sums.ready + sums.busy;
  return {
    people: to === from ? 0 : Math.round((all / (to - from)) * 10) / 10,
    occupancy: all === 0 ? null : Math.round((sums.busy / all) * 1_000) / 10,
  };
}

/** Of callers of the day itself: how many were answered as they were, in time as they were, or lost as they were. */
function sameAs(
  was: readonly ReplayedStay[],
  is: readonly ReplayedStay[],
  levelOf: (queue: string) => QueueLevel,
): number {
  const known = new Map(is.map((stay) => [`${stay.id} ${stay.queue}`, stay]));
  return was.filter((stay) => {
    const now = known.get(`${stay.id} ${stay.queue}`);
    const { levelMs } = levelOf(stay.queue);
    return now?.outcome === stay.outcome && now.waitedMs <= levelMs === stay.waitedMs <= levelMs;
  }).length;
}

/** What the formulas say of the same calls and people, half-hour by half-hour, weighed by their calls. */
function erlangOf(
  callers: readonly ReplayCaller[],
  is: Side,
  worked: Span,
  levelOf: (queue: string) => QueueLevel,
): Result['erlang'] {
  const handled = callers.flatMap(({ talkMs, wrapUpMs }) => (talkMs === null ? [] : [talkMs + wrapUpMs]));
  const handleSeconds = handled.length === 0 ? 0 : sum(handled) / handled.length / 1_000;
  const gaveUp = callers.filter(({ outcome }) => outcome === 'abandoned').length;
  const patienceSeconds = gaveUp === 0 ? null : sum(callers.map(({ waitedMs }) => waitedMs)) / gaveUp / 1_000;
  const withinSeconds =
    callers.length === 0 ? 20 : sum(callers.map(({ queue }) => levelOf(queue).levelMs)) / callers.length / 1_000;
  let [calls, byC, byA] = [0, 0, 0];
  for (let from = worked.from; from < worked.to; from += slotMs) {
    const slot = { from, to: from + slotMs };
    const { stays, spans } = inSlot(is, slot);
    if (stays.length === 0 || handleSeconds === 0) continue;
    const people = Math.round(staffedBy(spans, slot).people);
    const traffic: Traffic = { callsPerHour: (stays.length * 60) / staffingSlotMinutes, handleSeconds };
    calls += stays.length;
    byC += stays.length * erlangLevel(traffic, people, withinSeconds);
    if (patienceSeconds !== null)
      byA += stays.length * erlangALevel(traffic, people, withinSeconds, Math.max(1, patienceSeconds));
  }
  const percent = (share: number) => (calls === 0 ? null : Math.round((share / calls) * 1_000) / 10);
  return {
    c: percent(byC),
    a: patienceSeconds === null ? null : percent(byA),
    handle_seconds: Math.round(handleSeconds),
    patience_seconds: patienceSeconds === null ? null : Math.round(patienceSeconds),
  };
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
