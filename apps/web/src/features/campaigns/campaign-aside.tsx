import { type campaigns, customers, nextContact, type RowOf } from '@alo/contract';
import { buttonClass, IconPhone, IconUsers } from '@alo/ui';
import { Link } from '@tanstack/react-router';

import { count } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import styles from './call-page.module.css';

/** How far a campaign has come, and the ways to its customers. */
export function CampaignAside({ row }: { row: RowOf<typeof campaigns> }) {
  const may = useMay();
  const { id, contacts, called, reached, finished, refused } = row;
  return (
    <section className={styles.aside} aria-label="Khách trong chiến dịch">
      <p>
        {contacts === 0
          ? 'Chưa có khách nào.'
          : `${count(contacts)} khách · đã gọi ${count(called)} · đã gặp ${count(reached)} · đã xong ${count(finished)}.`}
        {refused > 0 && ` ${count(refused)} cuộc gọi bị chặn vì trái luật gọi.`}
      </p>
      <div className={styles.links}>
        {may(nextContact.access) && (
          <Link to="/marketings/campaign/call/$id" params={{ id }} className={buttonClass('default')}>
            <IconPhone aria-hidden />
            Gọi theo chiến dịch
          </Link>
        )}
        {may(customers.list.access) && (
          <Link to="/customer" search={{ campaign_id: id }} className={buttonClass('quiet')}>
            <IconUsers aria-hidden />
            Xem khách
          </Link>
        )}
      </div>
    </section>
  );
}
