import type { ReactNode } from 'react';

import styles from './layout.module.css';

/** Words that step back: a hint, a date, that there is nothing. */
export const Quiet = ({
  as: Element = 'p',
  size = 'table',
  children,
}: {
  as?: 'p' | 'span' | 'output';
  /** `body` is as large as the text around, `table` a little smaller. */
  size?: 'body' | 'table';
  children: ReactNode;
}) => <Element className={size === 'body' ? styles.quiet : styles.small}>{children}</Element>;
