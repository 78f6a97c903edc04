import type { CallNote } from '@alo/contract';

import { dateTime } from '../../kit/format/time.ts';
import styles from './customer-card.module.css';

/** What was written of the conversations before this one, by whom and when. */
export function LastNotes({ notes }: { notes: readonly CallNote[] }) {
  if (notes.length === 0) return null;
  return (
    <section className={styles.notes} aria-label="Ghi chú lần trước">
      <h3>Ghi chú lần trước</h3>
      <ul>
        {notes.map(({ text, at, by_name: by }) => (
          <li key={`${at ?? ''} ${text}`}>
            <span className={styles.written}>{text}</span>
            <span className={styles.when}>
              {[at === null ? '' : dateTime(at), by ?? ''].filter((part) => part !== '').join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
