import { Button, PasswordField } from '@alo/ui';
import type { z } from 'zod';

import { useContractForm } from '../../resource/form/use-contract-form.ts';
import styles from './pin-form.module.css';

const blank = { pin: '' };

/** Sets a PIN that is typed on a phone; nobody reads it again. */
export function PinForm({
  schema,
  hasPin,
  hint,
  onSave,
}: {
  schema: z.ZodType<{ pin: string | null }>;
  hasPin: boolean;
  /** What it is for, and what holds without one. */
  hint: { readonly set: string; readonly unset: string };
  onSave: (body: { pin: string | null }) => Promise<void>;
}) {
  const { props, values, set, errors, busy } = useContractForm({
    schema,
    values: blank,
    body: ({ pin }) => ({ pin: pin === '' && hasPin ? null : pin }),
    send: async (body) => {
      await onSave(body);
      return body;
    },
    saved: ({ pin }) => ({ kind: 'success', text: pin === null ? 'Đã bỏ mã PIN' : 'Đã đặt mã PIN' }),
  });
  return (
    <form {...props} className={styles.part}>
      <PasswordField
        label={hasPin ? 'Mã PIN mới' : 'Mã PIN'}
        hint={hasPin ? `${hint.set} Lưu ô trống để bỏ mã.` : `Từ 4 đến 12 chữ số. ${hint.unset}`}
        value={values.pin}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => set({ pin: event.target.value })}
        error={errors['pin']}
      />
      <Button type="submit" busy={busy}>
        Lưu mã PIN
      </Button>
    </form>
  );
}
