import { minutesSeconds } from '../../shared/format/time.ts';
import type { CallDetail } from './call-detail.ts';
import styles from './call-history.module.css';
import { detailWords } from './trace-words.ts';

/** Every rule that routing looked at, in words, with the values that decided. */
export function DecisionTrace({ call }: { call: CallDetail }) {
  const start = Date.parse(call.started_at);
  return (
    <ol className={styles.trace}>
      {call.trace.map((entry, index) => {
        const details = detailWords(entry.detail);
        return (
          <li key={`${index}-${entry.at}`}>
            <time dateTime={entry.at}>+{minutesSeconds((Date.parse(entry.at) - start) / 1000)}</time>
            <div>
              <p>{entry.text}</p>
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
