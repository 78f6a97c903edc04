import type { QueueCounts, QueueOutcome } from '@alo/contract';
import type { Column } from '@alo/ui';

import { CallsLink } from '../../domain/calls/calls-link.tsx';
import { count, percent } from '../../kit/format/numbers.ts';
import { lasted } from '../../kit/format/time.ts';
import type { Search } from '../../kit/url/search.ts';

type Figure = keyof QueueCounts;

interface Known {
  readonly label: string;
  readonly formula: string;
  /** Filters of the history besides a row's own that lead to what it is of; where it is of no calls in particular it has none. */
  readonly calls?: Search;
  /** Few ask for it. */
  readonly rare?: true;
}

const left = (outcome: QueueOutcome): Search => ({ queue_outcome: outcome });

/** What each figure is called, and how it comes about. */
export const queueFigures: Readonly<Record<Figure, Known>> = {
  total: {
    label: 'Lượt vào hàng',
    formula: 'Số cuộc gọi bắt đầu trong những ngày này đã rời hàng đợi; mỗi hàng đợi tính một cuộc một lần',
    calls: {},
  },
  answered: { label: 'Đã nghe', formula: 'Cuộc có nhân viên của hàng đợi nghe máy', calls: left('answered') },
  in_time: { label: 'Nghe đúng hạn', formula: 'Cuộc được nghe trong ngưỡng mức dịch vụ của hàng đợi', rare: true },
  service_level: {
    label: 'Mức dịch vụ',
    formula: 'Nghe đúng hạn ÷ (đã nghe + bỏ cuộc − bỏ cuộc ngay), theo ngưỡng của từng hàng đợi',
  },
  abandoned: { label: 'Bỏ cuộc', formula: 'Khách dập máy khi đang chờ trong hàng đợi', calls: left('abandoned') },
  abandoned_soon: {
    label: 'Bỏ cuộc ngay',
    formula: 'Bỏ cuộc sớm hơn ngưỡng của hàng đợi: không tính là mất khách',
    rare: true,
  },
  abandon_rate: {
    label: 'Tỷ lệ bỏ cuộc',
    formula: '(Bỏ cuộc − bỏ cuộc ngay) ÷ (lượt vào hàng − không vào được − hẹn gọi lại − bỏ cuộc ngay)',
  },
  timed_out: {
    label: 'Hết giờ chờ',
    formula: 'Khách chờ quá thời gian tối đa nên được chuyển đi',
    calls: left('timed-out'),
    rare: true,
  },
  left_elsewhere: {
    label: 'Đi nơi khác',
    formula: 'Khách bấm phím rời hàng, được chuyển đi, hoặc hàng đợi không còn người trực',
    calls: left('left-elsewhere'),
    rare: true,
  },
  called_back: {
    label: 'Hẹn gọi lại',
    formula: 'Khách chọn được gọi lại thay vì chờ',
    calls: left('called-back'),
    rare: true,
  },
  turned_away: {
    label: 'Không vào được',
    formula: 'Hàng đợi đã đầy, hoặc không có người trực nên không nhận',
    calls: left('turned-away'),
    rare: true,
  },
  wait_average: { label: 'TB chờ', formula: 'Tổng thời gian chờ trong hàng của cuộc đã nghe ÷ số cuộc đó' },
  wait_longest: {
    label: 'Chờ lâu nhất',
    formula: 'Thời gian chờ trong hàng lâu nhất của một khách, dù được nghe hay không',
    calls: { sort: '-wait_seconds' },
  },
};

/** A figure as it is read; a dash where there is nothing to reckon it from. */
export function queueFigureText(counts: QueueCounts, figure: Figure): string {
  const value = counts[figure];
  if (value === null) return '–';
  switch (figure) {
    case 'service_level':
    case 'abandon_rate':
      return percent(value);
    case 'wait_average':
    case 'wait_longest':
      return lasted(Math.floor(value));
    default:
      return count(value);
  }
}

/** A figure of some calls in a queue, which leads to them. `calls` are the filters of the history that these are. */
export function QueueFigure({
  counts,
  figure,
  calls,
  of,
}: {
  counts: QueueCounts;
  figure: Figure;
  calls: Search;
  of: string;
}) {
  const { label, calls: narrower } = queueFigures[figure];
  return (
    <CallsLink
      text={queueFigureText(counts, figure)}
      value={counts[figure]}
      calls={narrower && { ...calls, ...narrower }}
      label={label}
      of={of}
    />
  );
}

/** The figures as columns of a list. */
export const queueColumns = <Row extends QueueCounts & { name: string }>(
  callsOf: (row: Row) => Search,
): readonly Column<Row>[] =>
  // The keys of the words.
  (Object.keys(queueFigures) as Figure[]).map((figure) => ({
    id: figure,
    label: queueFigures[figure].label,
    numeric: true,
    sortable: true,
    hidden: queueFigures[figure].rare === true,
    cell: (row) => <QueueFigure counts={row} figure={figure} calls={callsOf(row)} of={row.name} />,
  }));
