import { Button } from '@alo/ui';
import { useState } from 'react';

import { count } from '../../kit/format/numbers.ts';
import styles from './monitor.module.css';

/** More rows than anybody reads only make the others slower. */
const atOnce = 100;

/** The first rows of many, and the button that shows the next ones. `what` says what they are. */
export function useFirst<Row>(rows: readonly Row[], what: string) {
  const [shown, setShown] = useState(atOnce);
  return {
    first: rows.slice(0, shown),
    more: rows.length > shown && (
      <div className={styles.more}>
        <Button onClick={() => setShown(shown + atOnce)}>
          Hiện thêm, còn {count(rows.length - shown)} {what}
        </Button>
      </div>
    ),
  };
}
