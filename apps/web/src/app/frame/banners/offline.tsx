import { IconCloudOff } from '@alo/ui';

import { useOnline } from '../../../kit/browser/use-online.ts';
import styles from './banners.module.css';

/** Says that there is no network, over every screen. The region is always there, so that it is read out when it fills. */
export function Offline() {
  const online = useOnline();
  return (
    <output className={styles.offline}>
      {!online && (
        <p>
          <IconCloudOff size={17} aria-hidden />
          Mất mạng. Dữ liệu đang xem có thể đã cũ, và thay đổi chưa lưu được cho tới khi có mạng lại.
        </p>
      )}
    </output>
  );
}
