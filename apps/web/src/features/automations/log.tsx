import { type Automation, automationLog, automationStates, type ResultOf } from '@alo/contract';
import { Status, type StatusTone } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { dateTime } from '../../kit/format/time.ts';
import { logPageSize, PagedLog } from '../../resource/list/paged-log.tsx';
import styles from './automations.module.css';
import { sentenceOf } from './sentence.ts';

type Entry = ResultOf<typeof automationLog>['data'][number];

const tones = { waiting: 'ringing', ran: 'ready', not: 'offline' } as const satisfies Record<
  Entry['state'],
  StatusTone
>;

/** When it ran, what was done, and why not where it did not. */
export function AutomationLog({ row }: { row: Automation }) {
  const { id } = row;
  const read = useRead();
  const [page, setPage] = useState(1);
  const log = useQuery({
    ...read(automationLog, { params: { id }, query: { page, per_page: logPageSize } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'waiting') ? 5_000 : false),
  });
  return (
    <section className={styles.log} aria-label="Nhật ký chạy">
      <p>{sentenceOf(row)}</p>
      <PagedLog
        title="Nhật ký chạy"
        nothing="Chưa có gì xảy ra từ khi được bật."
        read={log}
        page={page}
        onPage={setPage}
      >
        {(entry) => <Line key={entry.id} entry={entry} />}
      </PagedLog>
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
