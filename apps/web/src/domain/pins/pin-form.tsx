import { Button, PasswordField } from '@alo/ui';
import { useState } from 'react';
import type { z } from 'zod';

import { useConsole } from '../../kit/api/context.ts';
import { useSaving } from '../../resource/form/use-saving.ts';
import styles from './pin-form.module.css';

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
  const { toasts } = useConsole();
  const [pin, setPin] = useState('');
  const { errors, busy, save } = useSaving();
  const submit = () =>
    save(schema.safeParse({ pin: pin === '' && hasPin ? null : pin }), async (body) => {
      await onSave(body);
      setPin('');
      toasts.show({ kind: 'success', text: body.pin === null ? 'Đã bỏ mã PIN' : 'Đã đặt mã PIN' });
    });
  return (
    <form
      noValidate
      className={styles.part}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <PasswordField
        label={hasPin ? 'Mã PIN mới' : 'Mã PIN'}
        hint={hasPin ? `${hint.set} Lưu ô trống để bỏ mã.` : `Từ 4 đến 12 chữ số. ${hint.unset}`}
        value={pin}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => setPin(event.target.value)}
        error={errors['pin']}
      />
      <Button type="submit" busy={busy}>
        Lưu mã PIN
      </Button>
    </form>
  );
}
