import { Button, IconAlertTriangle } from '@alo/ui';
import { QueryClientContext } from '@tanstack/react-query';
import { use } from 'react';

import { readAgain } from '../live/read-again.ts';
import styles from './failed.module.css';

/** A part that failed, in one line, and the way back. */
export const Failed = ({
  name,
  action = 'Thử lại',
  onRetry,
}: {
  name: string;
  action?: string;
  onRetry: () => void;
}) => (
  <span role="alert" className={styles.failed}>
    <IconAlertTriangle size={16} aria-hidden />
    <span className={styles.words}>{name} gặp lỗi</span>
    <Button size="sm" onClick={onRetry}>
      {action}
    </Button>
  </span>
);

/** So long a new try waits for what it shows, in milliseconds. */
const awaitedMs = 1_000;

/**
 * Begins a new try. What a part has read may be what it failed of: where nobody else shows it, it is forgotten, and whatever is
 * shown elsewhere is read again first.
 */
export function useReadAfresh(onReady: () => void): () => void {
  const queries = use(QueryClientContext);
  return () => {
    queries?.removeQueries({ type: 'inactive' });
    const read = queries && readAgain(queries, () => true);
    void Promise.race([read, new Promise((done) => setTimeout(done, awaitedMs))]).then(onReady);
  };
}
