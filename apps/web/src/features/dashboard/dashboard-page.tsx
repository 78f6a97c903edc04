import { dashboard, type ResultOf, startBotCall } from '@alo/contract';
import { Button, buttonClass, Dialog, IconListCheck, IconRobot, later } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { ToReturn } from '../../domain/calls/to-return.tsx';
import { useRead } from '../../kit/api/queries.ts';
import { AheadContext, aheadOf } from '../../kit/clock/server-clock.tsx';
import { count } from '../../kit/format/numbers.ts';
import { clockSeconds, dayOfIso } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import { DayOfAgents } from './agents.tsx';
import styles from './dashboard.module.css';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { Figures } from './figures.tsx';
import { HoursOfDay } from './hours.tsx';
import { useFirstSteps } from './use-first-steps.ts';
import { usePresenceOnDashboard } from './use-presence-on-dashboard.ts';

/** Not needed to see how the day goes. */
const BotCallForm = lazy(() => later(() => import('./bot-call-form.tsx')));

/** For companies that are new. */
const FirstSteps = lazy(() => import('./first-steps.tsx'));

/** Presence is told before the server has counted again: who is online is who is so in the list beside it. */
const asPresent = ({ figures, agents }: ResultOf<typeof dashboard>) =>
  figures.map((figure) =>
    figure.key === 'online' ? { ...figure, value: agents.filter(({ state }) => state !== 'offline').length } : figure,
  );

/** /dashboard: today in figures, by the hour, and who is at the phones now. */
export default function DashboardPage() {
  const read = useRead();
  const may = useMay();
  const [calling, setCalling] = useState(false);
  const [isAll, setIsAll] = useState(false);
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    ...read(dashboard, { query: isAll ? { purpose: 'all' } : {} }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
  usePresenceOnDashboard();
  const guide = useFirstSteps();
  const leads = guide.shown === 'steps';
  const known = guide.shown !== 'unknown' && !leads;

  return (
    <Page
      title="Tổng quan"
      titleAlone
      count={known && data ? `${dayOfIso(data.date)} · cập nhật ${clockSeconds(data.updated_at)}` : undefined}
      actions={
        leads ? undefined : (
          <>
            {guide.shown === 'left' && (
              <Button icon={<IconListCheck aria-hidden />} onClick={guide.back}>
                Còn {guide.open} bước bắt đầu
              </Button>
            )}
            <ToReturn className={buttonClass('default', 'md')} brief />
            {may(startBotCall.access) && (
              <Button icon={<IconRobot aria-hidden />} onClick={() => setCalling(true)}>
                Khách thử
              </Button>
            )}
          </>
        )
      }
    >
      {leads && (
        <Suspense fallback={<DashboardSkeleton />}>
          <FirstSteps done={guide.done} onCall={() => setCalling(true)} onLeave={guide.leave} />
        </Suspense>
      )}
      {!leads && error !== null && data === undefined && (
        <Surface>
          <LoadFailed error={error} onRetry={() => void refetch()} />
        </Surface>
      )}
      {!leads && error === null && (data === undefined || !known) && <DashboardSkeleton />}
      {known && data && (
        <div className={styles.page}>
          <Figures figures={asPresent(data)} />
          {data.left_out > 0 && (
            <p className={styles.leftOut}>
              {isAll ? 'Đang tính cả' : 'Chưa tính'} {count(data.left_out)} cuộc Voice OTP và khách thử.
              <button type="button" onClick={() => setIsAll(!isAll)}>
                {isAll ? 'Không tính' : 'Tính cả'}
              </button>
            </p>
          )}
          <HoursOfDay hours={data.hours} />
          <AheadContext value={aheadOf(data.updated_at, dataUpdatedAt)}>
            <DayOfAgents agents={data.agents} />
          </AheadContext>
        </div>
      )}
      <Dialog opened={calling} onClose={() => setCalling(false)} title="Khách thử gọi vào" width={480}>
        <BotCallForm onClose={() => setCalling(false)} />
      </Dialog>
    </Page>
  );
}
