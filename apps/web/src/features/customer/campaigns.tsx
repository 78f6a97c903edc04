import { contactStates, customerCampaigns } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import styles from './customer.module.css';

/** In which campaigns a customer is, and how far each has come with them; nothing for who is in none. */
export function Campaigns({ id }: { id: string }) {
  const may = useMay();
  const allowed = may(customerCampaigns.access);
  const { data } = useQuery({ ...useRead()(customerCampaigns, { params: { id } }), enabled: allowed });
  if (!allowed || data === undefined || data.data.length === 0) return null;
  return (
    <section className={styles.part} aria-label="Chiến dịch">
      <h2>Chiến dịch</h2>
      <ul>
        {data.data.map(({ id: campaign, name, state, attempts, next_at: next }) => (
          <li key={campaign}>
            {name} · {contactStates[state]}
            {attempts > 0 && ` · đã gọi ${attempts} lần`}
            {state === 'call-again' && next !== null && ` · ${dateTime(next)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
