import type { numbers, RowOf } from '@alo/contract';

import styles from './numbers.module.css';

/** Says of a number that nobody has proven what that means. */
export function NumberProof({ row }: { row: RowOf<typeof numbers> }) {
  if (row.proven) return null;
  return (
    <section className={styles.part} aria-label="Xác minh">
      <p>
        {row.works
          ? 'Số này chưa được xác minh. Nếu số thuộc công ty khác, đơn vị vận hành có thể giao lại cho chủ sở hữu.'
          : 'Số này chưa được xác minh. Khi dùng thử, số chưa xác minh không nhận và không gọi ra được: hãy nhờ đơn vị vận hành xác minh.'}
      </p>
    </section>
  );
}
