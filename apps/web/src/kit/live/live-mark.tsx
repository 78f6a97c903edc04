import { Status } from '@alo/ui';

import styles from './live-mark.module.css';
import { useLiveState } from './use-live.ts';

/** Whether the page follows what happens. */
export function LiveMark() {
  const open = useLiveState() === 'open';
  return (
    <Status tone={open ? 'ready' : 'offline'} className={styles.live ?? ''}>
      {open ? 'Trực tiếp' : 'Đang nối lại…'}
    </Status>
  );
}
