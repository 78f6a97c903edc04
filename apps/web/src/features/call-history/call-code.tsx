import { IconButton, IconCopy } from '@alo/ui';

import { useConsole } from '../../kit/api/context.ts';
import styles from './call-history.module.css';

/** By what other systems, and whoever helps, know a call. */
export default function CallCode({ id }: { id: string }) {
  const { toasts } = useConsole();
  const copy = async () => {
    await navigator.clipboard.writeText(id);
    toasts.show({ kind: 'success', text: 'Đã chép mã cuộc gọi' });
  };
  return (
    <p className={styles.code}>
      Mã cuộc gọi
      <code>{id}</code>
      <IconButton size="sm" label="Chép mã cuộc gọi" onClick={() => void copy()}>
        <IconCopy aria-hidden />
      </IconButton>
    </p>
  );
}
