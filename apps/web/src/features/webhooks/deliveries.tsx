import { type ResultOf, replayWebhookDelivery, webhookDeliveries, webhooks } from '@alo/contract';
import { Button, IconRefresh, Quiet, Status } from '@alo/ui';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { logPageSize, PagedLog } from '../../resource/list/paged-log.tsx';
import { deliveryStates, deliveryTones } from './delivery-words.ts';
import styles from './webhooks.module.css';

type Delivery = ResultOf<typeof webhookDeliveries>['data'][number];

/** While something is on its way the log looks again. */
const againMs = 2_000;

/** What a webhook was told, newest first, and how it went; each can be sent once more. */
export function Deliveries({ id }: { id: string }) {
  const read = useRead();
  const [page, setPage] = useState(1);
  const log = useQuery({
    ...read(webhookDeliveries, { params: { id }, query: { page, per_page: logPageSize } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'waiting') ? againMs : false),
  });
  return (
    <section className={styles.log} aria-label="Nhật ký gửi">
      <PagedLog
        title="Nhật ký gửi"
        nothing="Chưa gửi lần nào trong 30 ngày qua. Hãy gửi thử."
        read={log}
        page={page}
        onPage={setPage}
      >
        {(one) => <Line key={one.id} delivery={one} />}
      </PagedLog>
    </section>
  );
}

function Line({ delivery }: { delivery: Delivery }) {
  const { api, toasts, changes } = useConsole();
  const invalidate = useInvalidate();
  const mayReplay = useMay()(replayWebhookDelivery.access);
  const { id, event, state, attempts, status, answer, created_at: made, next_at: next } = delivery;
  const replay = useMutation({
    mutationFn: () => api(replayWebhookDelivery, { params: { id } }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => Promise.all([invalidate(webhookDeliveries), changes.stale(webhooks.screen)]),
  });
  const said = [status === null ? '' : `HTTP ${status}`, answer].filter(Boolean).join(' · ');
  return (
    <li>
      <span className={styles.what}>
        <b>{event}</b> <Quiet as="span">{dateTime(made)}</Quiet>
        {said !== '' && <span className={styles.said}>{said}</span>}
        {attempts > 1 && <Quiet as="span">Đã thử {attempts} lần</Quiet>}
        {state === 'waiting' && next !== null && attempts > 0 && <Quiet as="span">Thử lại lúc {dateTime(next)}</Quiet>}
      </span>
      <Status tone={deliveryTones[state]}>{deliveryStates[state]}</Status>
      {mayReplay && state !== 'waiting' && (
        <Button
          size="sm"
          look="quiet"
          icon={<IconRefresh aria-hidden />}
          busy={replay.isPending}
          onClick={() => replay.mutate()}
        >
          Gửi lại
        </Button>
      )}
    </li>
  );
}
