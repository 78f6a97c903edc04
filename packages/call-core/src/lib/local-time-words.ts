import type { LocalTime } from '@alo/calendar';

const weekdays = ['', 'Thứ Hai', 'Thứ Ba', 'Thứ Tư', 'Thứ Năm', 'Thứ Sáu', 'Thứ Bảy', 'Chủ Nhật'];

/** `Thứ Bảy 21/11/2026 18:05` */
export function localTimeWords({ date, weekday, minute }: LocalTime): string {
  const [year, month, day] = date.split('-');
  const two = (value: number) => String(value).padStart(2, '0');
  return `${weekdays[weekday]} ${day}/${month}/${year} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
