import { myRoster, type ResultOf } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { dayOfIso } from '../../kit/format/time.ts';
import { Surface } from '../../resource/page/page.tsx';
import styles from './my-day.module.css';

type Day = ResultOf<typeof myRoster>['days'][number];

/** One's shifts of this week and the next; nothing where nobody has planned any. */
export function OwnShifts() {
  const { data } = useQuery(useRead()(myRoster, {}));
  const days = data?.days.filter(({ day, kind }) => kind !== null && day >= data.today) ?? [];
  if (days.length === 0) return null;
  return (
    <Surface>
      <section className={styles.part} aria-label="Ca của tôi">
        <header>
          <h2>Ca của tôi</h2>
        </header>
        <ul>
          {days.map((one) => (
            <li key={one.day} className={styles.item}>
              <span className={styles.who}>
                {one.day === data?.today
                  ? 'Hôm nay'
                  : `${weekdays[new Date(one.day).getUTCDay()]} ${dayOfIso(one.day)}`}
                <span>{one.holiday ?? one.lunar ?? ''}</span>
              </span>
              <span>{shiftText(one)}</span>
            </li>
          ))}
        </ul>
      </section>
    </Surface>
  );
}

const weekdays = ['CN', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7'] as const;

function shiftText({ shift }: Day): string {
  if (shift === null) return 'Nghỉ phép';
  const breaks = shift.breaks.map((one) => `${one.from_time}–${one.to_time}`).join(', ');
  return `${shift.name} ${shift.from_time}–${shift.to_time}${breaks === '' ? '' : `, nghỉ ${breaks}`}`;
}
