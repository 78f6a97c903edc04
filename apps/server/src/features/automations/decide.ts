import { type CustomerFacts, type CustomerTest, rowThatFits } from '@alo/call-core';
import { type AutomationAction, type AutomationTrigger, automationDepth } from '@alo/contract';

import { isTimeBetween } from '../../domain/advertising-law.ts';
import { clockIn } from '../../domain/company-clock.ts';

/** An automation as it decides. */
export interface Rule {
  readonly id: string;
  readonly name: string;
  readonly trigger: AutomationTrigger;
  readonly level: number | null;
  readonly forMinutes: number;
  readonly atTime: string;
  readonly direction: 'inbound' | 'outbound' | null;
  readonly queue: string | null;
  readonly outcome: string | null;
  readonly leastSeconds: number | null;
  readonly mostSeconds: number | null;
  readonly hours: { readonly is: 'in' | 'out'; readonly from: string; readonly to: string } | null;
  /** What is asked of the customer, in the words of “Điều kiện khách hàng”. */
  readonly tests: readonly CustomerTest[];
  readonly waitMinutes: number;
  readonly unlessReached: boolean;
  readonly quiet: { readonly from: string; readonly to: string } | null;
  readonly mostPerDay: number;
  readonly customerHours: number;
  readonly actions: readonly AutomationAction[];
}

/** Something that happened, with what is known of it at that moment. */
export interface Occurrence {
  /** Of the same it is told once. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How many automations, one after the other, have led to it. */
  readonly depth: number;
  /** Whom it is about: a customer's id, else a number, else ''. */
  readonly party: string;
  /** All of their numbers. */
  readonly numbers: readonly string[];
  readonly call: {
    readonly id: string;
    readonly direction: string;
    readonly seconds: number;
    readonly queues: readonly string[];
  } | null;
  readonly customer: { readonly id: string; readonly name: string; readonly facts: CustomerFacts } | null;
  readonly outcome: string | null;
  /** What was seen, where nobody is behind it: “7 khách chờ ở Bán hàng”. */
  readonly words: string;
}

/** What an automation has done before. */
export interface Past {
  /** On the day of what happened. */
  readonly today: number;
  /** For the same party, in milliseconds since 1970. */
  readonly last: number | null;
}

export type Decision =
  | { readonly kind: 'not'; readonly why: string }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'go' };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** What happened longer ago, while nothing ran here, is nobody's news any more. */
const lateMs = 6 * hourMs;

const not = (why: string): Decision => ({ kind: 'not', why });

/** What becomes of something that happened: the same live, and in a rehearsal over what is long past (`now` is then the moment itself). */
export function beginRun(
  rule: Rule,
  happening: Occurrence,
  { past, now, timeZone }: { readonly past: Past; readonly now: number; readonly timeZone: string },
): Decision {
  const { at, depth, party } = happening;
  if (depth > automationDepth) return not(`Các tự động hoá đã gọi nhau ${automationDepth} lần, dừng ở đây`);
  if (now - at > lateMs) return not('Đã quá 6 giờ từ lúc xảy ra');
  const unfit = whyUnfit(rule, happening, timeZone);
  if (unfit !== null) return not(unfit);
  if (past.today >= rule.mostPerDay) return not(`Hôm đó đã chạy đủ ${rule.mostPerDay} lần`);
  if (party !== '' && past.last !== null && at < past.last + rule.customerHours * hourMs) {
    return not(`Đã chạy cho khách này trong ${rule.customerHours} giờ`);
  }
  return rule.waitMinutes === 0 ? { kind: 'go' } : { kind: 'wait', until: at + rule.waitMinutes * minuteMs };
}

/** What becomes of it when it has waited; `reachedAt` is when somebody first talked with them since. */
export function goOn(
  rule: Rule,
  { at }: Pick<Occurrence, 'at'>,
  { reachedAt, timeZone }: { readonly reachedAt: number | null; readonly timeZone: string },
): Decision {
  const until = at + rule.waitMinutes * minuteMs;
  if (rule.unlessReached && reachedAt !== null && reachedAt <= until) {
    return not(`Đã có người nói chuyện với khách lúc ${clockIn(reachedAt, timeZone).time}`);
  }
  return { kind: 'go' };
}

/** Customers are written to at this moment, or when the hours in which they are left in peace are over. */
export function sendAt({ quiet }: Pick<Rule, 'quiet'>, at: number, timeZone: string): number {
  if (quiet === null) return at;
  const { time } = clockIn(at, timeZone);
  if (!isWithin(time, quiet)) return at;
  const wait = (minuteOf(quiet.to) - minuteOf(time) + dayMinutes) % dayMinutes;
  return Math.floor(at / minuteMs) * minuteMs + wait * minuteMs;
}

function whyUnfit(rule: Rule, { at, call, customer, outcome }: Occurrence, timeZone: string): string | null {
  const { direction, queue, leastSeconds, mostSeconds, hours } = rule;
  if (direction !== null && call?.direction !== direction) return 'Không đúng chiều gọi';
  if (queue !== null && call !== null && !call.queues.includes(queue)) return 'Không qua hàng đợi này';
  const seconds = call?.seconds ?? 0;
  if (leastSeconds !== null && seconds < leastSeconds) return `Nói chuyện ít hơn ${leastSeconds} giây`;
  if (mostSeconds !== null && seconds > mostSeconds) return `Nói chuyện nhiều hơn ${mostSeconds} giây`;
  if (hours !== null && isWithin(clockIn(at, timeZone).time, hours) !== (hours.is === 'in')) {
    return hours.is === 'in'
      ? `Ngoài khung giờ ${hours.from}–${hours.to}`
      : `Trong khung giờ ${hours.from}–${hours.to}`;
  }
  if (rule.outcome !== null && (outcome ?? customer?.facts.outcome) !== rule.outcome) return 'Kết quả khác';
  if (rule.tests.length > 0 && rowThatFits([rule], customer?.facts ?? null) === undefined) {
    return 'Khách không khớp điều kiện';
  }
  return null;
}

const dayMinutes = 24 * 60;
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Also over midnight. */
function isWithin(time: string, { from, to }: { readonly from: string; readonly to: string }): boolean {
  return from <= to ? isTimeBetween(time, from, to) : time >= from || time < to;
}
