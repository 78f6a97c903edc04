import { myRoster, type ResultOf, shiftSwaps } from '@alo/contract';
import { Button, Quiet } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { weekdayOf } from '../../domain/shift-swaps/day-words.ts';
import { useRead } from '../../kit/api/queries.ts';
import { dayOfIso } from '../../kit/format/time.ts';
import { Surface } from '../../resource/page/page.tsx';
import styles from './my-day.module.css';

const OfferDialog = lazy(async () => ({ default: (await import('./offer-dialog.tsx')).OfferDialog }));
const SwapList = lazy(async () => ({ default: (await import('../../domain/shift-swaps/swap-list.tsx')).SwapList }));

type Day = ResultOf<typeof myRoster>['days'][number];

/** One's shifts of this week and the next, and those that change hands; nothing where nobody has planned any. */
export function OwnShifts() {
  const read = useRead();
  const { data } = useQuery(read(myRoster, {}));
  const { data: swaps } = useQuery(read(shiftSwaps, {}));
  const [offered, setOffered] = useState<Day>();
  const days = data?.days.filter(({ day, kind }) => kind !== null && day >= data.today) ?? [];
  const changing = swaps?.data ?? [];
  const offeredDays = new Set(changing.filter(({ may }) => may.includes('withdraw')).map((one) => one.offered.day));
  if (days.length === 0 && changing.length === 0) return null;
  return (
    <>
      {changing.length > 0 && (
        <Surface>
          <section className={styles.part} aria-label="Nhượng và đổi ca">
            <header>
              <h2>Nhượng và đổi ca</h2>
            </header>
            <Suspense>
              <SwapList swaps={changing} />
            </Suspense>
          </section>
        </Surface>
      )}
      {days.length > 0 && (
        <Surface>
          <section className={styles.part} aria-label="Ca của tôi">
            <header>
              <h2>Ca của tôi</h2>
            </header>
            <ul>
              {days.map((one) => (
                <li key={one.day} className={styles.item}>
                  <span className={styles.who}>
                    {one.day === data?.today ? 'Hôm nay' : `${weekdayOf(one.day)} ${dayOfIso(one.day)}`}
                    {(one.holiday ?? one.lunar) && `, ${one.holiday ?? one.lunar}`}
                    <span>{shiftText(one)}</span>
                  </span>
                  {offeredDays.has(one.day) ? (
                    <Quiet>Đang nhượng</Quiet>
                  ) : (
                    one.shift !== null && (
                      <Button
                        size="sm"
                        aria-label={`Nhượng, đổi ca ${dayOfIso(one.day)}`}
                        onClick={() => setOffered(one)}
                      >
                        Nhượng, đổi
                      </Button>
                    )
                  )}
                </li>
              ))}
            </ul>
          </section>
        </Surface>
      )}
      {offered && (
        <Suspense>
          <OfferDialog day={offered.day} shift={offered.shift} onClose={() => setOffered(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function shiftText({ shift }: Day): string {
  if (shift === null) return 'Nghỉ phép';
  const breaks = shift.breaks.map((one) => `${one.from_time}–${one.to_time}`).join(', ');
  return `${shift.name} ${shift.from_time}–${shift.to_time}${breaks === '' ? '' : `, nghỉ ${breaks}`}`;
}
