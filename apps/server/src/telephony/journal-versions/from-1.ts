import {
  type Call,
  type ContactId,
  type Doer,
  type Event,
  emptyPlan,
  type Leg,
  type Recording,
  type RoutingPlan,
  type TransferId,
} from '@alo/call-core';

import type { SnapshotLine } from '../journal/entries.ts';
import { type Plan3, planFrom3 } from './from-3.ts';

/**
 * Version 1, the first that landed: a conversation was one phase with one pair, phones were counted, and an engine ended with
 * its server. So no leg of such a journal lives any more: what has to be kept is that each call is closed once, truthfully.
 * We wrote these lines ourselves, in the shapes below.
 */
type Event1 = { readonly type: string; readonly at: number } & Readonly<Record<string, unknown>>;
type Plan1 = Omit<Plan3, 'queues' | 'menus' | 'lastCallRules' | 'parking' | 'pickUpGroups'>;
type Phone1 = { readonly contacts: number; readonly activity: 1 | 2 | 3 };
type Outcome1 = {
  readonly status: NonNullable<Call['outcome']>['status'];
  readonly cause: NonNullable<Call['outcome']>['cause'];
  readonly endedBy: 'caller' | 'callee' | 'system';
  readonly at: number;
};
type Phase1 = {
  readonly state: string;
  readonly since?: number;
  readonly outcome?: Outcome1;
  readonly holds?: readonly unknown[];
};
type Recording1 = Recording & { readonly state: 'running' | 'stopping' | 'stored' };
type Call1 = Pick<Call, 'id' | 'direction' | 'startedAt' | 'dialled' | 'serviceNumber' | 'outsideNumber' | 'caller'> &
  Pick<Call, 'trace' | 'serial' | 'hops' | 'refusal' | 'offered' | 'answer' | 'ringMs' | 'talkMs' | 'holdMs'> & {
    readonly legs: readonly Leg[];
    readonly recordings: readonly Recording1[];
    readonly phase: Phase1;
  };
type Snapshot1 = {
  readonly nextSeq: number;
  readonly plan: Plan1;
  readonly phones: readonly (readonly [extension: string, phone: Phone1])[];
  readonly calls: readonly Call1[];
};

/** An event as it would be told today; null where it is of no use any more. */
export function eventFrom1(value: unknown): Event | null {
  const event = value as Event1;
  switch (event.type) {
    case 'registered':
    case 'unregistered':
      return {
        type: 'contacts',
        extension: String(event.extension),
        contacts: contactsOf(Number(event.contacts)),
        at: event.at,
      };
    case 'agent-status':
      return { ...event, reason: null } as unknown as Event;
    case 'plan-changed':
      return { type: 'plan-changed', plan: planOf(event.plan as Plan1), at: event.at };
    case 'recorded':
      return { ...event, state: 'whole' } as unknown as Event;
    case 'transfer-requested':
      return { ...event, transfer: 'v1' as TransferId, replaces: null } as unknown as Event;
    case 'quality':
      return { ...event, farLossPercent: null } as unknown as Event;
    // Timers had other names, and their calls are over.
    case 'elapsed':
      return null;
    default:
      return event as unknown as Event;
  }
}

export function snapshotFrom1(value: unknown): { readonly nextSeq: number; readonly lines: SnapshotLine[] } {
  const { nextSeq, plan, phones, calls } = value as Snapshot1;
  return {
    nextSeq,
    lines: [
      { part: 'plan', value: planOf(plan) },
      ...phones.map(([extension, { contacts, activity }]) => ({
        part: 'people',
        value: [
          extension,
          {
            extension,
            contacts: contactsOf(contacts),
            activity,
            reason: null,
            since: 0,
            legs: [],
            idleSince: 0,
            wrapUpUntil: null,
            timers: [],
          },
        ],
      })),
      ...calls.map((call) => ({ part: 'calls', value: callOf(call) })),
    ],
  };
}

function contactsOf(count: number) {
  return Array.from({ length: count }, (_, index) => ({ id: `v1-${index}` as ContactId, asleep: false }));
}

function planOf(plan: Plan1): RoutingPlan {
  return planFrom3({
    ...emptyPlan,
    ...plan,
    extensions: Object.fromEntries(
      Object.entries(plan.extensions).map(([key, extension]) => [
        key,
        { ...extension, callWaiting: false, supervises: 'nobody' as const, pickUpGroup: null },
      ]),
    ),
    inboundRules: plan.inboundRules.map((rule) => ({ ...rule, afterTalk: null })),
    holdMusic: emptyPlan.holdMusic,
  });
}

function callOf({ phase, ...call }: Call1): Call {
  const since = phase.since ?? call.startedAt;
  const counts =
    phase.state === 'talking'
      ? (phase.holds?.length ?? 0) > 0
        ? ('held' as const)
        : ('talking' as const)
      : phase.state === 'offering'
        ? ('ringing' as const)
        : ('nothing' as const);
  return {
    ...call,
    legs: call.legs.map((leg) => ({
      ...leg,
      home: call.id,
      activity: { kind: 'routing' },
      playing: null,
      timers: [],
      holds: false,
      silent: false,
      elsewhere: null,
      recall: null,
      afterTalk: null,
      quality: leg.quality === null ? null : { ...leg.quality, farLossPercent: null },
    })),
    recordings: call.recordings.map(recordingOf),
    version: 0,
    bridges: [],
    segments: [],
    timers: [],
    clock: { counts, since },
    stage: phase.state === 'ended' ? 'ended' : phase.state === 'closing' ? 'closing' : 'open',
    outcome: phase.outcome === undefined ? null : { ...phase.outcome, endedBy: doerOf(call, phase.outcome.endedBy) },
  };
}

function recordingOf(recording: Recording1): Recording {
  if (recording.state === 'running') return { ...recording, bridge: null, paused: false };
  return recording.state === 'stored' ? { ...recording, kept: 'whole' } : recording;
}

function doerOf({ direction, answer }: Pick<Call, 'direction' | 'answer'>, by: Outcome1['endedBy']): Doer {
  if (by === 'system') return { by, extension: null };
  const customer = (direction === 'inbound') === (by === 'caller') && direction !== 'internal';
  return customer ? { by: 'customer', extension: null } : { by: 'agent', extension: answer?.extension ?? null };
}
