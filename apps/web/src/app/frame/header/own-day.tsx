import { myStatusTimes, type StatusTimes } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../../kit/api/queries.ts';

/** What the own time has gone to today, in a sentence; read anew whenever it is looked at. */
export default function OwnDay() {
  const { data } = useQuery(useRead()(myStatusTimes, {}));
  return data === undefined ? null : `Hôm nay: ${dayInWords(data)}`;
}

const parts: readonly (readonly [word: string, seconds: (times: StatusTimes) => number])[] = [
  ['sẵn sàng', ({ ready }) => ready],
  ['trong cuộc gọi', (times) => times.on_a_call],
  ['sau cuộc gọi', (times) => times.wrapping_up],
  ['nghỉ', (times) => times.on_a_break],
  ['tạm dừng', (times) => times.paused + times.auto_paused],
];

function dayInWords(times: StatusTimes): string {
  const said = parts.flatMap(([word, seconds]) =>
    seconds(times) < minute ? [] : [`${word} ${minutesInWords(seconds(times))}`],
  );
  return said.length === 0 ? 'mới vào, chưa đến một phút' : said.join(', ');
}

const minute = 60;

/** `42 phút`, `3 giờ 05`, none of them in two lines. */
function minutesInWords(seconds: number): string {
  const minutes = Math.floor(seconds / minute);
  return minutes < 60
    ? `${minutes}\u00a0phút`
    : `${Math.floor(minutes / 60)}\u00a0giờ\u00a0${String(minutes % 60).padStart(2, '0')}`;
}
