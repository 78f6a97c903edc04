import {
  addConsent,
  consentSources,
  consentSubjects,
  consentWords,
  customerPrivacy,
  type ResultOf,
} from '@alo/contract';
import { Actions, Button, classNames, Quiet, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { DataRequests } from '../../domain/data-requests/data-requests.tsx';
import { useRead } from '../../kit/api/queries.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import formStyles from '../../resource/page/form-parts.module.css';
import styles from './customer.module.css';

/** Few note something here: the forms come when they are asked for. */
const PrivacyDialog = lazy(() => import('./privacy-dialog.tsx'));

/** What the customer has agreed to, and what they ask for about their data. */
export function PrivacyPart({ id }: { id: string }) {
  const read = useRead();
  const may = useMay();
  const { data } = useQuery(read(customerPrivacy, { params: { id } }));
  const [noting, setNoting] = useState<'consent' | 'request'>();
  if (data === undefined) return null;
  return (
    <section className={classNames(styles.part, styles.privacy)} aria-label="Đồng ý và quyền riêng tư">
      <h2>Đồng ý và quyền riêng tư</h2>
      <Ledger consents={data.consents} />
      <DataRequests requests={data.requests} />
      {may(addConsent.access) && (
        <Actions>
          <Button size="sm" onClick={() => setNoting('consent')}>
            Ghi đồng ý
          </Button>
          <Button size="sm" onClick={() => setNoting('request')}>
            Ghi yêu cầu về dữ liệu
          </Button>
        </Actions>
      )}
      {noting !== undefined && (
        <Suspense>
          <PrivacyDialog id={id} noting={noting} onClose={() => setNoting(undefined)} />
        </Suspense>
      )}
    </section>
  );
}

function Ledger({ consents }: Pick<ResultOf<typeof customerPrivacy>, 'consents'>) {
  if (consents.length === 0) return <Quiet>Chưa ghi nhận đồng ý nào.</Quiet>;
  return (
    <ul className={formStyles.rows}>
      {consents.map(({ id, purpose, given, way, evidence, campaign_name: campaign, created_at: at, by_name: by }) => (
        <li key={id}>
          <div>
            <b>{consentSubjects[purpose]}</b>
            <Quiet>{[consentSources[way], campaign, evidence, dateTime(at), by].filter(Boolean).join(' · ')}</Quiet>
          </div>
          <Status tone={given ? 'ready' : 'bad'}>{consentWords({ given, way })}</Status>
        </li>
      ))}
    </ul>
  );
}
