import { dashboard, startBotCall } from '@alo/contract';
import { Button, buttonClass, Dialog, IconRobot, later } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';

import { ToReturn } from '../../domain/calls/to-return.tsx';
import { useRead } from '../../kit/api/queries.ts';
import { AheadContext, aheadOf } from '../../kit/clock/server-clock.tsx';
import { clockSeconds, dayOfIso } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import { Agents } from './agents.tsx';
import styles from './dashboard.module.css';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { Figures } from './figures.tsx';
import { Hours } from './hours.tsx';
import { usePresenceOnDashboard } from './use-presence-on-dashboard.ts';

/** Not needed to see how the day goes. */
const BotCallForm = lazy(() => later(() => import('./bot-call-form.tsx')));

/** /dashboard: today in figures, by the hour, and who is at the phones now. */
export default function DashboardPage() {
  const read = useRead();
  const may = useMay();
  const [calling, setCalling] = useState(false);
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...read(dashboard, {}), refetchInterval: 60_000 });
  usePresenceOnDashboard();

  return (
    <Page
      title="Tổng quan"
      count={data && `${dayOfIso(data.date)} · cập nhật ${clockSeconds(data.updated_at)}`}
      actions={
        <>
          <ToReturn className={buttonClass('default', 'md')} brief />
          {may(startBotCall.access) && (
            <Button look="primary" icon={<IconRobot aria-hidden />} onClick={() => setCalling(true)}>
              Khách thử
            </Button>
          )}
        </>
      }
    >
      {error !== null && data === undefined && (
        <Surface>
          <LoadFailed error={error} onRetry={() => void refetch()} />
        </Surface>
      )}
      {error === null && data === undefined && <DashboardSkeleton />}
      {data && (
        <div className={styles.page}>
          <Figures figures={data.figures} />
          <Hours hours={data.hours} />
          <AheadContext value={aheadOf(data.updated_at, dataUpdatedAt)}>
            <Agents agents={data.agents} />
          </AheadContext>
        </div>
      )}
      <Dialog opened={calling} onClose={() => setCalling(false)} title="Khách thử gọi vào" width={480}>
        <BotCallForm onClose={() => setCalling(false)} />
      </Dialog>
    </Page>
  );
}
