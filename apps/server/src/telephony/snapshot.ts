import {
  type Call,
  emptyPlan,
  emptySwitchboard,
  entriesOf,
  type Phone,
  type RoutingPlan,
  type Switchboard,
  setIn,
  valuesOf,
} from '@alo/call-core';

import type { Due } from './call-timers.ts';

/** A switchboard as it is written to the journal: without the calls that are over. */
export type Snapshot = {
  /** The first event after it. */
  readonly nextSeq: number;
  readonly plan: RoutingPlan;
  readonly phones: readonly (readonly [extension: string, phone: Phone])[];
  readonly calls: readonly Call[];
  /** The timers that run. */
  readonly timers: readonly Due[];
};

export const emptySnapshot: Snapshot = { nextSeq: 1, plan: emptyPlan, phones: [], calls: [], timers: [] };

export function takeSnapshot(board: Switchboard, nextSeq: number, timers: Snapshot['timers']): Snapshot {
  return { nextSeq, plan: board.plan, phones: [...entriesOf(board.phones)], calls: openCalls(board), timers };
}

export function boardOf({ plan, phones, calls }: Snapshot): Switchboard {
  return {
    ...emptySwitchboard,
    plan,
    phones: phones.reduce((map, [extension, phone]) => setIn(map, extension, phone), emptySwitchboard.phones),
    calls: calls.reduce((map, call) => setIn(map, call.id, call), emptySwitchboard.calls),
  };
}

/** Calls that something is still to come of. Walks all calls: for recovery and rotation. */
export function openCalls(board: Switchboard): Call[] {
  return [...valuesOf(board.calls)].filter(({ phase, recordings }) => {
    return phase.state !== 'ended' || recordings.some((recording) => recording.state !== 'stored');
  });
}
