import { getSystemSetting, type TenantSetting, updateSystemSetting } from '@alo/contract';
import { Button } from '@alo/ui';
import { type FunctionComponent, type ReactNode, useState } from 'react';

import { useConsole } from '../../shared/api/context.ts';
import { explain, mistakesIn, mistakesToldBy } from '../../shared/api/problem.ts';
import { useInvalidate } from '../../shared/api/queries.ts';
import styles from '../../shared/page/form-parts.module.css';
import { useMay } from '../../shared/session/me.ts';

export type SettingPart = FunctionComponent<{ setting: TenantSetting }>;

interface Draft {
  value: TenantSetting;
  set: (change: Partial<TenantSetting>) => void;
  errors: Readonly<Record<string, string>>;
  disabled: boolean;
}

/** Some of the settings with a button that saves them; what others change meanwhile elsewhere stays theirs. */
export function SettingForm({
  setting,
  names,
  children,
}: {
  setting: TenantSetting;
  /** The settings of this part: nothing else is sent. */
  names: readonly (keyof TenantSetting)[];
  children: (draft: Draft) => ReactNode;
}) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const [change, setChange] = useState<Partial<TenantSetting>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const disabled = !useMay()(updateSystemSetting.access);
  const value = { ...setting, ...change };
  const isChanged = names.some((name) => JSON.stringify(value[name]) !== JSON.stringify(setting[name]));

  const save = async () => {
    if (busy) return;
    const body = Object.fromEntries(names.map((name) => [name, value[name]]));
    const parsed = updateSystemSetting.body.safeParse(body);
    setErrors(mistakesIn(parsed.error));
    if (!parsed.success) return;
    setBusy(true);
    try {
      await api(updateSystemSetting, { body: parsed.data });
      await invalidate(getSystemSetting);
      setChange({});
      toasts.show({ kind: 'success', text: 'Đã lưu cài đặt' });
    } catch (error) {
      const told = mistakesToldBy(error);
      if (told) setErrors(told);
      else toasts.show({ kind: 'error', ...explain(error) });
    }
    setBusy(false);
  };

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {children({ value, set: (more) => setChange((before) => ({ ...before, ...more })), errors, disabled })}
      {disabled ? (
        <p className={styles.quiet}>Bạn xem được nhưng chưa có quyền đổi các cài đặt này.</p>
      ) : (
        <div className={styles.buttons}>
          <Button type="submit" look="primary" busy={busy} disabled={!isChanged}>
            Lưu
          </Button>
          {isChanged && <Button onClick={() => setChange({})}>Bỏ thay đổi</Button>}
        </div>
      )}
    </form>
  );
}
