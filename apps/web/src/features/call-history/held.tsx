import { callDetail, keepCall, letCallGo } from '@alo/contract';
import { Button, TextField } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import type { CallDetail } from './call-detail.ts';
import styles from './call-history.module.css';

const blank = { reason: '' };

/** Why a call is kept for a dispute, and for who may: to keep it, or no longer. */
export default function Held({ call: { id, held } }: { call: CallDetail }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const mayHold = useMay()(keepCall.access);
  const form = useContractForm({
    schema: keepCall.body,
    values: blank,
    send: (body) => api(keepCall, { params: { id }, body }),
    onSaved: () => invalidate(callDetail),
  });
  const letGo = useMutation({
    mutationFn: () => api(letCallGo, { params: { id } }),
    onSuccess: () => invalidate(callDetail),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
  if (held === null && !mayHold) return null;
  return (
    <section className={styles.part} aria-label="Giữ lại">
      <h2>Giữ lại</h2>
      {held === null ? (
        <form {...form.props} className={styles.hold}>
          <TextField
            label="Lý do giữ lại"
            hint="Cuộc gọi và ghi âm không bị xoá khi hết hạn lưu hay khi xoá dữ liệu của khách."
            value={form.values.reason}
            error={form.errors['reason']}
            onChange={(event) => form.set({ reason: event.target.value })}
          />
          <Button type="submit" size="sm" busy={form.busy}>
            Giữ lại cuộc gọi
          </Button>
        </form>
      ) : (
        <div className={styles.hold}>
          <p>{held.reason}</p>
          <p className={styles.aside}>{[`Từ ${dateTime(held.since)}`, held.by].filter(Boolean).join(' · ')}</p>
          {mayHold && (
            <Button size="sm" busy={letGo.isPending} onClick={() => letGo.mutate()}>
              Thôi giữ
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
