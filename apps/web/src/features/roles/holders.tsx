import { accounts, type RowOf, type roles } from '@alo/contract';
import { buttonClass, IconUsers } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import styles from './roles.module.css';

const shownAtMost = 8;

/** Who has a role. */
export function Holders({ row }: { row: RowOf<typeof roles> }) {
  const read = useRead();
  const may = useMay();
  const allowed = may(accounts.list.access);
  const { data } = useQuery({
    ...read(accounts.list, { query: { role_id: row.id, per_page: shownAtMost, sort: 'name' } }),
    enabled: allowed && row.account_count > 0,
  });
  if (!allowed) return null;
  return (
    <section className={styles.holders} aria-label="Ai có vai trò này">
      <h2>Ai có vai trò này</h2>
      {row.account_count === 0 && <p className={styles.help}>Chưa ai có vai trò này.</p>}
      <ul>
        {data?.data.map(({ id, name, department_name }) => (
          <li key={id}>
            {name}
            {department_name !== null && <small> · {department_name}</small>}
          </li>
        ))}
      </ul>
      {row.account_count > shownAtMost && (
        <Link to="/accounts" search={{ role_id: row.id }} className={buttonClass('quiet', 'sm')}>
          <IconUsers aria-hidden />
          Xem cả {row.account_count} người
        </Link>
      )}
    </section>
  );
}
