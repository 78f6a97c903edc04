import { liveFigures, queueFigures, type WatchedQueue } from '@alo/contract';
import { type Column, DataTable } from '@alo/ui';
import { useMemo } from 'react';
import { Since, useServerTime } from '../../kit/clock/server-clock.tsx';
import { count, percent } from '../../kit/format/numbers.ts';
import { abandonedText, levelAlarm, levelOf, waitAlarm } from './board-view.ts';
import styles from './monitor.module.css';
import { AlarmMark, levelWords } from './tiles.tsx';

/** Who waits where, and who is there for them. */
export function Queues({ queues, target }: { queues: readonly WatchedQueue[]; target: number }) {
  const columns = useMemo(() => columnsFor(target), [target]);
  return <DataTable caption="Hàng đợi" columns={columns} rows={queues} rowId={idOf} />;
}

const idOf = ({ id }: WatchedQueue) => id;

const columnsFor = (target: number): Column<WatchedQueue>[] => [
  { id: 'name', label: 'Hàng đợi', cell: ({ name }) => name },
  {
    id: 'waiting',
    label: 'Đang chờ',
    numeric: true,
    cell: ({ waiting, callbacks }) =>
      callbacks === 0 ? count(waiting) : `${count(waiting)} + ${count(callbacks)} hẹn gọi lại`,
  },
  { id: 'longest', label: liveFigures.waits_longest.label, numeric: true, cell: (queue) => <Longest queue={queue} /> },
  { id: 'ready', label: 'Rảnh', numeric: true, cell: ({ ready }) => count(ready) },
  { id: 'busy', label: 'Bận cuộc gọi', numeric: true, cell: ({ busy }) => count(busy) },
  { id: 'away', label: 'Không trực', numeric: true, cell: ({ away }) => count(away) },
  {
    id: 'level',
    label: queueFigures.service_level.label,
    numeric: true,
    cell: (queue) => {
      const level = levelOf(queue);
      return level === null ? (
        '–'
      ) : (
        <span className={styles.marked}>
          <AlarmMark alarm={levelAlarm(level, target)} words={levelWords} />
          {percent(level)}
        </span>
      );
    },
  },
  { id: 'answered', label: queueFigures.answered.label, numeric: true, cell: ({ answered }) => count(answered) },
  { id: 'abandoned', label: queueFigures.abandoned.label, numeric: true, cell: abandonedText },
];

function Longest({ queue }: { queue: WatchedQueue }) {
  const now = useServerTime();
  if (queue.longest_since === null) return '–';
  return (
    <span className={styles.marked}>
      <AlarmMark alarm={waitAlarm(queue, now)} />
      <Since at={queue.longest_since} />
    </span>
  );
}
