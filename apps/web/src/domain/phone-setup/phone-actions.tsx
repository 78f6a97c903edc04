import { Actions, Button, Dialog, DialogActions, IconPassword } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { type DeskPhoneSettings, MadeSettings } from './made-settings.tsx';

/** Makes a phone another password and shows how it is set up, this once; or takes it its password. */
export function PhoneActions({
  renew,
  end,
  onChanged,
}: {
  renew: () => Promise<DeskPhoneSettings>;
  end: () => Promise<unknown>;
  onChanged: () => Promise<unknown>;
}) {
  const { toasts } = useConsole();
  const [made, setMade] = useState<DeskPhoneSettings>();
  const [asking, setAsking] = useState<'renew' | 'end'>();
  const onError = (error: unknown) => toasts.show({ kind: 'error', ...explain(error) });
  const renewing = useMutation({
    mutationFn: renew,
    onSuccess: setMade,
    onError,
    onSettled: () => setAsking(undefined),
  });
  const ending = useMutation({
    mutationFn: end,
    onSuccess: () => {
      toasts.show({ kind: 'success', text: 'Thiết bị không đăng nhập được nữa' });
      return onChanged();
    },
    onError,
    onSettled: () => setAsking(undefined),
  });
  return (
    <Actions>
      <Button icon={<IconPassword aria-hidden />} onClick={() => setAsking('renew')}>
        Cài đặt máy
      </Button>
      <Button onClick={() => setAsking('end')}>Thu hồi mật khẩu</Button>
      <Dialog
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={asking === 'end' ? 'Thu hồi mật khẩu?' : 'Tạo mật khẩu mới?'}
      >
        <p>Mật khẩu đang dùng ngừng hoạt động ngay, và cuộc gọi trên thiết bị này kết thúc.</p>
        <DialogActions>
          <Button onClick={() => setAsking(undefined)}>Huỷ</Button>
          <Button
            look="danger"
            busy={renewing.isPending || ending.isPending}
            onClick={() => (asking === 'end' ? ending.mutate() : renewing.mutate())}
          >
            {asking === 'end' ? 'Thu hồi' : 'Tạo mới'}
          </Button>
        </DialogActions>
      </Dialog>
      <MadeSettings settings={made} onClose={() => setMade(undefined)} />
    </Actions>
  );
}
