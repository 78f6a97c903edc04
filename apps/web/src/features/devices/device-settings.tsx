import { type deviceSettings, endDevice, renewDevice } from '@alo/contract';
import { Actions, Button, Dialog, DialogActions, IconPassword } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useMay } from '../../kit/me/me.ts';
import { CopyField } from '../../resource/page/copy-field.tsx';
import styles from './devices.module.css';

type Settings = z.output<typeof deviceSettings>;

/** Makes a password and shows it this once, typed and as a picture; or takes the device its password. */
export function DeviceSettings({ id }: { id: string }) {
  const { api, changes, toasts } = useConsole();
  const may = useMay();
  const [made, setMade] = useState<Settings>();
  const [asking, setAsking] = useState<'renew' | 'end'>();
  const onError = (error: unknown) => toasts.show({ kind: 'error', ...explain(error) });
  const renewing = useMutation({
    mutationFn: () => api(renewDevice, { params: { id } }),
    onSuccess: setMade,
    onError,
    onSettled: () => setAsking(undefined),
  });
  const ending = useMutation({
    mutationFn: () => api(endDevice, { params: { id } }),
    onSuccess: () => {
      toasts.show({ kind: 'success', text: 'Thiết bị không đăng nhập được nữa' });
      return changes.stale('devices');
    },
    onError,
    onSettled: () => setAsking(undefined),
  });
  if (!may('devices.update')) return null;
  return (
    <Actions>
      <Button icon={<IconPassword aria-hidden />} onClick={() => setAsking('renew')}>
        Tạo mật khẩu và mã QR
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
      <Dialog opened={made !== undefined} onClose={() => setMade(undefined)} title="Thông số điện thoại" width={560}>
        {made && <Made settings={made} />}
        <DialogActions>
          <Button look="primary" onClick={() => setMade(undefined)}>
            Đã chép
          </Button>
        </DialogActions>
      </Dialog>
    </Actions>
  );
}

const Made = ({ settings: { server, port, username, password, domain, text, qr } }: { settings: Settings }) => (
  <>
    <p>Chép lại ngay: mật khẩu sẽ không hiện lần nữa.</p>
    {qr && (
      <figure className={styles.qr}>
        {/* Our own server drew it. */}
        <img alt="Mã QR để Linphone tự cài đặt" src={`data:image/svg+xml;utf8,${encodeURIComponent(qr.svg)}`} />
        <figcaption>Quét bằng Linphone để tự cài đặt.</figcaption>
      </figure>
    )}
    <CopyField label="Máy chủ" value={`${server}:${port}`} />
    <CopyField label="Tên miền" value={domain} />
    <CopyField label="Tên đăng nhập" value={username} />
    <CopyField label="Mật khẩu" value={password ?? ''} />
    <CopyField label="Tất cả" value={text} />
  </>
);
