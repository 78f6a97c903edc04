import type { StatusSpan } from '../board/status-span.ts';
import type { Cause, Instant } from '../board/vocabulary.ts';
import type { Away, RangPhone, ReplayCaller, ReplayDay, ReplayPerson } from './day.ts';

/** What the history has of a day, as it has it. */
export type SeenDay = Pick<ReplayDay, 'timeZone' | 'from' | 'to' | 'queues' | 'greetingMs'> & {
  readonly stays: readonly SeenStay[];
  /** Of everybody of ours, in calls of queues and in others. */
  readonly legs: readonly SeenLeg[];
  readonly spans: readonly Pick<StatusSpan, 'extension' | 'status' | 'from' | 'to'>[];
};

/** Somebody who came to a queue; `enteredAt` is null where the history does not say when. */
export type SeenStay = Pick<ReplayCaller, 'queue' | 'outcome' | 'waitedMs' | 'number' | 'serviceNumber'> & {
  readonly call: string;
  readonly enteredAt: Instant | null;
  readonly callFrom: Instant;
  readonly callTo: Instant;
};

/** A leg of one of ours; `talkedTo` is when they left the conversation that it was in. */
export type SeenLeg = {
  readonly call: string;
  readonly extension: string;
  readonly dialled: boolean;
  readonly from: Instant;
  readonly answeredAt: Instant | null;
  readonly to: Instant;
  readonly talkedTo: Instant | null;
  readonly cause: Cause;
};

/** Whoever comes in the last minute of a day is served after it: so long what people do is looked at. */
export const afterDayMs = 3_600_000;

/** A call that was answered elsewhere is told of a moment later. */
const soonMs = 1_500;

/** A day as it can be replayed, of what the history has of it. */
export function replayDayOf(seen: SeenDay): ReplayDay {
  const { timeZone, from, to, queues, greetingMs } = seen;
  const until = to + afterDayMs;
  const members = new Set(Object.values(queues).flatMap((queue) => queue.members.map(({ extension }) => extension)));
  const legs = seen.legs.filter(({ extension }) => members.has(extension));
  const legsOf = Map.groupBy(legs, ({ call }) => call);
  const spansOf = Map.groupBy(seen.spans, ({ extension }) => extension);
  /** Legs and times to write up that calls of queues account for. */
  const ofQueues = new Set<object>();

  function callerOf(stay: SeenStay, then: ReplayCaller['then']): ReplayCaller {
    const { call: id, queue, outcome, waitedMs, number, serviceNumber } = stay;
    const its = legsOf.get(id) ?? [];
    const at = enteredAt(stay, its);
    const rang = its.filter((leg) => leg.dialled && isWithin(leg.from, at, at + waitedMs));
    for (const leg of rang) ofQueues.add(leg);
    const taker = outcome === 'answered' ? rang.find(({ answeredAt }) => answeredAt !== null) : undefined;
    const talkedTo = taker === undefined ? null : (taker.talkedTo ?? taker.to);
    const wrapUp = (spansOf.get(taker?.extension ?? '') ?? []).find(
      (span) => span.status === 'wrapping-up' && talkedTo !== null && isWithin(span.from, talkedTo, talkedTo),
    );
    if (wrapUp !== undefined) ofQueues.add(wrapUp);
    return {
      id,
      queue,
      at,
      number,
      serviceNumber,
      outcome,
      waitedMs,
      rang: rang.map(rangPhone),
      talkMs: talkedTo === null ? null : Math.max(0, talkedTo - (at + waitedMs)),
      wrapUpMs: wrapUp === undefined ? 0 : Math.max(0, (wrapUp.to ?? until) - wrapUp.from),
      then,
    };
  }

  const callers = [...Map.groupBy(seen.stays, ({ call }) => call).values()].flatMap((stays) => {
    const inOrder = stays
      .filter(({ queue }) => Object.hasOwn(queues, queue))
      .toSorted(
        (one, other) => enteredAt(one, legsOf.get(one.call) ?? []) - enteredAt(other, legsOf.get(other.call) ?? []),
      );
    const first = inOrder.reduceRight<ReplayCaller | null>((next, stay) => {
      const caller = callerOf(stay, null);
      if (next === null) return caller;
      return { ...caller, then: { afterMs: Math.max(0, next.at - caller.at - caller.waitedMs), caller: next } };
    }, null);
    return first === null ? [] : [first];
  });

  const otherLegs = Map.groupBy(
    legs.filter((leg) => !ofQueues.has(leg)),
    ({ extension }) => extension,
  );
  const people = [...members].map((extension): ReplayPerson => {
    const spans = (spansOf.get(extension) ?? []).toSorted((one, other) => one.from - other.from);
    const work = (otherLegs.get(extension) ?? []).map((leg) => ({ from: leg.from, to: leg.to }));
    const written = spans
      .filter((span) => span.status === 'wrapping-up' && !ofQueues.has(span))
      .map((span) => ({ from: span.from, to: span.to ?? until }));
    return { extension, away: [...awayIn(spans, from, until), ...joined([...work, ...written])] };
  });
  return { timeZone, from, to, queues, greetingMs, callers: callers.toSorted((a, b) => a.at - b.at), people };
}

/** Of days on which it was not kept it is reckoned: whoever gave up did so as the call ended, whoever was answered as a phone was. */
function enteredAt(stay: SeenStay, legs: readonly SeenLeg[]): Instant {
  if (stay.enteredAt !== null) return stay.enteredAt;
  const answered = legs.flatMap(({ dialled, answeredAt }) => (dialled && answeredAt !== null ? [answeredAt] : []));
  const left = stay.outcome === 'answered' ? Math.min(...answered, stay.callTo) : stay.callTo;
  return Math.max(stay.callFrom, left - stay.waitedMs);
}

const isWithin = (at: Instant, from: Instant, to: Instant) => at >= from - soonMs && at <= to + soonMs;

const rangPhone = ({ extension, from, to, answeredAt, cause }: SeenLeg): RangPhone => ({
  extension,
  rangMs: Math.max(0, (answeredAt ?? to) - from),
  cause: answeredAt === null ? cause : null,
});

/** When somebody took no calls: paused or on a break, and, where nothing is known of their time, not there. */
function awayIn(spans: SeenDay['spans'], from: Instant, to: Instant): Away[] {
  const away: Away[] = [];
  let known = from;
  for (const span of spans) {
    const end = Math.min(span.to ?? to, to);
    if (end <= from) continue;
    if (span.from > known) away.push({ from: known, to: span.from, why: 'off' });
    if (isPause(span.status)) {
      const last = away.at(-1);
      if (last?.why === 'break' && last.to === span.from) away[away.length - 1] = { ...last, to: end };
      else away.push({ from: span.from, to: end, why: 'break' });
    }
    known = Math.max(known, end);
  }
  if (known < to) away.push({ from: known, to, why: 'off' });
  return away;
}

const isPause = (status: StatusSpan['status']): boolean =>
  status !== 'ready' && status !== 'on-a-call' && status !== 'wrapping-up';

/** Stretches that touch are one. */
function joined(stretches: readonly { readonly from: Instant; readonly to: Instant }[]): Away[] {
  const all: Away[] = [];
  for (const { from, to } of stretches.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1);
    if (last !== undefined && from <= last.to) all[all.length - 1] = { ...last, to: Math.max(last.to, to) };
    else all.push({ from, to, why: 'other-work' });
  }
  return all;
}
