/** A stretch of minutes from the midnight with which the day of a shift begins; past 1440 it is the next day's. */
export interface Minutes {
  readonly from: number;
  readonly to: number;
}

interface Hours {
  readonly from_time: string;
  readonly to_time: string;
  readonly breaks: readonly { readonly from_time: string; readonly to_time: string }[];
}

const day = 1_440;
const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** When a shift begins and ends, and its breaks in their order: those that lie in it, none upon another. */
export function minutesOfShift({
  from_time,
  to_time,
  breaks,
}: Hours): Minutes & { readonly breaks: readonly Minutes[] } {
  const from = minuteOf(from_time);
  const to = after(minuteOf(to_time), from);
  const pauses = breaks
    .map((pause) => {
      const begins = minuteOf(pause.from_time) < from ? minuteOf(pause.from_time) + day : minuteOf(pause.from_time);
      return { from: begins, to: after(minuteOf(pause.to_time) + (begins >= day ? day : 0), begins) };
    })
    .toSorted((one, other) => one.from - other.from);
  const kept: Minutes[] = [];
  for (const pause of pauses) if (pause.from >= (kept.at(-1)?.to ?? from) && pause.to <= to) kept.push(pause);
  return { from, to, breaks: kept };
}

/** The first such moment behind another one. */
const after = (minute: number, from: number): number => (minute > from ? minute : minute + day);

/** What of a shift is work. */
export function workOfShift(hours: Hours): Minutes[] {
  const { from, to, breaks } = minutesOfShift(hours);
  const work: Minutes[] = [];
  let begins = from;
  for (const pause of breaks) {
    if (pause.from > begins) work.push({ from: begins, to: pause.from });
    begins = pause.to;
  }
  if (to > begins) work.push({ from: begins, to });
  return work;
}

export const minutesOfWork = (hours: Hours): number =>
  workOfShift(hours).reduce((sum, { from, to }) => sum + to - from, 0);
