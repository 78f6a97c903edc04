import { joinQueue, leaveQueue, type MyQueue, myQueues, pauseInQueue } from '@alo/contract';
import { Button, Status, type StatusTone } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useMyQueues, useQueueControl } from '../../../domain/queues/use-my-queues.ts';
import { useRead } from '../../../kit/api/queries.ts';
import styles from './own-queues.module.css';

/** Who comes first changes with every call of others, of which nobody is told; so it is read again, in milliseconds. */
const lookEvery = 3_000;

/** The queues whose member one is: whether their calls come, why not, and what one can do about it. */
export default function OwnQueues() {
  useQuery({ ...useRead()(myQueues, {}), refetchInterval: lookEvery });
  const { data: queues } = useMyQueues();
  return (
    <ul className={styles.queues}>
      {queues.map((queue) => (
        <OwnQueue key={queue.id} queue={queue} />
      ))}
    </ul>
  );
}

function OwnQueue({ queue: { id, name, joined, pause, free, why } }: { queue: MyQueue }) {
  const control = useQueueControl();
  const { tone, word } = stateOf({ joined, pause, free });
  const paused = pause !== null;
  return (
    <li>
      <div className={styles.about}>
        <b>{name}</b>
        <Status tone={tone}>{word}</Status>
        {joined && <p>{why}</p>}
      </div>
      <div className={styles.actions}>
        {joined && (
          <Button
            size="sm"
            disabled={control.isPending}
            onClick={() => control.mutate((api) => api(pauseInQueue, { body: { queue: id, on: !paused } }))}
          >
            {paused ? 'Nhận tiếp' : 'Tạm dừng'}
            <span className="alo-unseen"> {name}</span>
          </Button>
        )}
        <Button
          size="sm"
          disabled={control.isPending}
          onClick={() => control.mutate((api) => api(joined ? leaveQueue : joinQueue, { body: { queue: id } }))}
        >
          {joined ? 'Rời hàng đợi' : 'Vào hàng đợi'}
          <span className="alo-unseen"> {name}</span>
        </Button>
      </div>
    </li>
  );
}

function stateOf({ joined, pause, free }: Pick<MyQueue, 'joined' | 'pause' | 'free'>): {
  tone: StatusTone;
  word: string;
} {
  if (!joined) return { tone: 'offline', word: 'Chưa vào hàng đợi' };
  if (pause !== null) return { tone: 'paused', word: 'Tạm dừng' };
  return free ? { tone: 'ready', word: 'Đang nhận cuộc gọi' } : { tone: 'paused', word: 'Chưa nhận được cuộc gọi' };
}
