import { type CampaignDialling, getCampaignDialling, joinQueue, leaveQueue } from '@alo/contract';
import { Button, Quiet, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { useMyQueues, useQueueControl } from '../../domain/queues/use-my-queues.ts';
import { useRead } from '../../kit/api/queries.ts';
import { count, share } from '../../kit/format/numbers.ts';
import { clockSeconds } from '../../kit/format/time.ts';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';
import styles from './call-page.module.css';

/** How a campaign that calls by itself stands, what it decided and why, and whether one takes its calls. */
export function Dialling({ id, waits }: { id: string; waits: boolean }) {
  const { data } = useQuery(useRead()(getCampaignDialling, { params: { id } }));
  if (data === undefined) return null;
  return (
    <section className={styles.contact} aria-label="Tự gọi">
      {waits && (
        <>
          <h2>Hệ thống đang gọi thay bạn</h2>
          <Taking queue={data.queue} />
        </>
      )}
      <Figures of={data} />
      <Decisions of={data.decisions} />
    </section>
  );
}

/** Whether the calls of the campaign come to whoever looks, and the way in and out. */
function Taking({ queue }: { queue: CampaignDialling['queue'] }) {
  const { data: mine } = useMyQueues();
  const control = useQueueControl();
  const own = mine.find(({ id }) => id === queue?.id);
  if (queue === null || own === undefined) {
    return (
      <Quiet size="body">
        Cuộc gọi của chiến dịch đến hàng đợi {queue === null ? '' : `“${queue.name}”`}. Bạn không thuộc hàng đợi này.
      </Quiet>
    );
  }
  const { joined, free, why } = own;
  return (
    <>
      <p>
        <Status tone={!joined ? 'offline' : free ? 'ready' : 'paused'}>
          {!joined ? 'Bạn chưa tham gia' : free ? 'Bạn đang chờ khách' : 'Bạn chưa nhận được khách'}
        </Status>{' '}
        {joined && !free && why}
      </p>
      <Quiet size="body">Khi khách nghe máy, cuộc gọi tự nối đến bạn và khách hiện ở đây, kèm kịch bản.</Quiet>
      <div className={styles.buttons}>
        <Button
          look={joined ? 'default' : 'primary'}
          size="lg"
          busy={control.isPending}
          onClick={() => control.mutate((api) => api(joined ? leaveQueue : joinQueue, { body: { queue: queue.id } }))}
        >
          {joined ? 'Rời chiến dịch' : 'Tham gia gọi'}
        </Button>
      </div>
    </>
  );
}

const Figures = ({ of: { mode, under_way: underWay, reached, abandoned } }: { of: CampaignDialling }) => (
  <FiguresStrip
    figures={[
      {
        name: 'Đang gọi',
        formula:
          mode === 'broadcast'
            ? 'Khách đang đổ chuông hoặc đang nghe thông điệp'
            : 'Khách đang đổ chuông, hoặc đã nghe và chờ người nói chuyện',
        value: count(underWay),
      },
      {
        name: 'Khách nghe máy',
        formula: 'Cuộc khách nghe ÷ cuộc chiến dịch tự gọi đã xong, 24 giờ qua',
        value: share(reached.n, reached.of),
        of: reached.of === 0 ? undefined : `${count(reached.n)}/${count(reached.of)}`,
      },
      {
        name: 'Không ai kịp nói',
        formula: 'Cuộc khách nghe mà không ai kịp nói ÷ cuộc khách nghe, 24 giờ qua, của mọi chiến dịch tự gọi',
        value: share(abandoned.n, abandoned.of),
        of: abandoned.of === 0 ? undefined : `${count(abandoned.n)}/${count(abandoned.of)}`,
      },
    ]}
  />
);

function Decisions({ of: decisions }: { of: CampaignDialling['decisions'] }) {
  if (decisions.length === 0) return <Quiet size="body">Chưa có quyết định gọi nào.</Quiet>;
  return (
    <section className={styles.before} aria-label="Vì sao gọi như vậy">
      <h3>Vì sao gọi như vậy</h3>
      <ul>
        {decisions.slice(0, shownAtOnce).map(({ at, words }) => (
          <li key={`${at} ${words}`}>
            {words}
            <span className={styles.when}>{clockSeconds(at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const shownAtOnce = 6;
