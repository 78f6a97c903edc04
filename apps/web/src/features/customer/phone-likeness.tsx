import { customerDuplicates } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useDeferredValue } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import styles from './customer.module.css';

/** Who has a number already, told while it is typed: in old digits, with 84 or without its 0 alike. */
export function PhoneLikeness({ number }: { number: string }) {
  const read = useRead();
  const phone = useDeferredValue(number);
  const { id: except } = useParams({ strict: false });
  const isWhole = parsePhone(phone).ok;
  const { data } = useQuery({
    ...read(customerDuplicates, { query: { phone, ...(except !== undefined && { except }) } }),
    enabled: isWhole,
  });
  const found = isWhole ? data?.data[0] : undefined;
  if (found === undefined) return null;
  return (
    <p role="status" className={styles.found}>
      Số này đã là của{' '}
      <Link to="/customer" search={{ id: found.customer.id }}>
        {found.customer.name}
      </Link>
      {found.customer.user_name !== null && ` (${found.customer.user_name} phụ trách)`}.
    </p>
  );
}
