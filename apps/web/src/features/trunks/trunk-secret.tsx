import { type RowOf, trunkSecret, type trunks } from '@alo/contract';
import { Button, SecretField } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useMay } from '../../kit/me/me.ts';

/** Sets the password that the carrier knows us by; nobody reads it again. */
export function TrunkSecret({ row }: { row: RowOf<typeof trunks> }) {
  const { api, changes, toasts } = useConsole();
  const may = useMay();
  const [password, setPassword] = useState('');
  const saving = useMutation({
    mutationFn: () => api(trunkSecret, { params: { id: row.id }, body: { password } }),
    onSuccess: () => {
      setPassword('');
      toasts.show({ kind: 'success', text: 'Đã lưu mật khẩu đường truyền' });
      return changes.stale('trunks');
    },
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
  if (row.kind !== 'registration' || !may('trunks.update')) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <SecretField
        label={row.has_secret ? 'Mật khẩu mới với nhà mạng' : 'Mật khẩu với nhà mạng'}
        hint={row.has_secret ? 'Đã có mật khẩu. Lưu ô trống để xoá.' : 'Chưa có mật khẩu.'}
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" busy={saving.isPending}>
        Lưu mật khẩu
      </Button>
    </form>
  );
}
