import { getSystemSetting, type TenantSetting, updateSystemSetting } from '@alo/contract';
import { Button } from '@alo/ui';
import { type FunctionComponent, type ReactNode, useState } from 'react';

import { useConsole } from '../../shared/api/context.ts';
import { useInvalidate } from '../../shared/api/queries.ts';
import { useSaving } from '../../shared/api/use-saving.ts';
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
  const { errors, busy, save } = useSaving();
  const disabled = !useMay()(updateSystemSetting.access);
  const value = { ...setting, ...change };
  const isChanged = names.some((name) => JSON.stringify(value[name]) !== JSON.stringify(setting[name]));
  const submit = () =>
    save(
      updateSystemSetting.body.safeParse(Object.fromEntries(names.map((name) => [name, value[name]]))),
      async (body) => {
        await api(updateSystemSetting, { body });
        await invalidate(getSystemSetting);
        setChange({});
        toasts.show({ kind: 'success', text: 'Đã lưu cài đặt' });
      },
    );

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
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
