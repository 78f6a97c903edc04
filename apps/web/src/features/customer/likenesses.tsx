import {
  customerDuplicates,
  customerMerges,
  type customers,
  mergeCustomers,
  type ResultOf,
  type RowOf,
  undoMerge,
} from '@alo/contract';
import { Button, Dialog, DialogActions } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import styles from './customer.module.css';
import { likenessWords } from './likeness-words.ts';

type Row = RowOf<typeof customers>;
type Likeness = ResultOf<typeof customerDuplicates>['data'][number];
type Merge = ResultOf<typeof customerMerges>['data'][number];

/** Other cards that may be the same person, making one of two, and two of one again. */
export function Likenesses({ row }: { row: Row }) {
  const read = useRead();
  const may = useMay();
  const mayMerge = may(mergeCustomers.access);
  const query = { name: row.name, email: row.email, except: row.id };
  const likenesses = useQuery(read(customerDuplicates, { query })).data?.data ?? [];
  const merges = useQuery({ ...read(customerMerges, { params: { id: row.id } }), enabled: mayMerge }).data?.data ?? [];
  const undo = useUndoMerge();
  const [asking, setAsking] = useState<Row>();
  if (likenesses.length === 0 && merges.length === 0) return null;
  const heading = likenesses.length === 0 ? 'Đã gộp' : 'Có thể trùng';
  return (
    <section className={styles.part} aria-label={heading}>
      <h2>{heading}</h2>
      <ul className={styles.likenesses}>
        {merges.map(({ id, name, merged_at: at, merged_by: by }: Merge) => (
          <li key={id}>
            <span>
              <b>{name}</b> đã gộp vào đây
              <span className={styles.when}>{[dateTime(at), by].filter(Boolean).join(' · ')}</span>
            </span>
            <Button size="sm" busy={undo.isPending} onClick={() => undo.mutate(id)}>
              Tách lại
            </Button>
          </li>
        ))}
        {likenesses.map(({ customer, by }: Likeness) => (
          <li key={customer.id}>
            <span>
              <b>{customer.name}</b> · {groupedPhone(customer.phone)}
              <span className={styles.when}>{likenessWords[by]}</span>
            </span>
            {mayMerge && (
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

function useUndoMerge() {
  const { api, toasts, changes } = useConsole();
  return useMutation({
    mutationFn: (id: string) => api(undoMerge, { params: { id } }),
    onSuccess: () => toasts.show({ kind: 'success', text: 'Đã tách lại thành hai khách hàng' }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => changes.stale('customer'),
  });
}

function MergeDialog({ row, other, onClose }: { row: Row; other: Row; onClose: () => void }) {
  const { api, toasts, changes } = useConsole();
  const undo = useUndoMerge();
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
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => changes.stale('customer'),
  });
  return (
    <Dialog opened onClose={onClose} title={`Gộp ${other.name} vào ${row.name}?`}>
      <p>
        Hồ sơ này giữ những gì đã có, nhận thêm số điện thoại, ghi chú và diễn biến của hồ sơ kia. Hồ sơ kia không còn
        nữa; bạn tách lại được ngay trong hồ sơ này khi chưa ai sửa.
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
