import type { StatusTimes, WorkStatus } from '@alo/contract';

import { percent } from '../../domain/call-counts.ts';

/** How long somebody was in one status for one reason, in some time. */
export interface StatusSum {
  readonly account: string;
  /** The day, where days are told apart. */
  readonly slot: string;
  readonly status: WorkStatus;
  readonly reason: string;
  readonly seconds: number;
  readonly first: Date;
  readonly last: Date;
  /** It still goes on. */
  readonly isOpen: boolean;
}

/** What somebody's time has come to, or that of several. */
export function statusTimesOf(sums: readonly StatusSum[]): StatusTimes {
  const sum = (is: (one: StatusSum) => boolean) =>
    sums.reduce((total, one) => (is(one) ? total + one.seconds : total), 0);
  const [ready, onACall, wrappingUp, onABreak] = (['ready', 'on-a-call', 'wrapping-up', 'on-a-break'] as const).map(
    (status) => sum((one) => one.status === status),
  ) as [number, number, number, number]; // one for each
  const breaks = Map.groupBy(
    sums.filter(({ status }) => status === 'on-a-break'),
    ({ reason }) => reason,
  );
  const at = (moments: readonly Date[], which: (...ms: number[]) => number) =>
    moments.length === 0 ? null : new Date(which(...moments.map((moment) => moment.getTime()))).toISOString();
  return {
    signed_in: sum(() => true),
    ready,
    on_a_call: onACall,
    wrapping_up: wrappingUp,
    on_a_break: onABreak,
    breaks: [...breaks]
      .map(([reason, its]) => ({ reason, seconds: its.reduce((total, one) => total + one.seconds, 0) }))
      .toSorted((one, other) => other.seconds - one.seconds || one.reason.localeCompare(other.reason, 'vi')),
    paused: sum(({ status }) => status === 'paused'),
    auto_paused: sum(({ status }) => status === 'auto-paused'),
    do_not_disturb: sum(({ status }) => status === 'do-not-disturb'),
    asleep: sum(({ status }) => status === 'asleep'),
    occupancy: percent(onACall + wrappingUp, onACall + wrappingUp + ready),
    first_at: at(
      sums.map(({ first }) => first),
      Math.min,
    ),
    last_at: sums.some(({ isOpen }) => isOpen)
      ? null
      : at(
          sums.map(({ last }) => last),
          Math.max,
        ),
  };
}
