import { Button, IconEye } from '@alo/ui';

import { useConsole } from '../../../kit/api/context.ts';
import { clock } from '../../../kit/format/time.ts';
import { useMe } from '../../../kit/me/me.ts';
import styles from './banners.module.css';

/** Says through whose eyes one looks, over every screen, and leads back. */
export function Looking() {
  const looked = useMe()?.looked_as;
  const { signOut } = useConsole();
  if (!looked) return null;
  return (
    <section className={styles.looking} aria-label="Đang xem như">
      <IconEye size={17} aria-hidden />
      <p>
        Bạn đang xem như <b>{looked.name}</b>, đến {clock(looked.until)}. Chỉ xem, không thay đổi được gì.
      </p>
      <Button size="sm" onClick={signOut}>
        Thoát
      </Button>
    </section>
  );
}
