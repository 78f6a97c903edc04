import { type campaigns, nextContact, type RowOf } from '@alo/contract';
import { buttonClass, IconPhone } from '@alo/ui';
import { Link } from '@tanstack/react-router';

import { count } from '../../shared/format/numbers.ts';
import { useMay } from '../../shared/session/me.ts';
import styles from './call-page.module.css';

/** How far a campaign has come, and the way to call for it: what whoever calls comes to the list for. */
export function ProgressCell({ row }: { row: RowOf<typeof campaigns> }) {
  const may = useMay();
  const { id, name, status, contacts, called, reached, finished } = row;
  if (contacts === 0) return 'Chưa có khách';
  return (
    <span className={styles.cell}>
      {count(finished)}/{count(contacts)} xong · gọi {count(called)} · gặp {count(reached)}
      {status === 'running' && may(nextContact.access) && (
        <Link
          to="/marketings/campaign/call/$id"
          params={{ id }}
          className={buttonClass('quiet', 'sm')}
          aria-label={`Gọi theo ${name}`}
        >
          <IconPhone aria-hidden />
          Gọi
        </Link>
      )}
    </span>
  );
}
