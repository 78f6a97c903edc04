import { type CallRight, destinationClasses, getCallLimits } from '@alo/contract';
import { IconAlertTriangle } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import styles from './closed-classes.module.css';

/** Says which of these nobody can call, as the company has not opened them; to whoever may see what it has opened. */
export default function ClosedClasses({ chosen }: { chosen: readonly CallRight[] }) {
  const read = useRead();
  const enabled = useMay()(getCallLimits.access);
  const { data } = useQuery({ ...read(getCallLimits, {}), enabled });
  const closed = choicesOf(destinationClasses).filter(
    ({ value }) => chosen.includes(value) && data?.open.includes(value) === false,
  );
  if (closed.length === 0) return null;
  return (
    <p className={styles.closed}>
      <IconAlertTriangle size={15} aria-hidden />
      <span>
        Công ty chưa mở {closed.map(({ label }) => label.toLowerCase()).join(', ')}: gọi vẫn bị từ chối.{' '}
        <Link to="/setting/$slug" params={{ slug: 'han-muc' }}>
          Hạn mức gọi ra
        </Link>
      </span>
    </p>
  );
}
