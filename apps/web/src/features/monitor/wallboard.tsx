import { Button, IconX } from '@alo/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Since, useServerTime } from '../../kit/clock/server-clock.tsx';
import { count, percent } from '../../kit/format/numbers.ts';
import { clock } from '../../kit/format/time.ts';
import { type Board, levelAlarm, levelOf, waitAlarm } from './board-view.ts';
import styles from './monitor.module.css';
import { AlarmMark, Tiles } from './tiles.tsx';

/** The board for a screen on the wall: large figures and nothing to press. Escape, or the button that the mouse brings, leads back. */
export function Wallboard({
  board,
  target,
  isOfCarrier,
  onClose,
}: {
  board: Board;
  target: number;
  isOfCarrier: boolean;
  onClose: () => void;
}) {
  const wall = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);
  const now = useServerTime();
  useEffect(() => {
    const dialog = wall.current;
    if (dialog === null) return;
    dialog.showModal();
    dialog.focus();
    // Where the browser wants to be asked by a press, as after a reload, it fills the window.
    dialog.requestFullscreen().catch(() => undefined);
    const left = () => {
      if (document.fullscreenElement === null) close();
    };
    dialog.addEventListener('fullscreenchange', left);
    return () => {
      dialog.removeEventListener('fullscreenchange', left);
      if (document.fullscreenElement === dialog) void document.exitFullscreen();
    };
  }, []);
  return (
    <dialog ref={wall} tabIndex={-1} className={styles.wall} aria-label="Màn hình lớn" onClose={onClose}>
      <header className={styles['wall-head']}>
        <span>Giám sát trực tiếp</span>
        <Button className={styles['wall-exit'] ?? ''} icon={<IconX aria-hidden />} onClick={onClose}>
          Thoát màn hình lớn
        </Button>
        <span>{clock(now)}</span>
      </header>
      <Tiles board={board} target={target} isOfCarrier={isOfCarrier} />
      <ul className={styles['wall-queues']} aria-label="Hàng đợi">
        {board.queues.map((queue) => {
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
                {level !== null && !isOfCarrier && `mức dịch vụ ${percent(level)}`}
              </span>
              <AlarmMark alarm={waitAlarm(queue, now)} />
            </li>
          );
        })}
      </ul>
    </dialog>
  );
}
