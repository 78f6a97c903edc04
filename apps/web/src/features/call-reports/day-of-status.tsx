import { type ResultOf, type StatusSpan, type statusDay, workStatuses } from '@alo/contract';
import { Status } from '@alo/ui';
import type { CSSProperties } from 'react';

import { clock, clockSeconds, lasted } from '../../kit/format/time.ts';
import styles from './day-of-status.module.css';
import { reasonText, statusTone } from './status-parts.tsx';

const hourMs = 3_600_000;

/** A day as a line, from the hour in which it began to the one in which it ended, and the same as a table. */
export function DayOfStatus({ name, day: { from, at, spans } }: { name: string; day: ResultOf<typeof statusDay> }) {
  const [first] = spans;
  if (first === undefined) return null;
  const midnight = Date.parse(from);
  const ends = spans.map((span) => endOf(span, at));
  const hours = {
    from: Math.floor((Date.parse(first.from) - midnight) / hourMs),
    to: Math.ceil((Math.max(...ends) - midnight) / hourMs),
  };
  const [begin, length] = [midnight + hours.from * hourMs, (hours.to - hours.from) * hourMs];
  const place = (ms: number) => `${((100 * (ms - begin)) / length).toFixed(3)}%`;
  const every = Math.ceil((hours.to - hours.from) / 12);
  const marks = Array.from({ length: hours.to - hours.from + 1 }, (_, index) => hours.from + index).filter(
    (hour) => (hour - hours.from) % every === 0,
  );
  return (
    <section className={styles.day} aria-label={`Diễn biến ngày ${name}`}>
      <h2>Diễn biến ngày {name}</h2>
      <div className={styles.line} aria-hidden>
        {spans.map((span, index) => (
          <span
            key={span.from}
            className={styles.span}
            data-tone={statusTone[span.status]}
            title={`${clock(span.from)} – ${span.to === null ? 'bây giờ' : clock(span.to)}: ${wordsOf(span)}`}
            // What a style sheet names itself React's types do not know.
            style={{ '--from': place(Date.parse(span.from)), '--to': place(ends[index] ?? begin) } as CSSProperties}
          />
        ))}
      </div>
      <div className={styles.hours} aria-hidden>
        {marks.map((hour) => (
          <span key={hour} style={{ '--from': place(midnight + hour * hourMs) } as CSSProperties}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Từ</th>
            <th scope="col">Đến</th>
            <th scope="col">Trạng thái</th>
            <th scope="col">Trong</th>
          </tr>
        </thead>
        <tbody>
          {spans.map((span, index) => (
            <tr key={span.from}>
              <td>{clockSeconds(span.from)}</td>
              <td>{span.to === null ? 'bây giờ' : clockSeconds(span.to)}</td>
              <td>
                <Status tone={statusTone[span.status]}>{wordsOf(span)}</Status>
              </td>
              <td>{lasted(((ends[index] ?? 0) - Date.parse(span.from)) / 1000)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const endOf = ({ to }: StatusSpan, at: string) => Date.parse(to ?? at);

function wordsOf({ status, reason }: StatusSpan): string {
  const hasReason = status === 'on-a-break' || (status === 'paused' && reason !== '');
  return hasReason ? `${workStatuses[status]}: ${reasonText(reason)}` : workStatuses[status];
}
