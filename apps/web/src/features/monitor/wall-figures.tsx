import { Since, useServerTime } from '../../kit/clock/server-clock.tsx';
import { count, percent } from '../../kit/format/numbers.ts';
import { type BoardFigures, levelAlarm, levelOf, waitAlarm } from './board-view.ts';
import styles from './monitor.module.css';
import { AlarmMark, Tiles } from './tiles.tsx';

/** Large figures, and each queue on a line: what is read from across a room. */
export function WallFigures({ totals, queues, today, target }: BoardFigures) {
  const now = useServerTime();
  return (
    <>
      <Tiles totals={totals} queues={queues} today={today} target={target} />
      <ul className={styles['wall-queues']} aria-label="Hàng đợi">
        {queues.map((queue) => {
          const level = levelOf(queue);
          return (
            <li key={queue.id} data-alarm={waitAlarm(queue, now)}>
              <span className={styles['wall-name']}>{queue.name}</span>
              <span className={styles['wall-figure']}>{count(queue.waiting)} chờ</span>
              <span className={styles['wall-figure']}>
                {queue.longest_since !== null && (
                  <>
                    lâu nhất <Since at={queue.longest_since} />
                  </>
                )}
              </span>
              <span>
                {count(queue.ready)} rảnh · {count(queue.busy)} bận
              </span>
              <span data-alarm={levelAlarm(level, target)}>
                {level !== null && today !== null && `mức dịch vụ ${percent(level)}`}
              </span>
              <AlarmMark alarm={waitAlarm(queue, now)} />
            </li>
          );
        })}
      </ul>
    </>
  );
}
