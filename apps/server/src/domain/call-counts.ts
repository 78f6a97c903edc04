import { sql } from 'kysely';

/** Conversations of one kind: how many, how long they waited and talked. */
export interface CallSum {
  readonly direction: string;
  readonly status: string;
  readonly n: number;
  readonly waitMs: number;
  readonly talkMs: number;
}

/** What sums of conversations come to: the one place that says what a figure of the dashboard and of a report counts. */
export function callCountsOf(sums: readonly CallSum[]) {
  type Is = (sum: CallSum) => boolean;
  const sum = (what: 'n' | 'waitMs' | 'talkMs', is: Is) =>
    sums.reduce((total, one) => (is(one) ? total + one[what] : total), 0);
  const count = (is: Is) => sum('n', is);
  const inbound: Is = ({ direction }) => direction === 'inbound';
  const answered: Is = ({ status }) => status === 'answered';
  const came =
    (status: string): Is =>
    (one) =>
      inbound(one) && one.status === status;
  return {
    total: count(() => true),
    inbound: count(inbound),
    outbound: count(({ direction }) => direction === 'outbound'),
    internal: count(({ direction }) => direction === 'internal'),
    open: count(({ status }) => status === 'in_progress'),
    offered: count((one) => inbound(one) && one.status !== 'in_progress' && one.status !== 'blocked'),
    met: count(came('answered')),
    missed: count(came('missed')),
    abandoned: count(came('abandoned')),
    voicemail: count(came('voicemail')),
    callback: count(came('callback')),
    answered: count(answered),
    waitMs: sum('waitMs', came('answered')),
    talkMs: sum('talkMs', answered),
  };
}

/** The same with what only sums of whole calls tell: who gave up at once, and who was turned away as they came. */
export interface WholeSum extends CallSum {
  readonly short: number;
  readonly refused: number;
}

type Counts = ReturnType<typeof callCountsOf>;

/** A part and what it is a part of, or a time and by how many it is divided: what a share or an average is reckoned from. */
export type Ratio = readonly [part: number, whole: number];

/** The shares and averages of calls as what they are reckoned from; no other place divides them. */
export const callRatios = {
  answer_rate: ({ met, offered }: Counts): Ratio => [met, offered],
  abandon_rate: ({ abandoned, offered, short }: Counts & { readonly short: number }): Ratio => [
    abandoned - short,
    offered - short,
  ],
  talk_average: ({ talkMs, answered }: Counts): Ratio => [talkMs, answered],
  wait_average: ({ waitMs, met }: Counts): Ratio => [waitMs, met],
};

/** What whole calls come to, those besides that gave up at once, and that were turned away. */
export function wholeCountsOf(sums: readonly WholeSum[]) {
  const sum = (what: 'short' | 'refused', is: (sum: WholeSum) => boolean) =>
    sums.reduce((total, one) => (is(one) ? total + one[what] : total), 0);
  const inbound = ({ direction }: WholeSum) => direction === 'inbound';
  return {
    ...callCountsOf(sums),
    short: sum('short', (one) => inbound(one) && one.status === 'abandoned'),
    refused: sum('refused', inbound),
  };
}

/** Whether figures count a row of `call`, as the sums do: nobody has worked in a code that is read out, or in what a bot tries. */
export const isCounted = sql<boolean>`call.purpose not in ('otp', 'test')`;
/** Those that they leave out, few beside the others: by the index of calls of their own kind. */
export const isLeftOut = sql<boolean>`call.purpose in ('otp', 'test') and call.purpose <> 'people'`;

/** Whether the engine turned a row of `call` away as it came: no line was free, or it had too much to do. `call_sum` counts the same. */
export const isRefused = sql<boolean>`coalesce(call.cause in ('limit', 'congestion') and call.ended_at = call.started_at, false)`;

/** With one decimal; null of nothing. */
export const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1_000) / 10;

/** Seconds with one decimal; null of nothing. */
export const average = (ms: number, count: number): number | null =>
  count === 0 ? null : Math.round(ms / count / 100) / 10;
