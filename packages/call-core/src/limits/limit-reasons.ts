import type { CallLimits } from '../board/call-limits.ts';
import { classOf, classWords, costlyClasses, type DestinationClass } from '../board/destination-class.ts';
import type { Usage } from '../board/usage.ts';
import type { Cause, Instant } from '../board/vocabulary.ts';
import { isWithinHours } from './hours.ts';
import { begunLately, costlyDayMs, spentOf } from './usage.ts';

/** Why a call is not taken or not made, in words for the people who run the company. */
export type LimitReason = { readonly cause: Cause; readonly words: string };

/** How much may go on at once and begin in a second; null is no limit. */
export type Ceiling = { readonly calls: number | null; readonly callsPerSecond: number | null };

/** Is there room for one more call under this limit? `name` begins the sentence. */
export function whyNoRoom(name: string, { now, ...usage }: Usage, ceiling: Ceiling, at: Instant): LimitReason | null {
  const { calls, callsPerSecond } = ceiling;
  if (calls !== null && now >= calls) {
    return { cause: 'limit', words: `${name} đang có ${now} cuộc gọi, hạn mức là ${calls}` };
  }
  if (callsPerSecond !== null && begunLately({ now, ...usage }, at) >= callsPerSecond) {
    return { cause: 'limit', words: `${name} đã gọi quá ${callsPerSecond} cuộc trong một giây` };
  }
  return null;
}

/** Who wants to call what, and when. */
export type WantedCall = {
  /** Canonical. */
  readonly number: string;
  readonly at: Instant;
  /** Of the day where the company is. */
  readonly minute: number;
  readonly company: Usage;
  /** Of the extension; null is the company itself. */
  readonly extension: Usage | null;
};

/** Was this destination never opened? */
export function whyClassClosed({ open, homeArea }: CallLimits, number: string): LimitReason | null {
  const to = classOf(number, homeArea);
  if (to === 'emergency' || to === 'internal' || open.includes(to)) return null;
  return { cause: 'forbidden', words: `Gọi ${classWords[to]} chưa được mở` };
}

/** May this destination be called now? Emergency numbers always may. */
export function whyNotOut(
  limits: CallLimits,
  { number, at, minute, company, extension }: WantedCall,
): LimitReason | null {
  const closed = whyClassClosed(limits, number);
  if (closed !== null) return closed;
  const to = classOf(number, limits.homeArea);
  if (moneyLeft(limits, to, company, at) === 0) {
    const words = `Đã dùng hết ${limits.spend?.perDay.toLocaleString('vi-VN')} đồng cước gọi ra trong 24 giờ`;
    return { cause: 'limit', words };
  }
  if (!costlyClasses.has(to)) return null;
  const { costlyHours: hours, costlyMinutesPerDay: minutes } = limits;
  const stopped = extension?.stoppedUntil ?? null;
  if (stopped !== null && stopped > at) {
    return { cause: 'forbidden', words: `Gọi ${classWords[to]} bị tạm ngừng vì có dấu hiệu gian lận cước` };
  }
  if (hours !== null && !isWithinHours(hours, minute)) {
    return { cause: 'forbidden', words: `Gọi ${classWords[to]} chỉ được phép từ ${hours.from} đến ${hours.to}` };
  }
  if (minutes !== null && costlyDayMs(company, at) >= minutes * minuteMs) {
    return { cause: 'limit', words: `Đã dùng hết ${minutes} phút gọi ${classWords[to]} trong 24 giờ` };
  }
  return null;
}

/** How much longer a call may last that has lasted so long, by where it goes; null is as long as it likes. */
export function longestMs(
  limits: CallLimits,
  to: DestinationClass,
  company: Usage,
  at: Instant,
  lastedMs: number,
): number | null {
  const { costlyMinutesPerCall: each, costlyMinutesPerDay: all } = limits;
  const isCostly = costlyClasses.has(to);
  const money = moneyLeft(limits, to, company, at);
  const ends = [
    ...(isCostly && each !== null ? [Math.max(0, each * minuteMs - lastedMs)] : []),
    ...(isCostly && all !== null ? [Math.max(0, all * minuteMs - costlyDayMs(company, at))] : []),
    ...(money === null ? [] : [Math.ceil((money / priceOf(limits, to)) * minuteMs)]),
  ];
  return ends.length === 0 ? null : Math.min(...ends);
}

/** What a minute of talk costs, in đồng. */
export const priceOf = ({ spend }: CallLimits, to: DestinationClass): number => spend?.prices[to] ?? 0;

/** What is left to spend today; null where such calls cost nothing, or as much as they like. */
function moneyLeft(limits: CallLimits, to: DestinationClass, company: Usage, at: Instant): number | null {
  if (limits.spend === undefined || priceOf(limits, to) === 0) return null;
  return Math.max(0, limits.spend.perDay - spentOf(company, at));
}

const minuteMs = 60_000;
