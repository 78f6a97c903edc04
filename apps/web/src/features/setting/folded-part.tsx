import { IconChevronDown, Quiet } from '@alo/ui';
import type { ReactNode } from 'react';

import styles from './folded-part.module.css';

/**
 * One subject of a page that is set up once, folded to a line: its heading, and how it stands (`state`). What was typed in it stays while it is
 * folded.
 */
export const FoldedPart = ({
  title,
  state,
  help,
  children,
}: {
  title: string;
  state: ReactNode;
  help: string;
  children: ReactNode;
}) => (
  <details className={styles.folded}>
    <summary>
      <h3>{title}</h3>
      <span>{state}</span>
      <IconChevronDown size={16} aria-hidden />
    </summary>
    <Quiet size="body">{help}</Quiet>
    {children}
  </details>
);
