import { type Automation, automationLog, automationStates, type ResultOf } from '@alo/contract';
import { Pager, Quiet, Skeleton, Status, type StatusTone } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { dateTime } from '../../kit/format/time.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import formStyles from '../../resource/page/form-parts.module.css';
import styles from './automations.module.css';
import { sentenceOf } from './sentence.ts';

type Entry = ResultOf<typeof automationLog>['data'][number];

const tones = { waiting: 'ringing', ran: 'ready', not: 'offline' } as const satisfies Record<
  Entry['state'],
  StatusTone
>;
const pageSize = 10;

/** When it ran, what was done, and why not where it did not. */
export function AutomationLog({ row }: { row: Automation }) {
  const { id } = row;
  const read = useRead();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    ...read(automationLog, { params: { id }, query: { page, per_page: pageSize } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'waiting') ? 5_000 : false),
  });
  return (
    <section className={styles.log} aria-label="Nhật ký chạy">
      <p>{sentenceOf(row)}</p>
      <h2>Nhật ký chạy</h2>
      {error !== null && data === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton width="100%" height={80} />}
      {data?.total === 0 && <Quiet>Chưa có gì xảy ra từ khi được bật.</Quiet>}
      {data !== undefined && data.total > 0 && (
        <>
          <ul className={formStyles.rows}>
            {data.data.map((entry) => (
              <Line key={entry.id} entry={entry} />
            ))}
          </ul>
          {data.total > pageSize && (
            <Pager
              {...{ page, pageSize, total: data.total, capped: data.total_capped, shown: data.data.length }}
              onPage={setPage}
            />
          )}
        </>
      )}
    </section>
  );
}

function Line({ entry: { at, state, why, due_at: due, call_id: call, customer_name: name, done } }: { entry: Entry }) {
  const when = name === '' ? dateTime(at) : `${name} · ${dateTime(at)}`;
  return (
    <li>
      <span className={styles.what}>
        {call === null ? (
          when
        ) : (
          <Link to="/call-history" search={{ id: call }}>
            {when}
          </Link>
        )}
        {why !== '' && <span>Vì: {why}</span>}
        {state === 'waiting' && due !== null && <span>Xem lại lúc {dateTime(due)}</span>}
        {done.map((words) => (
          <span key={words}>{words}</span>
        ))}
      </span>
      <Status tone={tones[state]}>{automationStates[state]}</Status>
    </li>
  );
}
