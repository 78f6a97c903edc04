import type { ImportReport } from '@alo/contract';

import { count } from '../../kit/format/numbers.ts';
import styles from './import-dialog.module.css';

/** How many rows came to what, and the first that are wrong. */
export function Counts({ report, words }: { report: ImportReport; words: { created: string; changed: string } }) {
  const { counts, problems } = report;
  if (counts === undefined) return null;
  const figures: readonly (readonly [string, number])[] = [
    ['Dòng trong tệp', counts.rows],
    [words.created, counts.created],
    [words.changed, counts.changed],
    ['Đã có, giữ nguyên', counts.same],
    ['Lặp lại trong tệp', counts.duplicate],
    ['Có lỗi', counts.bad],
  ];
  return (
    <>
      <dl className={styles.counts}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count(value)}</dd>
          </div>
        ))}
      </dl>
      {problems.length > 0 && (
        <ul className={styles.problems} aria-label="Dòng có lỗi">
          {problems.map(({ row, reason }) => (
            <li key={row}>
              <strong>Dòng {count(row)}</strong> {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
