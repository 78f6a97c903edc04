import type { traceEntry } from '@alo/contract';
import { Link } from '@tanstack/react-router';
import type { z } from 'zod';

import { minutesSeconds } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import styles from './trace.module.css';
import { detailWords, isByCompanyLimit } from './trace-words.ts';

/** Every rule that routing looked at, in words, with the values that decided. */
export function DecisionTrace({
  startedAt,
  trace,
}: {
  startedAt: string;
  trace: readonly z.output<typeof traceEntry>[];
}) {
  const start = Date.parse(startedAt);
  const mayOpen = useMay()('setting.view');
  return (
    <ol className={styles.trace}>
      {trace.map((entry, index) => {
        const details = detailWords(entry.detail);
        return (
          <li key={`${index}-${entry.at}`}>
            <time dateTime={entry.at}>+{minutesSeconds((Date.parse(entry.at) - start) / 1000)}</time>
            <div>
              <p>{entry.text}</p>
              {mayOpen && isByCompanyLimit(entry.detail) && (
                <p>
                  <Link to="/setting/$slug" params={{ slug: 'han-muc' }}>
                    Xem hạn mức gọi ra
                  </Link>
                </p>
              )}
              {details.length > 0 && (
                <p className={styles.values}>
                  {details.map(({ name, value }) => (
                    <span key={name}>
                      {name}: <b>{value}</b>
                    </span>
                  ))}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
