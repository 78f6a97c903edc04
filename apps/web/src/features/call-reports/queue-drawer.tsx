import { callsOfQueue, type QueueCounts, type RequestOf } from '@alo/contract';
import { AfterDelay, Drawer, Skeleton } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { useRead } from '../../shared/api/queries.ts';
import { rangeText } from '../../shared/fields/times.tsx';
import { dayOfIso } from '../../shared/format/time.ts';
import { LoadFailed } from '../../shared/list/list-surface.tsx';
import type { Search } from '../../shared/url/search.ts';
import styles from './call-reports.module.css';
import { QueueFigure, queueFigures, queueFigureText } from './queue-parts.tsx';
import { useLiveReport } from './report-parts.tsx';

const shown = [
  ...(['total', 'answered', 'service_level', 'abandoned', 'abandon_rate'] as const),
  ...(['wait_average', 'wait_longest'] as const),
] as const;

/** A queue by day, and by quarter of an hour of all these days together; a day's numbers lead to its calls. */
export function QueueDrawer({
  id,
  days: { from, to },
  onClose,
}: {
  id: string | undefined;
  days: Readonly<Record<string, string | undefined>>;
  onClose: () => void;
}) {
  const read = useRead();
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = { from, to } as RequestOf<typeof callsOfQueue>['query'];
  const { data, error, refetch } = useQuery({
    ...read(callsOfQueue, { params: { id: id ?? '' }, query }),
    enabled: id !== undefined,
  });
  useLiveReport(callsOfQueue);
  const calls = { queue_id: data?.id ?? '' };
  return (
    <Drawer opened={id !== undefined} onClose={onClose} width={760} title={data?.name ?? 'Hàng đợi'}>
      {error !== null && data === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <AfterDelay>
          <output aria-label="Đang tải hàng đợi">
            <Skeleton width="100%" height={120} />
          </output>
        </AfterDelay>
      )}
      {data !== undefined && (
        <>
          <p className={styles.days}>
            {rangeText({ from: data.from, to: data.to })} · đúng hạn là nghe trong {data.level_seconds} giây · bỏ cuộc
            trước {data.short_seconds} giây là bỏ cuộc ngay
          </p>
          {data.total === 0 && <p className={styles.days}>Không có cuộc gọi nào vào hàng đợi trong những ngày này.</p>}
          {data.total > 0 && (
            <>
              <Part title="Theo ngày" first="Ngày">
                {data.days.map((day) => (
                  <Line
                    key={day.day}
                    name={dayOfIso(day.day)}
                    counts={day}
                    calls={{ ...calls, from: day.day, to: day.day }}
                  />
                ))}
                <Line name="Tất cả" counts={data} calls={{ ...calls, from: data.from, to: data.to }} isSum />
              </Part>
              <Part title="Theo khung giờ" first="Từ">
                {data.quarters.map((quarter) => (
                  <Line key={quarter.time} name={quarter.time} counts={quarter} />
                ))}
              </Part>
            </>
          )}
        </>
      )}
    </Drawer>
  );
}

const Part = ({ title, first, children }: { title: string; first: string; children: ReactNode }) => (
  <section className={styles.team}>
    <h2>{title}</h2>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone's width the arrow keys roll it, too */}
    <div className={styles.scroll} tabIndex={0}>
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {shown.map((figure) => (
              <th key={figure} scope="col" title={queueFigures[figure].formula}>
                {queueFigures[figure].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  </section>
);

/** `calls` are the filters of the history that the line is of, where it has such. */
const Line = ({
  name,
  counts,
  calls,
  isSum = false,
}: {
  name: string;
  counts: QueueCounts;
  calls?: Search;
  isSum?: boolean;
}) => (
  <tr className={isSum ? styles.sum : undefined}>
    <th scope="row">{name}</th>
    {shown.map((figure) => (
      <td key={figure}>
        {calls === undefined ? (
          queueFigureText(counts, figure)
        ) : (
          <QueueFigure counts={counts} figure={figure} calls={calls} of={name} />
        )}
      </td>
    ))}
  </tr>
);
