import {
  callDirections,
  callsToReturn,
  customers,
  historiesCall,
  type StaleAfter,
  unservedStatuses,
} from '@alo/contract';
import { Button, Skeleton, State } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { usePhoneDoor } from '../../domain/phone-door/phone-door.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { Since } from '../../kit/clock/server-clock.tsx';
import { count } from '../../kit/format/numbers.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { dateTime, daysBefore, lasted } from '../../kit/format/time.ts';
import { Surface } from '../../resource/page/page.tsx';
import styles from './my-day.module.css';

/** So many of each stand here; the rest is in its list. */
const shownAtMost = 6;
/** What was said of a call longer ago than this nobody remembers. */
const days = 7;

/** Customers who called and were not served: how long they wait, who has taken them on, who has tried. */
export function ReturnCalls() {
  const { data, error } = useQuery(useRead()(callsToReturn, { query: { per_page: shownAtMost } }));
  return (
    <Work
      title="Cần gọi lại"
      total={data?.total}
      error={error}
      all={(words) => <Link to="/calls-to-return">{words}</Link>}
      unit="khách"
      empty={['Không còn ai phải gọi lại', 'Khách gọi nhỡ hay để lại lời nhắn sẽ ở đây.']}
    >
      {data?.data.map(
        ({ id, customer_name: name, phone, call_back: target, since, status, claim, last_try: tried }) => (
          <Item
            key={id}
            who={name ?? groupedPhone(phone)}
            lead={
              <Link to="/call-history" search={{ id }}>
                {name ?? groupedPhone(phone)}
              </Link>
            }
            dial={target}
          >
            {unservedStatuses[status]} · chờ <Since at={since} />
            {claim && ` · ${claim.mine ? 'bạn' : claim.name} đã nhận`}
            {tried && ` · ${tried.by_name ?? 'đã có người'} đã thử gọi`}
          </Item>
        ),
      )}
    </Work>
  );
}

/** One's customers whose promise has come due. */
export function DuePromises({ accountId }: { accountId: string }) {
  const filters = { promise: 'due', user_id: accountId } as const;
  const { data, error } = useQuery(useRead()(customers.list, { query: { ...filters, per_page: shownAtMost } }));
  return (
    <Work
      title="Đến giờ hẹn gọi lại"
      total={data?.total}
      error={error}
      all={(words) => (
        <Link to="/customer" search={filters}>
          {words}
        </Link>
      )}
      unit="khách"
      empty={['Không có hẹn nào đến giờ', 'Khách bạn phụ trách mà đã hẹn gọi lại sẽ ở đây khi đến giờ.']}
    >
      {data?.data.map(({ id, name, next_call_at: at }) => (
        <Item
          key={id}
          who={name}
          lead={
            <Link to="/customer" search={{ id }}>
              {name}
            </Link>
          }
          dial={id}
        >
          {at !== null && `Hẹn ${dateTime(at)}`}
        </Item>
      ))}
    </Work>
  );
}

/** Of a call that goes on nothing has to be said yet. */
const onceEnded = { events: ['call-changed'], everyMs: 5000, calls: 'ended' } as const satisfies StaleAfter;

/** One's conversations of the last days of which nobody has said what came. */
export function WithoutOutcome({ accountId, today }: { accountId: string; today: string }) {
  const from = daysBefore(today, days);
  const filters = { without_outcome: '1', account_id: accountId, from } as const;
  const { meta, ...reading } = useRead()(historiesCall, { query: { ...filters, per_page: shownAtMost } });
  const { data, error } = useQuery({ ...reading, meta: { ...meta, staleAfter: onceEnded } });
  return (
    <Work
      title="Chưa ghi kết quả"
      total={data?.total}
      error={error}
      all={(words) => (
        <Link to="/call-history" search={filters}>
          {words}
        </Link>
      )}
      unit="cuộc gọi"
      empty={['Cuộc gọi nào cũng có kết quả', `Cuộc gọi của ${days} ngày qua mà bạn chưa ghi kết quả sẽ ở đây.`]}
    >
      {data?.data.map(({ id, customer_name: name, phone, direction, started_at: at, talk_seconds: talked }) => (
        <Item
          key={id}
          who={name ?? groupedPhone(phone)}
          lead={
            <Link to="/call-history" search={{ id }}>
              {name ?? groupedPhone(phone)}
            </Link>
          }
        >
          {callDirections[direction]} · {dateTime(at)} · {lasted(talked)}
        </Item>
      ))}
    </Work>
  );
}

/** One kind of work: its first rows, how many there are, how many more than stand here, and the way to all of them. */
function Work({
  title,
  total,
  error,
  all,
  unit,
  empty: [none, words],
  children,
}: {
  title: string;
  /** Undefined until it is known. */
  total: number | undefined;
  error: Error | null;
  /** The way to all of them, in these words. */
  all: (words: string) => ReactNode;
  /** What is counted. */
  unit: string;
  empty: readonly [title: string, words: string];
  children: ReactNode;
}) {
  return (
    <Surface>
      <section className={styles.part} aria-label={title}>
        <header>
          <h2>
            {title}
            {total !== undefined && total > 0 && <span>{count(total)}</span>}
          </h2>
          {total !== undefined && total > 0 && all('Xem tất cả')}
        </header>
        {total === undefined && error !== null && (
          <State drawing="error" title="Chưa đọc được">
            {explain(error).text}
          </State>
        )}
        {total === undefined && error === null && <Skeleton width="100%" height={160} />}
        {total === 0 && (
          <State drawing="empty" title={none}>
            {words}
          </State>
        )}
        {total !== undefined && total > 0 && <ul>{children}</ul>}
        {total !== undefined && total > shownAtMost && (
          <p className={styles.rest}>{all(`Còn ${count(total - shownAtMost)} ${unit} nữa`)}</p>
        )}
      </section>
    </Surface>
  );
}

/** A row leads to its work, or calls at once. */
function Item({
  who,
  lead,
  dial,
  children,
}: {
  who: string;
  lead: ReactNode;
  /** What is dialled; nothing where it is no call that has to be made. */
  dial?: string;
  children: ReactNode;
}) {
  const phone = usePhoneDoor();
  return (
    <li className={styles.item}>
      <span className={styles.who}>
        {lead}
        <span>{children}</span>
      </span>
      {dial !== undefined && phone && (
        <Button size="sm" aria-label={`Gọi ${who}`} onClick={() => phone.dial(dial)}>
          Gọi
        </Button>
      )}
    </li>
  );
}
