import { type ReactNode, useEffect, useState } from 'react';

import styles from './skeleton.module.css';

/** Nothing that takes less than this shows that it is loading, in milliseconds. */
export const loadingDelay = 150;

/** Shows its children after the delay; until then their room is kept empty. */
export function AfterDelay({ children }: { children: ReactNode }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), loadingDelay);
    return () => clearTimeout(timer);
  }, []);
  return <div className={due ? styles.shown : styles.waiting}>{children}</div>;
}

/** A grey bar where a word will stand. */
export const Skeleton = ({ width = '70%', height = 12 }: { width?: number | string; height?: number }) => (
  <span className={styles.bar} style={{ width, height }} aria-hidden />
);

/** The loading animation: the ô of the name, calling. */
export const Loading = ({ label = 'Đang tải…' }: { label?: string }) => (
  <AfterDelay>
    <output className={styles.loading} aria-label={label}>
      <svg viewBox="0 0 64 64" width="56" height="56" aria-hidden focusable="false">
        <path d="m23 17 9-7 9 7" />
        <circle cx="32" cy="38" r="13" />
        <circle className={styles.wave} cx="32" cy="38" r="13" />
        <circle className={styles.wave} cx="32" cy="38" r="13" />
      </svg>
    </output>
  </AfterDelay>
);
