import { queueAll, replayQueues } from '@alo/contract';
import { AfterDelay, ChoiceField, DayField, later, SelectField, Skeleton, Stack, State } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { useToday } from '../../kit/clock/use-seconds.ts';
import { dayOfIso, daysBefore } from '../../kit/format/time.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Page } from '../../resource/page/page.tsx';
import { WayOn } from '../../resource/page/way-on.tsx';
import { once } from './once.ts';
import { Outcome } from './outcome.tsx';
import styles from './staffing.module.css';
import { useSettled } from './use-settled.ts';
import { WhatIf } from './what-if.tsx';
import { asItWas, bodyOf, isAsItWas, type Wish } from './wish.ts';

const Upcoming = lazy(async () => ({ default: (await later(() => import('./upcoming.tsx'))).Upcoming }));

/** Whoever drags something asks when they have stopped. */
const pauseMs = 500;

/** /staffing: a day's callers come once more, served by other people, by the call control that leads real calls. */
export default function StaffingPage() {
  const read = useRead();
  const today = useToday();
  const [chosenDay, setDay] = useState<string | null>(null);
  const [chosenQueue, setQueue] = useState<string | null>(null);
  const [wish, setWish] = useState<Wish>(asItWas);
  const [looks, setLooks] = useState<'back' | 'ahead'>('back');
  const { data: queues } = useQuery(read(queueAll, {}));
  const day = chosenDay ?? daysBefore(today, 1);
  const queue = chosenQueue ?? queues?.data[0]?.id ?? null;
  return (
    <Page title="Nhu cầu nhân sự">
      {queues?.data.length === 0 ? (
        <State
          drawing="empty"
          title="Chưa có hàng đợi nào"
          action={
            <WayOn to="/queue" access="queue.view">
              Hàng đợi
            </WayOn>
          }
        >
          Khách vào hàng đợi rồi thì ở đây xem được thêm bớt người sẽ ra sao.
        </State>
      ) : (
        <div className={styles.columns}>
          <Stack gap={24}>
            <Stack>
              <ChoiceField
                label="Xem"
                choices={[
                  { value: 'back', label: 'Ngày đã qua' },
                  { value: 'ahead', label: 'Những ngày tới' },
                ]}
                value={looks}
                onChange={(chosen) => setLooks(chosen === 'ahead' ? 'ahead' : 'back')}
              />
              <SelectField
                label="Hàng đợi"
                required
                choices={(queues?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                loading={queues === undefined}
                value={queue}
                onChange={setQueue}
              />
              {looks === 'back' && <DayField label="Ngày" required max={today} value={day} onChange={setDay} />}
            </Stack>
            {looks === 'back' && <WhatIf wish={wish} onChange={setWish} />}
          </Stack>
          <section className={styles.result} aria-label="Kết quả">
            {queue !== null && looks === 'back' && (
              <Replayed key={`${day} ${queue}`} day={day} queue={queue} wish={wish} />
            )}
            {queue !== null && looks === 'ahead' && (
              <Suspense>
                <Upcoming key={queue} queue={queue} />
              </Suspense>
            )}
          </section>
        </div>
      )}
    </Page>
  );
}

function Replayed({ day, queue, wish }: { day: string; queue: string; wish: Wish }) {
  const read = useRead();
  const settled = useSettled(wish, pauseMs);
  const isOfDay = /^\d{4}-\d{2}-\d{2}$/.test(day);
  const base = useQuery({ ...read(replayQueues, { body: { day, queue_id: queue } }), ...once, enabled: isOfDay });
  const changes = isAsItWas(settled) ? null : bodyOf(day, queue, settled);
  const changed = useQuery({
    ...read(replayQueues, { body: changes ?? { day, queue_id: queue } }),
    ...once,
    enabled: isOfDay && changes !== null,
    placeholderData: keepPreviousData,
  });
  const { data, error } = base;
  if (error !== null && data === undefined) return <LoadFailed error={error} onRetry={() => void base.refetch()} />;
  if (changed.error !== null) return <LoadFailed error={changed.error} onRetry={() => void changed.refetch()} />;
  if (data === undefined)
    return (
      <AfterDelay>
        <output aria-label="Đang phát lại ngày">
          <Skeleton width="100%" height={320} />
        </output>
      </AfterDelay>
    );
  if (data.seen.total === 0)
    return (
      <State drawing="empty" title="Không có khách nào vào hàng đợi này">
        {`Ngày ${dayOfIso(day)} không có lượt nào để phát lại. Hãy chọn ngày khác hoặc hàng đợi khác.`}
      </State>
    );
  const isTried = changes !== null && changed.data !== undefined;
  return (
    <div className={styles.outcome} data-stale={changed.isFetching || undefined} aria-busy={changed.isFetching}>
      <Outcome base={data} changed={isTried ? changed.data : data} wish={isTried ? settled : null} />
    </div>
  );
}
