import { ivrMenuKeys, type ivrMenus, type RowOf } from '@alo/contract';
import { Quiet, Skeleton } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import styles from './key-log.module.css';

const days = 30;

/** What callers pressed in a menu in the last days, and how many gave up there. */
export function KeyLog({ row }: { row: RowOf<typeof ivrMenus> }) {
  const read = useRead();
  const { data, error, refetch } = useQuery(read(ivrMenuKeys, { params: { id: row.id }, query: { days } }));
  if (error !== null && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton width="100%" height={80} />;
  const noteOf = (keys: string) => row.keys?.find((one) => one.keys === keys)?.note ?? '';
  const lines = [
    ...data.keys.map(({ keys, count: times, left }) => ({
      what: `Phím ${keys}`,
      note: [noteOf(keys), left > 0 ? `${count(left)} gác máy sau khi bấm` : ''].filter(Boolean).join(' · '),
      times,
    })),
    { what: 'Bấm sai', note: '', times: data.wrong },
    { what: 'Không bấm', note: '', times: data.silent },
    { what: 'Gác máy tại đây', note: '', times: data.left },
  ];
  const most = Math.max(1, ...lines.map(({ times }) => times));
  return (
    <section className={styles.log} aria-label="Nhật ký phím bấm">
      <h2>Nhật ký phím bấm</h2>
      <p>
        {count(data.calls)} cuộc gọi trong {days} ngày qua
      </p>
      <ul>
        {lines.map(({ what, note, times }) => (
          <li key={what}>
            <span>
              {what}{' '}
              {note !== '' && (
                <Quiet as="span" size="body">
                  {note}
                </Quiet>
              )}
            </span>
            <span className={styles.bar} style={{ inlineSize: `${(100 * times) / most}%` }} aria-hidden />
            <b>{count(times)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
