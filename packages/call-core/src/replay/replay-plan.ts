import { plainLimits } from '../board/call-limits.ts';
import {
  type ExtensionPlan,
  emptyPlan,
  type InboundRule,
  type RoutingPlan,
  type ServiceNumber,
} from '../board/plan.ts';
import type { QueuePlan } from '../board/queue-plan.ts';
import type { ReplayCaller, ReplayDay } from './day.ts';

/** Whoever has something else to do talks with this one, whom nobody else knows. */
export const elsewhere = '900';

/** Time to write up ends when it did, not by a clock: so much is enough for all. */
const longestWrapUpSeconds = 86_400;

/** The plan by which a day is replayed: its queues alone, each behind numbers of its own. */
export function replayPlan({ queues, people, timeZone }: ReplayDay, callers: readonly ReplayCaller[]): ReplayPlan {
  const numbers = new Map<string, string>();
  for (const { queue, serviceNumber } of callers) {
    const key = doorKey(queue, serviceNumber);
    // Eight digits after the area code of Hồ Chí Minh City.
    if (!numbers.has(key)) numbers.set(key, `+8428${String(70_000_000 + numbers.size)}`);
  }
  const doors = [...numbers].map(([key, number]) => ({ key, number }));
  const numberOf = (queue: string, serviceNumber: string) => numbers.get(doorKey(queue, serviceNumber)) ?? '';
  const plan: RoutingPlan = {
    ...emptyPlan,
    timeZone,
    extensions: Object.fromEntries(
      [...people.map(({ extension }) => extension), elsewhere].map((extension) => [extension, phoneOf(extension)]),
    ),
    internalNumbers: { [elsewhere]: { kind: 'direct', extension: elsewhere } },
    numbers: Object.fromEntries(doors.map(({ number }) => [number, { number, name: number } satisfies ServiceNumber])),
    queues: Object.fromEntries(Object.entries(queues).map(([key, queue]) => [key, replayed(key, queue, numberOf)])),
    inboundRules: doors.map(({ key, number }) => ruleOf(number, queueOf(key))),
    limits: { ...plainLimits, extensionCalls: null, extensionCallsPerSecond: null },
    records: { inbound: false, outbound: false, internal: false },
  };
  return { plan, numberOf };
}

type ReplayPlan = {
  readonly plan: RoutingPlan;
  /** What is dialled to come to a queue as whoever called this number did. */
  readonly numberOf: (queue: string, serviceNumber: string) => string;
};

const doorKey = (queue: string, serviceNumber: string) => `${queue} ${serviceNumber}`;
const queueOf = (key: string) => key.slice(0, key.lastIndexOf(' '));

/**
 * A queue without what leads out of it: keys, places that are kept and where callers go next are what callers did on the day. Who is paused
 * by itself was away, and comes as such.
 */
function replayed(key: string, plan: QueuePlan, numberOf: (queue: string, serviceNumber: string) => string): QueuePlan {
  // Who was on shift was there: that is how the day was.
  const { prefersOwner: _owner, roster: _roster, ...queue } = plan;
  return {
    ...queue,
    callers: plan.callers.map((rule) =>
      rule.number === null ? rule : { ...rule, number: numberOf(key, rule.number) },
    ),
    // Who had signed on to which queue nobody has kept: whoever was there takes its calls.
    joining: 'at-once',
    pauseAfterMissed: null,
    announcements: null,
    exits: {},
    callback: null,
    otherwise: { timeout: null, full: null, empty: { kind: 'hang-up', cause: 'unreachable' } },
    records: false,
    wrapUp: { mode: 'optional', seconds: longestWrapUpSeconds },
  };
}

const ruleOf = (number: string, queue: string): InboundRule => ({
  name: number,
  number,
  callerPattern: null,
  timeGroup: null,
  destination: { kind: 'queue', queue },
  afterTalk: null,
});

const phoneOf = (extension: string): ExtensionPlan => ({
  extension,
  name: '',
  ringSeconds: 30,
  otherwise: null,
  seesMaskedNumbers: false,
  callWaiting: true,
  supervises: 'nobody',
  pickUpGroup: null,
});
