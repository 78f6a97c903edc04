import { type RequestOf, type StatusTimes, statusDay, statusTimesOfPerson } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { clock, dayOfIso } from '../../kit/format/time.ts';
import { rangeText } from '../../resource/fields/times.tsx';
import styles from './call-reports.module.css';
import { DayOfStatus } from './day-of-status.tsx';
import { ReportDrawer, ReportLine, ReportPart } from './report-drawer.tsx';
import { statusFigure, statusFigures } from './status-parts.tsx';

const shown = [
  ...(['signed_in', 'ready', 'on_a_call', 'wrapping_up', 'on_a_break', 'auto_paused', 'occupancy'] as const),
  ...(['first_at', 'last_at'] as const),
] as const;
const heads = shown.map((figure) => statusFigures[figure]);

/** Somebody by day, and one of the days as one thing after the other. */
export function StatusDrawer({
  id,
  rows,
  period: { from, to },
  onOpen,
}: {
  id: string | undefined;
  rows: readonly { readonly id: string }[];
  period: Readonly<Record<string, string | undefined>>;
  onOpen: (id: string | undefined) => void;
}) {
  const read = useRead();
  const [chosen, choose] = useState<string>();
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = { from, to } as RequestOf<typeof statusTimesOfPerson>['query'];
  const { data, error, refetch } = useQuery({
    ...read(statusTimesOfPerson, { params: { id: id ?? '' }, query }),
    enabled: id !== undefined,
  });
  const day = data?.days.find((one) => one.day === chosen)?.day ?? data?.days.at(-1)?.day;
  const its = useQuery({
    ...read(statusDay, { params: { id: data?.id ?? '' }, query: { day: day ?? '' } }),
    enabled: day !== undefined,
  });
  return (
    <ReportDrawer
      {...{ id, rows, onOpen }}
      width={960}
      title={data?.name ?? 'Nhân viên'}
      what="nhân viên"
      reading={{ isRead: data !== undefined, error, refetch }}
    >
      {data !== undefined && (
        <>
          <p className={styles.days}>
            {rangeText({ from: data.from, to: data.to })} · máy nhánh {data.extension}
          </p>
          {data.days.length === 0 && (
            <p className={styles.days}>Không có điện thoại nào kết nối trong những ngày này.</p>
          )}
          {data.days.length > 0 && (
            <ReportPart title="Theo ngày" first="Ngày" figures={heads}>
              {data.days.map((one) => (
                <ReportLine
                  key={one.day}
                  name={
                    <button
                      type="button"
                      className={styles.day}
                      aria-pressed={one.day === day}
                      onClick={() => choose(one.day)}
                    >
                      {dayOfIso(one.day)}
                    </button>
                  }
                  figures={shown}
                  show={(figure) => figureOfDay(one, figure)}
                />
              ))}
              <ReportLine
                name="Tất cả"
                isSum
                figures={shown}
                show={(figure) => (figure.endsWith('_at') ? '' : statusFigure(data, figure))}
              />
            </ReportPart>
          )}
          {day !== undefined && its.data !== undefined && <DayOfStatus name={dayOfIso(day)} day={its.data} />}
        </>
      )}
    </ReportDrawer>
  );
}

/** Of a day the time says it all. */
function figureOfDay(times: StatusTimes, figure: (typeof shown)[number]) {
  if (figure !== 'first_at' && figure !== 'last_at') return statusFigure(times, figure);
  const at = times[figure];
  return at === null ? statusFigure(times, figure) : clock(at);
}
