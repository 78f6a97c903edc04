import { type ReactNode, useEffect } from 'react';

import { Button } from '../controls/button.tsx';
import styles from './list-parts.module.css';

/** Slides over the toolbar while rows are chosen; Escape lets them go. */
export function BulkBar({
  count,
  said = count,
  onClear,
  children,
}: {
  count: number;
  /** In place of the number: "tất cả 1.234". */
  said?: ReactNode;
  onClear: () => void;
  children: ReactNode;
}) {
  useEffect(() => {
    if (count === 0) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[role="dialog"]')) onClear();
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [count, onClear]);
  if (count === 0) return null;
  return (
    <section className={styles.bulk} aria-label="Thao tác với các dòng đã chọn">
      <span aria-live="polite">
        Đã chọn <b>{said}</b>
      </span>
      {children}
      <Button size="sm" look="quiet" onClick={onClear}>
        Bỏ chọn
      </Button>
    </section>
  );
}
