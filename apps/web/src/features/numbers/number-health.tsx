import { numberHealth, type numbers, type ResultOf, type RowOf } from '@alo/contract';
import { AfterDelay, Skeleton } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { dateTime } from '../../kit/format/time.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import styles from './numbers.module.css';

/** Where a number leads, and how it did in the last days. */
export function NumberHealth({ row }: { row: RowOf<typeof numbers> }) {
  const read = useRead();
  const { data, error, refetch } = useQuery(read(numberHealth, { params: { id: row.id } }));
  return (
    <>
      <section className={styles.part} aria-label="Tiếp nhận">
        <h2>Tiếp nhận</h2>
        {row.routes_to.length === 0 && (
          <p>Chưa có quy tắc gọi vào: khách gọi số này sẽ nghe báo không liên lạc được.</p>
        )}
        <ol>
          {row.routes_to.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ol>
      </section>
      <section className={styles.part} aria-label="Sức khoẻ đầu số">
        <h2>Sức khoẻ{data && `, ${data.days} ngày qua`}</h2>
        {error !== null && data === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && (
          <AfterDelay>
            <Skeleton width="100%" height={72} />
          </AfterDelay>
        )}
        {data && <Figures health={data} />}
      </section>
    </>
  );
}

function Figures({ health }: { health: ResultOf<typeof numberHealth> }) {
  const answered = health.inbound_answered + health.outbound_answered;
  const figures = [
    ['Gọi vào gặp', partOf(health.inbound_answered, health.inbound)],
    ['Gọi ra gặp', partOf(health.outbound_answered, health.outbound)],
    // Formula beside the figure: what is short of those that were answered.
    ['Cuộc ngắn dưới 6 giây', partOf(health.short, answered)],
    ['Hết kênh', `${health.full} cuộc`],
    ['Nhiều nhất cùng lúc', `${health.most_at_once} cuộc`],
    ['Cuộc gần nhất', health.last_call_at === null ? 'Chưa có' : dateTime(health.last_call_at)],
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A part of a whole, with the figures that it is made of. */
export const partOf = (part: number, whole: number): string =>
  whole === 0 ? 'Chưa có cuộc' : `${Math.round((100 * part) / whole)}% (${part}/${whole})`;
