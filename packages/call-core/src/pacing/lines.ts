import type { Pace } from './pace.ts';

/** What is known at the moment at which it is decided how many customers to call with a message that needs nobody of ours. */
export type LineFacts = {
  /** So many calls at once. */
  readonly lines: number;
  /** Calls of the campaign that go on: they ring, hear, or talk with whoever they asked for. */
  readonly underWay: number;
  /** Calls of the last hour, and the most of an hour; null is as many as there are lines for. */
  readonly lastHour: number;
  readonly perHour: number | null;
};

/** How many more are called now, by lines and by the hour, and why. */
export function linesPace({ lines, underWay, lastHour, perHour }: LineFacts): Pace {
  const left = perHour === null ? Number.POSITIVE_INFINITY : Math.max(0, perHour - lastHour);
  const dial = Math.max(0, Math.min(lines - underWay, left));
  const running = underWay + dial;
  const full = `đang gọi ${running} trên ${lines} đường`;
  if (left >= lines - underWay) return { dial, words: full };
  const hour = `một giờ qua đã gọi ${lastHour + dial}, nhiều nhất ${perHour}`;
  return { dial, words: running === 0 ? `chưa gọi thêm: ${hour}` : `${full}: ${hour}` };
}
