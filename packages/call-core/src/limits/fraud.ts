import type { FraudAlarm } from '../board/call-limits.ts';
import type { Usage } from '../board/usage.ts';
import type { Instant } from '../board/vocabulary.ts';
import { isWithinHours } from './hours.ts';
import { costlyMs, hourMs } from './usage.ts';

/** What of one extension's last hour looks like toll fraud, in words; null where nothing does. At night half of it is enough. */
export function fraudIn(alarm: FraudAlarm, usage: Usage, at: Instant, minute: number): string | null {
  const night = isWithinHours(alarm.night, minute);
  const enough = (count: number) => Math.max(1, night ? Math.ceil(count / 2) : count);
  const lately = usage.attempts.filter((one) => at - one.at < hourMs);
  const when = night ? 'trong một giờ giữa đêm' : 'trong một giờ';
  const costly = lately.filter((one) => one.costly).length;
  if (costly >= enough(alarm.costlyCalls)) return `gọi hướng cước cao ${costly} lần ${when}`;
  const minutes = Math.floor(costlyMs(usage, at, hourMs) / 60_000);
  if (minutes >= enough(alarm.costlyMinutes)) return `gọi hướng cước cao ${minutes} phút ${when}`;
  const byNumber = Map.groupBy(lately, ({ number }) => number);
  const repeated = Math.max(0, ...[...byNumber.values()].map((calls) => calls.length));
  if (repeated >= enough(alarm.repeatedCalls)) return `gọi lặp một số ${repeated} lần ${when}`;
  return null;
}
