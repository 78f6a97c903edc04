import { Button, IconCloudOff, IconDeviceFloppy } from '@alo/ui';

import { minutesSeconds } from '../../kit/format/time.ts';
import styles from './resource.module.css';
import type { Network } from './use-network.ts';

/** Stays at the foot of a form: what there is to save, what a save waits for, and the two ways out. */
export function SaveBar({
  noun,
  readOnly,
  isDirty,
  busy,
  network,
  onCancel,
}: {
  noun: string;
  readOnly: boolean;
  isDirty: boolean;
  busy: boolean;
  network: Network;
  onCancel: () => void;
}) {
  const { waiting, gaveUp } = network;
  const words = () => {
    if (readOnly) return 'Bạn chỉ có quyền xem.';
    if (waiting !== undefined) return `Mất mạng. Sẽ lưu khi có mạng lại, chờ thêm ${minutesSeconds(waiting)}`;
    if (gaveUp) return 'Chưa lưu vì mất mạng. Nội dung vẫn còn ở đây, hãy lưu lại khi có mạng.';
    if (busy) return 'Đang lưu…';
    return isDirty ? 'Có thay đổi chưa lưu' : 'Ctrl S để lưu';
  };
  return (
    <div className={styles.savebar} data-save-bar>
      <output data-trouble={waiting !== undefined || gaveUp || undefined}>
        {(waiting !== undefined || gaveUp) && <IconCloudOff size={16} aria-hidden />}
        {words()}
      </output>
      {waiting === undefined ? (
        <Button onClick={onCancel}>{readOnly ? 'Quay lại' : 'Huỷ'}</Button>
      ) : (
        <Button onClick={network.stop}>Thôi chờ</Button>
      )}
      {!readOnly && (
        <Button
          type="submit"
          look="primary"
          icon={<IconDeviceFloppy aria-hidden />}
          busy={busy || waiting !== undefined}
        >
          Lưu {noun}
        </Button>
      )}
    </div>
  );
}
