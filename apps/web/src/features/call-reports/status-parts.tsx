import type { StatusTimes, WorkStatus } from '@alo/contract';
import type { Column, StatusTone } from '@alo/ui';
import type { ReactNode } from 'react';

import { percent } from '../../kit/format/numbers.ts';
import { lasted } from '../../kit/format/time.ts';
import { Moment } from '../../resource/page/moment.tsx';

type Figure = Exclude<keyof StatusTimes, 'breaks'>;

interface Known {
  readonly label: string;
  readonly formula: string;
  /** Few ask for it. */
  readonly rare?: true;
}

/** What each figure is called, and how it comes about. */
export const statusFigures: Readonly<Record<Figure, Known>> = {
  signed_in: {
    label: 'Đăng nhập',
    formula: 'Thời gian có điện thoại đang kết nối và không ngoại tuyến: tổng của tất cả các trạng thái',
  },
  ready: { label: 'Sẵn sàng', formula: 'Chờ cuộc gọi, kể cả lúc máy đang đổ chuông mà chưa nghe' },
  on_a_call: {
    label: 'Trong cuộc gọi',
    formula: 'Từ lúc nghe máy hoặc bấm gọi đến lúc gác máy, kể cả lúc giữ máy và chờ bên kia nghe',
  },
  wrapping_up: { label: 'Sau cuộc gọi', formula: 'Xử lý sau cuộc gọi, trước khi nhận cuộc kế tiếp' },
  on_a_break: { label: 'Nghỉ', formula: 'Tự chọn bận/nghỉ, với mọi lý do' },
  paused: { label: 'Tạm dừng', formula: 'Tự tạm dừng trong mọi hàng đợi đã vào', rare: true },
  auto_paused: {
    label: 'Tạm dừng tự động',
    formula: 'Hàng đợi tự tạm dừng vì không nghe nhiều cuộc liền, đến khi báo sẵn sàng trở lại',
    rare: true,
  },
  do_not_disturb: { label: 'Không làm phiền', formula: 'Máy nhánh đặt không làm phiền', rare: true },
  asleep: {
    label: 'Trình duyệt ngủ',
    formula: 'Điện thoại trên trình duyệt còn đăng ký nhưng trang không trả lời nên không đổ chuông',
    rare: true,
  },
  occupancy: {
    label: 'Tỷ lệ bận',
    formula: '(Trong cuộc gọi + sau cuộc gọi) ÷ (trong cuộc gọi + sau cuộc gọi + sẵn sàng)',
  },
  first_at: {
    label: 'Vào lần đầu',
    formula: 'Lần đầu tiên trong những ngày này có điện thoại kết nối và không ngoại tuyến',
  },
  last_at: { label: 'Ra lần cuối', formula: 'Lần cuối cùng ngắt kết nối hoặc chọn ngoại tuyến' },
};

/** A figure as it is read; a dash where there is nothing of it. */
export function statusFigure(times: Partial<StatusTimes>, figure: Figure): ReactNode {
  switch (figure) {
    case 'occupancy':
      return times.occupancy == null ? '–' : percent(times.occupancy);
    case 'first_at':
      return times.first_at == null ? '–' : <Moment at={times.first_at} />;
    case 'last_at':
      if (times.last_at != null) return <Moment at={times.last_at} />;
      return times.first_at == null ? '–' : 'đang trực';
    default:
      return timeText(times[figure]);
  }
}

const timeText = (seconds: number | undefined) => (seconds === undefined || seconds === 0 ? '–' : lasted(seconds));

/** Why somebody was on a break, where they said so. */
export const reasonText = (reason: string) => (reason === '' ? 'Không nêu lý do' : reason);

/** The figures as columns of a list, breaks by their reasons too. */
export function statusColumns<Row extends StatusTimes>(rows: readonly Row[]): readonly Column<Row>[] {
  const reasons = [...new Set(rows.flatMap(({ breaks }) => breaks.map(({ reason }) => reason)))].toSorted();
  // The keys of the words.
  return (Object.keys(statusFigures) as Figure[]).flatMap((figure) => {
    const { label, rare } = statusFigures[figure];
    const isMoment = figure === 'first_at' || figure === 'last_at';
    const column: Column<Row> = {
      id: figure,
      label,
      numeric: !isMoment,
      sortable: !isMoment,
      hidden: rare === true,
      ...(isMoment && { width: 110 }),
      cell: (row) => statusFigure(row, figure),
    };
    return figure === 'on_a_break' ? [column, ...reasons.map((reason) => reasonColumn<Row>(reason))] : [column];
  });
}

const reasonColumn = <Row extends StatusTimes>(reason: string): Column<Row> => ({
  id: `break ${reason}`,
  label: reasonText(reason),
  numeric: true,
  cell: ({ breaks }) => timeText(breaks.find((one) => one.reason === reason)?.seconds),
});

/** The colours of the states, the same everywhere. */
export const statusTone: Readonly<Record<WorkStatus, StatusTone>> = {
  ready: 'ready',
  'on-a-call': 'talking',
  'wrapping-up': 'wrapup',
  'on-a-break': 'paused',
  paused: 'paused',
  'auto-paused': 'bad',
  'do-not-disturb': 'paused',
  asleep: 'offline',
};
