import { IconAlertTriangle } from '@alo/ui';

import styles from './warnings.module.css';

/** What is odd about a thing: it works, but hardly as somebody meant it. */
export const Warnings = ({ words }: { words: readonly string[] }) =>
  words.length === 0 ? null : (
    <ul className={styles.warnings} aria-label="Cảnh báo">
      {words.map((word) => (
        <li key={word}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>{word}</span>
        </li>
      ))}
    </ul>
  );
