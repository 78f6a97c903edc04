import { type RowOf, trunkSecret, type trunks } from '@alo/contract';
import { Button, SecretField } from '@alo/ui';

import { useConsole } from '../../kit/api/context.ts';
import { useMay } from '../../kit/me/me.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';

const blank = { password: '' };

/** Sets the password that the carrier knows us by; nobody reads it again. */
export function TrunkSecret({ row }: { row: RowOf<typeof trunks> }) {
  const { api, changes } = useConsole();
  const may = useMay();
  const { props, values, set, errors, busy } = useContractForm({
    schema: trunkSecret.body,
    values: blank,
    send: (body) => api(trunkSecret, { params: { id: row.id }, body }),
    saved: 'Đã lưu mật khẩu đường truyền',
    onSaved: () => changes.stale('trunks'),
  });
  if (row.kind !== 'registration' || !may('trunks.update')) return null;
  return (
    <form {...props}>
      <SecretField
        label={row.has_secret ? 'Mật khẩu mới với nhà mạng' : 'Mật khẩu với nhà mạng'}
        hint={row.has_secret ? 'Đã có mật khẩu. Lưu ô trống để xoá.' : 'Chưa có mật khẩu.'}
        value={values.password}
        error={errors['password']}
        onChange={(password) => set({ password })}
      />
      <Button type="submit" busy={busy}>
        Lưu mật khẩu
      </Button>
    </form>
  );
}
