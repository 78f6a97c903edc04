import type { AdherenceCounts, WorkStatus } from '@alo/contract';

/** Milliseconds since 1970; the end is not included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What somebody's time went to; one thing after the other. */
export interface StateSpan extends Span {
  readonly status: WorkStatus;
}

/** A shift on one day, in instants. */
export interface PlannedShift extends Span {
  readonly work: readonly Span[];
  readonly breaks: readonly Span[];
}

/** Who works, of those whom calls can reach. */
const atWork: ReadonlySet<WorkStatus> = new Set(['ready', 'on-a-call', 'wrapping-up']);
/** Nobody is late by less. */
const leastSeconds = 60;

/** How one shift was kept up to a moment; nothing of one that has not begun. */
export function adherenceOf(shift: PlannedShift, spans: readonly StateSpan[], now: number): AdherenceCounts {
  if (shift.from >= now) return noAdherence;
  const isOver = shift.to <= now;
  const until = Math.min(shift.to, now);
  const known = within(spans, { from: shift.from, to: until });
  const work = within(shift.work, { from: shift.from, to: until });
  const working = known.filter(({ status }) => atWork.has(status));
  const planned = secondsOf(work);
  const worked = secondsOf(work.flatMap((part) => within(working, part)));
  const [first] = known;
  const last = known.at(-1);
  const late = counted(first === undefined ? 0 : first.from - shift.from);
  const early = counted(!isOver || last === undefined ? 0 : shift.to - last.to);
  const onBreak = known.filter(({ status }) => status === 'on-a-break');
  const allowed = secondsOf(within(shift.breaks, { from: shift.from, to: until }));
  const over = counted((secondsOf(onBreak) - allowed) * 1_000);
  return {
    shifts: 1,
    absences: first === undefined ? 1 : 0,
    planned_seconds: planned,
    worked_seconds: worked,
    adherence: shareOf(worked, planned),
    late: late > 0 ? 1 : 0,
    late_seconds: late,
    early: early > 0 ? 1 : 0,
    early_seconds: early,
    over_break: over > 0 ? 1 : 0,
    over_break_seconds: over,
  };
}

export const noAdherence: AdherenceCounts = {
  shifts: 0,
  absences: 0,
  planned_seconds: 0,
  worked_seconds: 0,
  adherence: null,
  late: 0,
  late_seconds: 0,
  early: 0,
  early_seconds: 0,
  over_break: 0,
  over_break_seconds: 0,
};

/** Several shifts together: of seconds, never of percentages. */
export function adherenceSum(all: readonly AdherenceCounts[]): AdherenceCounts {
  const sum = (figure: Exclude<keyof AdherenceCounts, 'adherence'>) =>
    all.reduce((total, one) => total + one[figure], 0);
  const [planned, worked] = [sum('planned_seconds'), sum('worked_seconds')];
  return {
    shifts: sum('shifts'),
    absences: sum('absences'),
    planned_seconds: planned,
    worked_seconds: worked,
    adherence: shareOf(worked, planned),
    late: sum('late'),
    late_seconds: sum('late_seconds'),
    early: sum('early'),
    early_seconds: sum('early_seconds'),
    over_break: sum('over_break'),
    over_break_seconds: sum('over_break_seconds'),
  };
}

/** Whether something was not as it was planned. */
export const differs = ({ absences, late, early, over_break: over }: AdherenceCounts): boolean =>
  absences + late + early + over > 0;

/** What of these lies in another stretch, cut off at its ends. */
function within<One extends Span>(spans: readonly One[], { from, to }: Span): One[] {
  return spans.flatMap((span) => {
    const cut = { ...span, from: Math.max(span.from, from), to: Math.min(span.to, to) };
    return cut.from < cut.to ? [cut] : [];
  });
}

/** Whole seconds, of all together. */
const secondsOf = (spans: readonly Span[]): number =>
  Math.floor(spans.reduce((sum, { from, to }) => sum + to - from, 0) / 1_000);

function counted(ms: number): number {
  const seconds = Math.floor(ms / 1_000);
  return seconds < leastSeconds ? 0 : seconds;
}

const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1_000) / 10;
