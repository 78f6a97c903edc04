import type { ReactNode } from 'react';

import { Failed } from './failed.tsx';
import styles from './notice-zone.module.css';
import { Zone } from './zone.tsx';

/** Keeps a mistake within one word in the corner of the screen: what cannot be drawn is closed, and would not be drawn better again. */
export const NoticeZone = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <Zone
    name="Thông báo"
    fallback={() => (
      <div className={styles.failed}>
        <Failed name="Thông báo" action="Đóng thông báo" onRetry={onClose} />
      </div>
    )}
  >
    {children}
  </Zone>
);
