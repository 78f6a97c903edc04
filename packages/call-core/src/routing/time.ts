import { type LocalTime, matchTimeGroup } from '@alo/calendar';
import { type Destination, lookUp } from '../plan.ts';
import { note, type Turn } from '../turn.ts';
import { missing } from './missing.ts';

/** Chooses by the tenant's clock, or by the hand that set the condition for the day. */
export function visitTime(turn: Turn, key: string): Destination {
  const condition = lookUp(turn.plan.timeConditions, key);
  if (condition === undefined) return missing(turn, 'điều kiện thời gian', key);
  const { slot, local } = matchTimeGroup(condition.group, turn.at, turn.plan.timeZone);
  const matches = condition.override === null ? slot !== null : condition.override === 'match';
  note(turn, 'time', `Điều kiện thời gian “${condition.name}”: ${matches ? 'khớp' : 'không khớp'}`, {
    group: condition.group.name,
    local: inWords(local),
    ...(slot === null ? {} : { slot: `${slot.from}–${slot.to}` }),
    ...(condition.override === null ? {} : { override: matches ? 'đang đặt tay: khớp' : 'đang đặt tay: không khớp' }),
  });
  return matches ? condition.match : condition.otherwise;
}

const weekdays = ['', 'Thứ Hai', 'Thứ Ba', 'Thứ Tư', 'Thứ Năm', 'Thứ Sáu', 'Thứ Bảy', 'Chủ Nhật'];

/** `Thứ Bảy 21/11/2026 18:05` */
export function inWords({ date, weekday, minute }: LocalTime): string {
  const [year, month, day] = date.split('-');
  const two = (value: number) => String(value).padStart(2, '0');
  return `${weekdays[weekday]} ${day}/${month}/${year} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
