import { historiesCall } from '@alo/contract';
import { Link } from '@tanstack/react-router';

import { useMay } from '../../kit/me/me.ts';
import type { Search } from '../../kit/url/search.ts';
import styles from './calls-link.module.css';

/**
 * A figure, which leads to the calls that it is made of; plain where there are none, where it is no number of calls, and for whoever
 * sees no history. `calls` are the filters of the history that these are, besides that figures count them.
 */
export function CallsLink({
  text,
  value,
  calls,
  label,
  of,
}: {
  text: string;
  value: number | null;
  calls: Search | undefined;
  /** What the figure is called, and whose it is. */
  label: string;
  of: string;
}) {
  const may = useMay();
  if (calls === undefined || !value || !may(historiesCall.access)) return text;
  return (
    <Link
      to="/call-history"
      search={{ ...calls, purpose: 'counted' }}
      className={styles.figure}
      aria-label={`${label} của ${of}: ${text}, xem các cuộc gọi`}
    >
      {text}
    </Link>
  );
}
