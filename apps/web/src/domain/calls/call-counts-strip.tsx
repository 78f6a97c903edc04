import type { CallCounts } from '@alo/contract';

import { count, percent } from '../../kit/format/numbers.ts';
import { lasted } from '../../kit/format/time.ts';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';

type Figure = keyof CallCounts;

/** What each figure is called, and how it comes about. */
export const callFigures: Readonly<Record<Figure, { label: string; formula: string }>> = {
  total: { label: 'Tổng', formula: 'Số cuộc gọi bắt đầu trong những ngày này; chuyển máy vẫn tính một cuộc' },
  inbound: { label: 'Gọi vào', formula: 'Số cuộc khách gọi vào, kể cả cuộc bị chặn và cuộc đang diễn ra' },
  outbound: { label: 'Gọi ra', formula: 'Số cuộc nhân viên gọi ra ngoài' },
  internal: { label: 'Nội bộ', formula: 'Số cuộc giữa các máy nhánh' },
  answered: { label: 'Gặp', formula: 'Số cuộc có người trả lời, cả ba chiều gọi' },
  missed: { label: 'Nhỡ', formula: 'Cuộc gọi vào đã đổ chuông hết lượt mà không ai trả lời' },
  answer_rate: {
    label: 'Tỷ lệ gặp',
    formula: 'Cuộc gọi vào có người trả lời ÷ cuộc gọi vào đã kết thúc, không tính cuộc bị chặn',
  },
  talk_seconds: { label: 'Tổng đàm thoại', formula: 'Tổng thời gian đàm thoại của cuộc có người trả lời' },
  talk_average: { label: 'TB đàm thoại', formula: 'Tổng thời gian đàm thoại ÷ số cuộc có người trả lời' },
  wait_average: {
    label: 'TB chờ',
    formula: 'Tổng thời gian chờ của cuộc gọi vào có người trả lời ÷ số cuộc đó',
  },
};

/** A figure as it is read; a dash where there is nothing to reckon it from. */
export function figureText(counts: CallCounts, figure: Figure): string {
  const value = counts[figure];
  if (value === null) return '–';
  switch (figure) {
    case 'answer_rate':
      return percent(value);
    case 'talk_seconds':
      return lasted(value);
    case 'talk_average':
    case 'wait_average':
      return lasted(Math.round(value));
    default:
      return count(value);
  }
}

/** What all the calls of a page come to, in one line above them. */
export const CallCountsStrip = ({ counts, of }: { counts: CallCounts | undefined; of: readonly Figure[] }) => (
  <FiguresStrip
    figures={of.map((figure) => ({
      name: callFigures[figure].label,
      formula: callFigures[figure].formula,
      value: counts && figureText(counts, figure),
    }))}
  />
);
