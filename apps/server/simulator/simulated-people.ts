import type { CallId, ContactId, Digit, LegId, RequestedAction, TransferId, TrunkId } from '@alo/call-core';
import type { Random } from './random.ts';
import { poison } from './simulated-database.ts';
import type { FarEnds, SimulatedEngine, SimulatedLeg } from './simulated-engine.ts';
import type { VirtualTime } from './virtual-time.ts';

const seconds = 1_000;

/** The simulated people at the far ends: customers, colleagues and their phones. They do not know what they talk to. */
export interface SimulatedPeople {
  readonly farEnds: FarEnds;
  /** Somebody calls: a customer, seldom one of ours. */
  calls(): void;
  /** A request that one of ours might make about these conversations. */
  wishes(calls: readonly CallId[]): { readonly by: string | null; readonly what: RequestedAction };
  signsIn(extension: string): void;
  /** Whoever called hangs up. */
  everybodyLeaves(): void;
  readonly arrived: readonly CallId[];
  /** Of those, what nobody but us began: no engine tells of it. */
  readonly asked: readonly CallId[];
}

export interface SimulatedPeopleOptions {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly engine: () => SimulatedEngine;
  readonly trunk: TrunkId;
  readonly extensions: readonly [string, ...string[]];
  readonly numbers: readonly [string, ...string[]];
  /** The company calls customers for whoever is free in a queue, as campaigns do. */
  readonly campaigns: boolean;
  /** Inside, too: groups, queues, parked callers. */
  readonly dialled: readonly [string, ...string[]];
}

export function simulatedPeople({
  time,
  random,
  engine,
  trunk,
  extensions,
  numbers,
  dialled,
  campaigns,
}: SimulatedPeopleOptions): SimulatedPeople {
  const arrived: CallId[] = [];
  const asked: CallId[] = [];
  const talking = new Set<LegId>();
  let serial = 0;

  const soon = (from: number, to: number, what: () => void) => time.after(random.between(from, to), what);
  const happens = (leg: LegId, happening: Parameters<SimulatedEngine['happens']>[1]) =>
    engine().happens(leg, happening);
  const isThere = (leg: LegId) => engine().legs.has(leg);

  /** A name like those that engines give. */
  function nextId(): string {
    serial++;
    return `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
  }

  const farEnds: FarEnds = {
    dialled({ leg, to }: SimulatedLeg) {
      const silent = random.chance(to?.kind === 'trunk' ? 0.08 : 0.03);
      if (silent) return;
      const fate = random.next();
      if (fate < 0.06)
        return void soon(20, 400, () =>
          happens(leg, { type: 'ended', cause: random.pick(['busy', 'unreachable', 'congestion']) }),
        );
      soon(30, 600, () => happens(leg, { type: 'ringing' }));
      if (fate < 0.6) return void soon(700, 9 * seconds, () => happens(leg, { type: 'answered' }));
      if (fate < 0.72) return void soon(700, 9 * seconds, () => happens(leg, { type: 'ended', cause: 'rejected' }));
    },
    answeredByUs({ leg }) {
      for (let count = random.between(0, 3); count > 0; count--) {
        const digit: Digit = random.pick(['1', '2', '3', '*', '#', '9']);
        soon(500, 12 * seconds, () => happens(leg, { type: 'digit', digit }));
      }
    },
    bridged(legs) {
      if (legs.length < 2) return;
      for (const leg of legs) {
        if (talking.has(leg)) continue;
        talking.add(leg);
        soon(2 * seconds, 45 * seconds, () => happens(leg, { type: 'ended', cause: 'normal' }));
        if (random.chance(0.15)) {
          soon(1 * seconds, 8 * seconds, () => happens(leg, { type: 'held', on: true }));
          soon(9 * seconds, 20 * seconds, () => happens(leg, { type: 'held', on: false }));
        }
        // Drawn only where there are campaigns: lives without stay as they were.
        if (campaigns && random.chance(0.3)) soon(200, 15 * seconds, () => happens(leg, { type: 'digit', digit: '9' }));
        if (random.chance(0.05)) {
          const transfer = `refer-${nextId()}` as TransferId; // engines name them
          soon(1 * seconds, 8 * seconds, () =>
            happens(leg, { type: 'transfer-requested', transfer, to: random.pick(dialled), replaces: null }),
          );
        }
        if (random.chance(0.1)) {
          soon(1 * seconds, 8 * seconds, () => {
            happens(leg, { type: 'quality', lossPercent: 1, farLossPercent: null, jitterMs: 3, roundTripMs: null });
          });
        }
      }
    },
  };

  return {
    farEnds,
    arrived,
    asked,
    calls() {
      // Engines name calls and the legs that come in.
      const call = nextId() as CallId;
      const leg = nextId() as LegId;
      const inside = random.chance(0.2);
      const number = random.chance(0.03)
        ? `0901${poison}${random.between(100, 999)}`
        : `09${random.between(10_000_000, 29_999_999)}`;
      arrived.push(call);
      engine().arrives(call, leg, {
        origin: inside
          ? { kind: 'extension', extension: random.pick(extensions) }
          : { kind: 'trunk', trunk, number, name: '' },
        dialled: inside ? random.pick(dialled) : random.pick(numbers),
      });
      soon(4 * seconds, 60 * seconds, () => {
        if (engine().legs.get(leg)?.state !== 'up') happens(leg, { type: 'ended', cause: 'cancelled' });
      });
      soon(30 * seconds, 100 * seconds, () => happens(leg, { type: 'ended', cause: 'normal' }));
    },
    wishes(calls) {
      const by = random.pick(extensions);
      const call = calls[random.between(0, Math.max(0, calls.length - 1))] ?? (nextId() as CallId);
      const to = random.pick(dialled);
      const on = random.chance(0.5);
      const all: readonly [RequestedAction, ...RequestedAction[]] = [
        { kind: 'call', call: nextId() as CallId, extension: by, dialled: to },
        { kind: 'transfer', call, to },
        { kind: 'consult', call, to },
        { kind: 'swap', call },
        { kind: 'complete', call },
        { kind: 'merge', call },
        { kind: 'back', call },
        { kind: 'invite', call, to },
        { kind: 'hold', call, on },
        { kind: 'park', call },
        { kind: 'unpark', slot: '701' },
        { kind: 'pick-up', call: random.chance(0.5) ? call : null },
        {
          kind: 'supervise',
          call,
          mode: random.pick(['listen', 'whisper', 'barge', 'take-over', 'leave']),
          agent: random.pick(extensions),
        },
        { kind: 'pause-recording', call, on },
        { kind: 'hang-up', call, leg: null },
        { kind: 'survey', call, survey: 'after' },
        { kind: 'queue-pause', extension: by, queue: null, on, reason: null },
        { kind: 'ready', extension: by },
      ];
      // Drawn only where there are campaigns: lives without stay as they were.
      if (campaigns && random.chance(0.4)) {
        const reached = nextId() as CallId;
        arrived.push(reached);
        asked.push(reached);
        const number = `09${random.between(10_000_000, 29_999_999)}`;
        const then = { kind: 'queue', queue: 'sales', called: { seconds: random.between(1, 5) } } as const;
        return { by: null, what: { kind: 'reach', call: reached, number, showing: null, purpose: 'campaign', then } };
      }
      const what = random.pick(all);
      if (what.kind === 'call') {
        arrived.push(what.call);
        asked.push(what.call);
      }
      return { by, what };
    },
    signsIn(extension) {
      const count = random.pick([0, 1, 1, 1, 2]);
      engine().contacts(
        extension,
        Array.from({ length: count }, (_, index) => ({
          id: `${extension}-${index}` as ContactId, // engines name contacts
          asleep: random.chance(0.05),
        })),
      );
    },
    everybodyLeaves() {
      for (const { leg, side } of Array.from(engine().legs.values())) {
        if (side === 'arrived')
          soon(0, 5 * seconds, () => isThere(leg) && happens(leg, { type: 'ended', cause: 'normal' }));
      }
    },
  };
}
