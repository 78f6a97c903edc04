import { callDetail, keepCall, letCallGo, messages } from '@alo/contract';
import { Button, TextField } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import type { CallDetail } from './call-detail.ts';
import styles from './call-history.module.css';

/** Why a call is kept for a dispute, and for who may: to keep it, or no longer. */
export default function Held({ call: { id, held } }: { call: CallDetail }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const mayHold = useMay()(keepCall.access);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const change = useMutation({
    mutationFn: (why: string | null) =>
      why === null ? api(letCallGo, { params: { id } }) : api(keepCall, { params: { id }, body: { reason: why } }),
    onSuccess: () => invalidate(callDetail),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
  const hold = (event: FormEvent) => {
    event.preventDefault();
    const why = reason.trim();
    setProblem(why === '' ? messages.required : undefined);
    if (why !== '') change.mutate(why);
  };
  if (held === null && !mayHold) return null;
  return (
    <section className={styles.part} aria-label="Giữ lại">
      <h2>Giữ lại</h2>
      {held === null ? (
        <form noValidate className={styles.hold} onSubmit={hold}>
          <TextField
            label="Lý do giữ lại"
            hint="Cuộc gọi và ghi âm không bị xoá khi hết hạn lưu hay khi xoá dữ liệu của khách."
            value={reason}
            error={problem}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit" size="sm" busy={change.isPending}>
            Giữ lại cuộc gọi
          </Button>
        </form>
      ) : (
        <div className={styles.hold}>
          <p>{held.reason}</p>
          <p className={styles.aside}>{[`Từ ${dateTime(held.since)}`, held.by].filter(Boolean).join(' · ')}</p>
          {mayHold && (
            <Button size="sm" busy={change.isPending} onClick={() => change.mutate(null)}>
              Thôi giữ
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
