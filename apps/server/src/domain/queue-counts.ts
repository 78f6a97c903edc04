import { type QueueCounts, type QueueOutcome, serviceLevel } from '@alo/contract';

import { percent, type Ratio } from './call-counts.ts';

/** Calls that left a queue in the same way, in some time. */
export interface StaySum {
  readonly queue: string;
  /** The day or the quarter of an hour in which they began, where they are told apart by it. */
  readonly slot: string;
  readonly outcome: QueueOutcome;
  readonly n: number;
  /** Of these, within the service level, and before the queue counts them as lost. */
  readonly inTime: number;
  readonly soon: number;
  readonly waitMs: number;
  readonly longestMs: number;
}

/** What calls of a queue come to, or those of several: shares are of all of them, never averages of shares. */
export function queueCountsOf(sums: readonly StaySum[]): QueueCounts {
  const sum = (what: 'n' | 'inTime' | 'soon' | 'waitMs', outcome?: QueueOutcome) =>
    sums.reduce((total, one) => (outcome === undefined || one.outcome === outcome ? total + one[what] : total), 0);
  const [total, answered, abandoned] = [sum('n'), sum('n', 'answered'), sum('n', 'abandoned')];
  const [calledBack, turnedAway] = [sum('n', 'called-back'), sum('n', 'turned-away')];
  const inTime = sum('inTime', 'answered');
  const soon = sum('soon', 'abandoned');
  const ratios = queueRatiosOf(sums);
  return {
    total,
    answered,
    in_time: inTime,
    abandoned,
    abandoned_soon: soon,
    timed_out: sum('n', 'timed-out'),
    left_elsewhere: sum('n', 'left-elsewhere'),
    called_back: calledBack,
    turned_away: turnedAway,
    service_level: serviceLevel({ answered, in_time: inTime, lost: abandoned - soon }),
    abandon_rate: percent(...ratios.abandon_rate),
    // Seconds that are over, as the history has waits: no average is above the longest.
    wait_average: answered === 0 ? null : Math.floor(sum('waitMs', 'answered') / answered / 100) / 10,
    wait_longest: total === turnedAway ? null : Math.floor(Math.max(...sums.map(({ longestMs }) => longestMs)) / 1_000),
  };
}

/** Their shares and averages as what these are reckoned from. */
export function queueRatiosOf(
  sums: readonly StaySum[],
): Readonly<Record<'service_level' | 'abandon_rate' | 'wait_average', Ratio>> {
  const sum = (what: 'n' | 'inTime' | 'soon' | 'waitMs', outcome?: QueueOutcome) =>
    sums.reduce((total, one) => (outcome === undefined || one.outcome === outcome ? total + one[what] : total), 0);
  const [answered, lost] = [sum('n', 'answered'), sum('n', 'abandoned') - sum('soon', 'abandoned')];
  const asked = sum('n') - sum('n', 'turned-away') - sum('n', 'called-back') - sum('soon', 'abandoned');
  return {
    service_level: [sum('inTime', 'answered'), answered + lost],
    abandon_rate: [lost, asked],
    wait_average: [sum('waitMs', 'answered'), answered],
  };
}
