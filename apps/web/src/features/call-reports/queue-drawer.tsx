import { callsOfQueue, type QueueCounts, queueFigures, type RequestOf } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { dayOfIso } from '../../kit/format/time.ts';
import type { Search } from '../../kit/url/search.ts';
import { rangeText } from '../../resource/fields/times.tsx';
import styles from './call-reports.module.css';
import { QueueFigure, queueFigureText } from './queue-parts.tsx';
import { ReportDrawer, ReportLine, ReportPart } from './report-drawer.tsx';

const shown = [
  ...(['total', 'answered', 'service_level', 'abandoned', 'abandon_rate'] as const),
  ...(['wait_average', 'wait_longest'] as const),
] as const;

/** A queue by day, and by quarter of an hour of all these days together; a day's numbers lead to its calls. */
export function QueueDrawer({
  id,
  rows,
  days: { from, to },
  onOpen,
}: {
  id: string | undefined;
  rows: readonly { readonly id: string }[];
  days: Readonly<Record<string, string | undefined>>;
  onOpen: (id: string | undefined) => void;
}) {
  const read = useRead();
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = { from, to } as RequestOf<typeof callsOfQueue>['query'];
  const { data, error, refetch } = useQuery({
    ...read(callsOfQueue, { params: { id: id ?? '' }, query }),
    enabled: id !== undefined,
  });
  const calls = { queue_id: data?.id ?? '' };
  return (
    <ReportDrawer
      {...{ id, rows, onOpen }}
      width={760}
      title={data?.name ?? 'Hàng đợi'}
      what="hàng đợi"
      reading={{ isRead: data !== undefined, error, refetch }}
    >
      {data !== undefined && (
        <>
          <p className={styles.days}>
            {rangeText({ from: data.from, to: data.to })} · đúng hạn là nghe trong {data.level_seconds} giây · bỏ cuộc
            trước {data.short_seconds} giây là bỏ cuộc ngay
          </p>
          {data.total === 0 && <p className={styles.days}>Không có cuộc gọi nào vào hàng đợi trong những ngày này.</p>}
          {data.total > 0 && (
            <>
              <ReportPart title="Theo ngày" first="Ngày" figures={heads}>
                {data.days.map((day) => (
                  <Line
                    key={day.day}
                    name={dayOfIso(day.day)}
                    counts={day}
                    calls={{ ...calls, from: day.day, to: day.day }}
                  />
                ))}
                <Line name="Tất cả" counts={data} calls={{ ...calls, from: data.from, to: data.to }} isSum />
              </ReportPart>
              <ReportPart title="Theo khung giờ" first="Từ" figures={heads}>
                {data.quarters.map((quarter) => (
                  <Line key={quarter.time} name={quarter.time} counts={quarter} />
                ))}
              </ReportPart>
            </>
          )}
        </>
      )}
    </ReportDrawer>
  );
}

const heads = shown.map((figure) => queueFigures[figure]);

/** `calls` are the filters of the history that the line is of, where it has such. */
const Line = ({ counts, calls, ...line }: { name: string; counts: QueueCounts; calls?: Search; isSum?: boolean }) => (
  <ReportLine
    {...line}
    figures={shown}
    show={(figure) =>
      calls === undefined ? (
        queueFigureText(counts, figure)
      ) : (
        <QueueFigure counts={counts} figure={figure} calls={calls} of={line.name} />
      )
    }
  />
);
