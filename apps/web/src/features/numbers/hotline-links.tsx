import { buttonClass, IconRoute, IconSitemap } from '@alo/ui';
import { Link } from '@tanstack/react-router';

import { useMay } from '../../kit/me/me.ts';
import styles from './numbers.module.css';

/** On to where the way of a number’s calls is tried and drawn. */
export function HotlineLinks({ id, number }: { id: string; number: string }) {
  const may = useMay();
  return (
    <p className={styles.links}>
      {may('call-test.view') && (
        <Link to="/call-test" search={{ number }} className={buttonClass('default')}>
          <IconRoute aria-hidden />
          Thử luồng
        </Link>
      )}
      {may('call-flow.view') && (
        <Link to="/call-flow" search={{ number: id }} className={buttonClass('default')}>
          <IconSitemap aria-hidden />
          Sơ đồ luồng
        </Link>
      )}
    </p>
  );
}
