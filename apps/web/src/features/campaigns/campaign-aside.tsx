import {
  callsByItself,
  campaignContacts,
  type campaigns,
  getCampaignDialling,
  getCampaignMessage,
  nextContact,
  type RowOf,
} from '@alo/contract';
import { buttonClass, IconChartBar, IconHourglass, IconPhone, IconUsers } from '@alo/ui';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { count } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import styles from './call-page.module.css';
import { CampaignSteps } from './campaign-steps.tsx';

const Faults = lazy(async () => ({ default: (await import('./campaign-faults.tsx')).Faults }));

const Dialling = lazy(async () => ({ default: (await import('./dialling.tsx')).Dialling }));

const Heard = lazy(async () => ({ default: (await import('./heard-message.tsx')).HeardMessage }));

/** How far a campaign has come, and the ways to its customers. */
export function CampaignAside({ row }: { row: RowOf<typeof campaigns> }) {
  const may = useMay();
  const { id, status, mode, contacts, called, reached, finished, refused } = row;
  return (
    <section className={styles.aside} aria-label="Khách trong chiến dịch">
      <p>
        {contacts === 0
          ? 'Chưa có khách nào.'
          : `${count(contacts)} khách · đã gọi ${count(called)} · đã gặp ${count(reached)} · đã xong ${count(finished)}.`}
        {refused > 0 && ` ${count(refused)} cuộc gọi bị chặn vì trái luật gọi.`}
      </p>
      <CampaignSteps row={row} />
      {status !== 'ended' && (
        <Suspense fallback={null}>
          <Faults draft={row} id={id} />
        </Suspense>
      )}
      {mode === 'broadcast' && may(getCampaignMessage.access) && (
        <Suspense fallback={null}>
          <Heard id={id} />
        </Suspense>
      )}
      {callsByItself(mode ?? 'hand') && status === 'running' && may(getCampaignDialling.access) && (
        <Suspense fallback={null}>
          <Dialling id={id} waits={false} />
        </Suspense>
      )}
      <div className={styles.links}>
        {may(nextContact.access) && mode !== 'broadcast' && (
          <Link to="/marketings/campaign/call/$id" params={{ id }} className={buttonClass('default')}>
            <IconPhone aria-hidden />
            Gọi theo chiến dịch
          </Link>
        )}
        {may(campaignContacts.access) && (
          <>
            <Link to="/marketings/campaign/contacts/$id" params={{ id }} className={buttonClass()}>
              <IconUsers aria-hidden />
              Xem khách
            </Link>
            {status !== 'ended' && contacts > 0 && (
              <Link to="/marketings/campaign/rehearsal/$id" params={{ id }} className={buttonClass('quiet')}>
                <IconHourglass aria-hidden />
                Diễn tập
              </Link>
            )}
            <Link to="/marketings/campaign/results/$id" params={{ id }} className={buttonClass('quiet')}>
              <IconChartBar aria-hidden />
              Kết quả
            </Link>
          </>
        )}
      </div>
    </section>
  );
}
