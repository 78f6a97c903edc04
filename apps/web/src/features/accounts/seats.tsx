import { getMaxUserCompanyTenancy } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import styles from './accounts.module.css';

/** How many people there may still be; nothing is said where there is no limit. */
export function Seats() {
  const read = useRead();
  const { data } = useQuery({ ...read(getMaxUserCompanyTenancy, {}), meta: { rowsOf: ['accounts'] } });
  if (!data || data.max_user === null) return null;
  const left = data.max_user - data.current_user;
  return (
    <p className={styles.seats} data-full={left <= 0 || undefined}>
      {left > 0
        ? `Đang dùng ${data.current_user} trên ${data.max_user} chỗ.`
        : `Đã dùng hết ${data.max_user} chỗ. Muốn thêm người, hãy ngừng một tài khoản khác hoặc mua thêm chỗ.`}
    </p>
  );
}
