import { Button, IconX } from '@alo/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useServerTime } from '../../kit/clock/server-clock.tsx';
import { clock } from '../../kit/format/time.ts';
import type { BoardFigures } from './board-view.ts';
import styles from './monitor.module.css';
import { WallFigures } from './wall-figures.tsx';

/** The board for a screen on the wall: large figures and nothing to press. Escape, or the button that the mouse brings, leads back. */
export function Wallboard({ onClose, ...figures }: BoardFigures & { onClose: () => void }) {
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
      <WallFigures {...figures} />
    </dialog>
  );
}
