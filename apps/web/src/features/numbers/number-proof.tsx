import { askNumberProof, type numbers, type RowOf } from '@alo/contract';
import { Button, IconPhoneOutgoing } from '@alo/ui';
import { lazy, Suspense, useState } from 'react';

import { useMay } from '../../kit/me/me.ts';
import styles from './numbers.module.css';

/** Whoever proves a number asks for it. */
const ProveNumber = lazy(() => import('./prove-number.tsx'));

/** Says of a number that nobody has proven what that means, and has it called with a code. */
export function NumberProof({ row }: { row: RowOf<typeof numbers> }) {
  const [opened, setOpened] = useState(false);
  const may = useMay();
  // A number that went to its owner is nobody's to prove.
  if (row.proven || row.number === '' || (row.shown && row.works)) return null;
  return (
    <section className={styles.part} aria-label="Xác minh">
      <h2>Chờ xác minh</h2>
      <p>
        {row.works
          ? 'Khách gọi vào số này vẫn gặp bạn, nhưng số chưa được hiện khi gọi ra. Nếu công ty khác chứng minh được số là của họ, số chuyển sang họ.'
          : 'Khi dùng thử, số chưa xác minh không nhận cuộc gọi và không gọi ra được.'}
      </p>
      {may(askNumberProof.access) && (
        <Button icon={<IconPhoneOutgoing aria-hidden />} onClick={() => setOpened(true)}>
          Xác minh bằng cuộc gọi
        </Button>
      )}
      {opened && (
        <Suspense>
          <ProveNumber number={row.number ?? ''} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </section>
  );
}
