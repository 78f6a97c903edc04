import { roles, superAdmin } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import styles from '../../resource/page/form-parts.module.css';

/** Whom hidden numbers are not hidden from, by role; a right in words for whoever sees no roles. */
export function WhoSeesNumbers() {
  const may = useMay();
  return may(roles.list.access) ? <ByRole /> : <p>Ai có quyền “Xem số đầy đủ” vẫn thấy cả số.</p>;
}

function ByRole() {
  const read = useRead();
  const { data } = useQuery(read(roles.list, { query: { page: 1, per_page: 9_999_999 } }));
  const those = data?.data.filter(
    ({ name, permissions, account_count: people }) =>
      people > 0 && (name === superAdmin || permissions.includes('customer.full-phone')),
  );
  if (those === undefined) return null;
  return (
    <p className={styles.preview}>
      Vẫn thấy cả số:{' '}
      {those.map(({ id, name, account_count: people }, place) => (
        <span key={id}>
          {place > 0 && ', '}
          <Link to="/roles" search={{ id }}>
            {name}
          </Link>{' '}
          ({count(people)} người)
        </span>
      ))}
      . Mọi người khác thấy số đã che, trên màn hình, điện thoại và tệp xuất.
    </p>
  );
}
