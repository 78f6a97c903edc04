import { type ResultOf, type RosterEntry, type roster, staffingNeed } from '@alo/contract';
import { AfterDelay, Quiet, Skeleton, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { weekdayOf } from '../../domain/shift-swaps/day-words.ts';
import { useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { clockOfMinute, dayOfIso } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Surface } from '../../resource/page/page.tsx';
import { rosteredIn, type Verdict, verdictOf } from './coverage.ts';
import styles from './roster.module.css';
import { later } from './roster-words.ts';

const tones = { few: 'bad', enough: 'ready', many: 'paused' } as const satisfies Record<Verdict, string>;
/** What is further off is a guess. */
const daysAhead = 60;
const level = 80;

/** Beside each half-hour of a day how many work, and how many the queue's forecast needs. */
export function Coverage({
  queue,
  day,
  week,
  entries,
  today,
}: {
  queue: string;
  day: string;
  week: ResultOf<typeof roster>;
  entries: ReadonlyMap<string, RosterEntry>;
  today: string;
}) {
  const read = useRead();
  const may = useMay();
  const isAhead = day >= today && day <= later(today, daysAhead);
  const { data, error, refetch } = useQuery({
    ...read(staffingNeed, { body: { queue_id: queue, day, level } }),
    staleTime: 300_000,
    refetchOnWindowFocus: false,
    retry: false,
    enabled: isAhead && may(staffingNeed.access),
  });
  const rostered = rosteredIn(day, [...entries.values()], week.shifts);
  const needed = new Map(data?.slots.map(({ from, people }) => [from, people]));
  const shown = rostered
    .map((people, slot) => ({ from: slot * 30, people, needs: needed.get(slot * 30) }))
    .filter(({ people, needs }) => people > 0 || (needs ?? 0) > 0);
  const lacking = shown.filter(
    ({ people, needs }) => needs !== undefined && verdictOf(people, needs).verdict === 'few',
  );
  return (
    <Surface padded>
      <section aria-label="Người trực và người cần">
        <h2 className={styles.heading}>{`${weekdayOf(day)} ${dayOfIso(day)}: người trực và người cần`}</h2>
        {!may(staffingNeed.access) ? (
          <Quiet>Cần quyền xem nhu cầu nhân sự để biết từng nửa giờ cần bao nhiêu người.</Quiet>
        ) : !isAhead ? (
          <Quiet>Số người cần được dự báo cho hôm nay và 60 ngày tới.</Quiet>
        ) : error !== null ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <AfterDelay>
            <output aria-label="Đang tính số người cần">
              <Skeleton width="100%" height={120} />
            </output>
          </AfterDelay>
        ) : data.slots.length === 0 ? (
          <Quiet>Ngày này không dự báo có khách nào vào hàng đợi.</Quiet>
        ) : (
          <p className={styles.sentence}>
            {lacking.length === 0
              ? 'Nửa giờ nào cũng đủ người.'
              : `Thiếu người ở ${count(lacking.length)} nửa giờ. Cần tính theo dự báo, để ${level} % được nghe trong ${data.within_seconds} giây.`}
          </p>
        )}
        {shown.length === 0 ? (
          <Quiet>Chưa xếp ca cho ai trong ngày này.</Quiet>
        ) : (
          <div className={styles.scroll}>
            <table className={styles.slots}>
              <caption className={styles.caption}>Số người trực và số người cần theo nửa giờ</caption>
              <thead>
                <tr>
                  <th scope="col">Từ</th>
                  <th scope="col">Người trực</th>
                  <th scope="col">Cần</th>
                  <th scope="col">So với cần</th>
                </tr>
              </thead>
              <tbody>
                {shown.map(({ from, people, needs }) => {
                  const told = needs === undefined ? null : verdictOf(people, needs);
                  return (
                    <tr key={from} data-verdict={told?.verdict}>
                      <th scope="row">{clockOfMinute(from)}</th>
                      <td>{people.toLocaleString('vi-VN')}</td>
                      <td>{needs === undefined ? '–' : count(needs)}</td>
                      <td>{told === null ? '–' : <Status tone={tones[told.verdict]}>{told.words}</Status>}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        )}
      </section>
    </Surface>
  );
}
