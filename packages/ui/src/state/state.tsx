import type { ReactNode } from 'react';

import { Drawing, type DrawingName } from './drawings.tsx';
import styles from './state.module.css';

/** Says in place of content why there is none, and what one can do about it: a drawing, words, one action. */
export function State({
  drawing,
  title,
  children,
  action,
  code,
}: {
  drawing: DrawingName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  code?: string | undefined;
}) {
  return (
    <div className={styles.state} role={drawing === 'error' ? 'alert' : undefined}>
      <Drawing name={drawing} />
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.words}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
      {code !== undefined && code !== '' && <p className={styles.code}>Mã hỗ trợ: {code}</p>}
    </div>
  );
}
