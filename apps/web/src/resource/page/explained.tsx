import { Popover } from '@alo/ui';

import styles from './explained.module.css';

/** A word and how it comes about, which a press shows; whoever only points at it reads that too. */
export const Explained = ({ word, by }: { word: string; by: string }) => (
  <Popover
    label={word}
    width={280}
    target={(open) => (
      <button type="button" title={by} className={styles.word} {...open}>
        {word}
      </button>
    )}
  >
    <p>{by}</p>
  </Popover>
);
