import { runningSurveys } from '@alo/contract';
import { buttonClass, IconChartBar } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { untilChanged, useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import styles from './survey-links.module.css';

/** One begins or ends with a day. */
const untilTomorrow = { ...untilChanged, staleTime: 3_600_000 } as const;

/** Surveys that a customer can be asked today, for whoever may ask. */
export default function SurveyLinks({ customerId }: { customerId: string }) {
  const may = useMay();
  const allowed = may(runningSurveys.access);
  const { data } = useQuery({ ...useRead()(runningSurveys, {}), ...untilTomorrow, enabled: allowed });
  if (!allowed || data === undefined || data.data.length === 0) return null;
  return (
    <section className={styles.surveys} aria-label="Khảo sát khách này">
      {data.data.map(({ id, name }) => (
        <Link
          key={id}
          to="/survey/campaign/start/$id"
          params={{ id }}
          search={{ customer: customerId }}
          className={buttonClass('default', 'sm')}
        >
          <IconChartBar aria-hidden />
          Khảo sát: {name}
        </Link>
      ))}
    </section>
  );
}
