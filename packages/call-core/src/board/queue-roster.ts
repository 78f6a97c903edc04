import type { Instant } from './vocabulary.ts';

/** From the first moment to the one before the last. */
type Span = { readonly from: Instant; readonly to: Instant };

/** Who works when in a queue that asks only those who are on shift. */
export type QueueRoster = {
  /** The time for which somebody of the queue is planned, in order and apart: at any other everybody is asked. */
  readonly planned: readonly Span[];
  /** Extensions that are on shift together, in the order in which the shifts begin. */
  readonly shifts: readonly (Span & { readonly extensions: readonly string[] })[];
};

const holds = ({ from, to }: Span, at: Instant): boolean => from <= at && at < to;

/** Who is not to be asked at a moment, of people who are in the queue. */
export function offShiftAt(roster: QueueRoster | undefined, at: Instant): (extension: string) => boolean {
  if (roster === undefined || !roster.planned.some((span) => holds(span, at))) return () => false;
  const on = new Set(roster.shifts.filter((shift) => holds(shift, at)).flatMap(({ extensions }) => extensions));
  return (extension) => !on.has(extension);
}

/** When that may be different next; null where nothing more is planned. */
export function nextChangeOf({ planned, shifts }: QueueRoster, at: Instant): Instant | null {
  let next: Instant | null = null;
  for (const { from, to } of [...planned, ...shifts])
    for (const edge of [from, to]) if (edge > at && (next === null || edge < next)) next = edge;
  return next;
}

/** When somebody's next shift begins; null where none is planned. */
export const nextShiftOf = ({ shifts }: QueueRoster, extension: string, at: Instant): Instant | null =>
  shifts.find(({ from, extensions }) => from > at && extensions.includes(extension))?.from ?? null;
