import {
  customerDuplicates,
  type customers,
  mergeCustomers,
  type ResultOf,
  type RowOf,
  undoMerge,
} from '@alo/contract';
import { Button, Dialog, DialogActions } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../shared/api/context.ts';
import { explain } from '../../shared/api/problem.ts';
import { useRead } from '../../shared/api/queries.ts';
import { groupedPhone } from '../../shared/format/phone.ts';
import { useMay } from '../../shared/session/me.ts';
import styles from './customer.module.css';
import { likenessWords } from './likeness-words.ts';

type Row = RowOf<typeof customers>;
type Likeness = ResultOf<typeof customerDuplicates>['data'][number];

/** Other cards that may be the same person, and making one of two. */
export function Likenesses({ row }: { row: Row }) {
  const read = useRead();
  const may = useMay();
  const query = { name: row.name, email: row.email, except: row.id };
  const { data } = useQuery(read(customerDuplicates, { query }));
  const [asking, setAsking] = useState<Row>();
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section className={styles.part} aria-label="Có thể trùng">
      <h2>Có thể trùng</h2>
      <ul className={styles.likenesses}>
        {data.data.map(({ customer, by }: Likeness) => (
          <li key={customer.id}>
            <span>
              <b>{customer.name}</b> · {groupedPhone(customer.phone)}
              <span className={styles.when}>{likenessWords[by]}</span>
            </span>
            {may(mergeCustomers.access) && (
              <Button size="sm" onClick={() => setAsking(customer)}>
                Gộp vào đây
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asking && <MergeDialog row={row} other={asking} onClose={() => setAsking(undefined)} />}
    </section>
  );
}

function MergeDialog({ row, other, onClose }: { row: Row; other: Row; onClose: () => void }) {
  const { api, toasts, changes } = useConsole();
  const refused = (error: unknown) => toasts.show({ kind: 'error', ...explain(error) });
  const undo = useMutation({
    mutationFn: (id: string) => api(undoMerge, { params: { id } }),
    onSuccess: () => toasts.show({ kind: 'success', text: 'Đã tách lại thành hai khách hàng' }),
    onError: refused,
    onSettled: () => changes.stale('customer'),
  });
  const merge = useMutation({
    mutationFn: () =>
      api(mergeCustomers, {
        params: { id: row.id },
        body: { version: row.version, other: { id: other.id, version: other.version } },
      }),
    onSuccess: ({ merge_id: id }) => {
      toasts.show({
        kind: 'success',
        text: `Đã gộp ${other.name} vào ${row.name}`,
        action: { label: 'Hoàn tác', run: () => undo.mutate(id) },
      });
      onClose();
    },
    onError: refused,
    onSettled: () => changes.stale('customer'),
  });
  return (
    <Dialog opened onClose={onClose} title={`Gộp ${other.name} vào ${row.name}?`}>
      <p>
        Hồ sơ này giữ những gì đã có, nhận thêm số điện thoại, ghi chú và diễn biến của hồ sơ kia. Hồ sơ kia không còn
        nữa; bạn hoàn tác được khi chưa ai sửa.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Để nguyên</Button>
        <Button look="primary" busy={merge.isPending} onClick={() => merge.mutate()}>
          Gộp
        </Button>
      </DialogActions>
    </Dialog>
  );
}
