import { shiftSwaps } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { SwapList } from '../../domain/shift-swaps/swap-list.tsx';
import { useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { Surface } from '../../resource/page/page.tsx';
import styles from './roster.module.css';

/** Shifts that people have agreed upon and that wait for whoever plans; nothing where none does. */
export function SwapsToApprove() {
  const { data } = useQuery(useRead()(shiftSwaps, {}));
  const waiting = data?.data.filter(({ may }) => may.includes('approve')) ?? [];
  if (waiting.length === 0) return null;
  return (
    <Surface padded>
      <section aria-label="Đổi ca chờ duyệt">
        <h2 className={styles.heading}>{`Đổi ca chờ duyệt (${count(waiting.length)})`}</h2>
        <SwapList swaps={waiting} />
      </section>
    </Surface>
  );
}
