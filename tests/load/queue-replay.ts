/**
 * A day of a queue lived again: 2,000 calls and 50 people in nine hours, by the call control that leads real calls, for each way of choosing.
 * Milliseconds of the processor, the middle of five; `asSeen` counts the callers who came out as on the day.
 * Prints one JSON object.
 */
import {
  emptyPlan,
  type QueuePlan,
  queueMember,
  queuePlan,
  type RoutingPlan,
  replay,
  replayDayOf,
} from '@alo/call-core';
import { liveDay } from '@alo/call-core/lived-day';

const people = Array.from({ length: 50 }, (_, index) => String(101 + index));
const hotline = '+842871000101';
const from = Date.parse('2026-11-23T08:00:00+07:00');

const runs = (['longest-idle', 'skills', 'ring-all'] as const).map(measured);
console.log(JSON.stringify({ people: people.length, hours: 9, runs }));

function measured(strategy: QueuePlan['strategy']) {
  const { seen } = liveDay({
    plan: planWith(strategy),
    people,
    from,
    hours: 9,
    calls: 2_353,
    talkMs: 500_000,
    patienceMs: 120_000,
    missed: 0.1,
    random: chanceFrom(5),
  });
  const day = replayDayOf(seen);
  const outcomes = new Map(seen.stays.map(({ call, outcome, waitedMs }) => [call, `${outcome} ${waitedMs}`]));
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    const { stays } = replay(day);
    const { user, system } = process.cpuUsage(before);
    const asSeen = stays.filter(({ id, outcome, waitedMs }) => outcomes.get(id) === `${outcome} ${waitedMs}`).length;
    return { ms: (user + system) / 1_000, asSeen };
  }).toSorted((one, other) => one.ms - other.ms);
  const middle = times[2];
  return { strategy, calls: day.callers.length, cpuMs: Math.round(middle?.ms ?? 0), asSeen: middle?.asSeen ?? 0 };
}

function planWith(strategy: QueuePlan['strategy']): RoutingPlan {
  const members = people.map((extension) => queueMember(extension));
  return {
    ...emptyPlan,
    extensions: Object.fromEntries(people.map((extension) => [extension, phoneOf(extension)])),
    numbers: { [hotline]: { number: hotline, name: 'Hotline' } },
    queues: { care: queuePlan({ name: 'Chăm sóc', strategy, members, wrapUpSeconds: 20 }) },
    inboundRules: [
      {
        name: 'Vào hàng đợi',
        number: hotline,
        callerPattern: null,
        timeGroup: null,
        destination: { kind: 'queue', queue: 'care' },
        afterTalk: null,
      },
    ],
  };
}

function phoneOf(extension: string): RoutingPlan['extensions'][string] {
  return {
    extension,
    name: extension,
    ringSeconds: 20,
    otherwise: null,
    seesMaskedNumbers: false,
    callWaiting: false,
    supervises: 'nobody',
    pickUpGroup: null,
  };
}

/** The same from the same seed. */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
