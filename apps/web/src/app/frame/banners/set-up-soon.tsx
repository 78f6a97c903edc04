import { Button, buttonClass, dayText, IconLock } from '@alo/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import styles from './banners.module.css';

/** Says over every screen from when on a second factor is a must, and leads there. It may be put off, until the page is loaded anew. */
export default function SetUpSoon({ day }: { day: string }) {
  const [isPutOff, setPutOff] = useState(false);
  if (isPutOff) return null;
  return (
    <section className={styles.looking} aria-label="Xác thực hai bước">
      <IconLock size={17} aria-hidden />
      <p>
        Từ <b>{dayText(day)}</b>, phải có xác thực hai bước mới dùng tiếp được. Bật trước mất khoảng một phút.
      </p>
      <Link to="/user-setting/$slug" params={{ slug: 'bao-mat' }} className={buttonClass('default', 'sm')}>
        Bật ngay
      </Link>
      <Button size="sm" look="quiet" onClick={() => setPutOff(true)}>
        Để sau
      </Button>
    </section>
  );
}
