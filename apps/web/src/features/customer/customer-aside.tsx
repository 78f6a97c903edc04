import type { customers, RowOf } from '@alo/contract';

import { lazy, Suspense } from 'react';

import { PhoneNumber } from '../../domain/phone-door/phone-number.tsx';
import { Campaigns } from './campaigns.tsx';
import styles from './customer.module.css';
import { Likenesses } from './likenesses.tsx';
import { PrivacyPart } from './privacy-part.tsx';
import { Tasks } from './tasks.tsx';
import { Timeline } from './timeline.tsx';

const SendMessage = lazy(() => import('../../domain/messages/send-message.tsx'));
const SendSurvey = lazy(() => import('../../domain/messages/send-survey.tsx'));
const SurveyLinks = lazy(() => import('../../domain/surveys/survey-links.tsx'));

/** What is seen of a customer besides their fields: who may be the same person, and what happened with them. */
export const CustomerAside = ({ row }: { row: RowOf<typeof customers> }) => (
  <>
    <Suspense fallback={null}>
      <div className={styles.sends}>
        <SendMessage customerId={row.id} source="card" />
        <SendSurvey customerId={row.id} />
      </div>
      <SurveyLinks customerId={row.id} />
    </Suspense>
    <Tasks key={`tasks ${row.id}`} id={row.id} />
    <Campaigns id={row.id} />
    <Likenesses key={row.id} row={row} />
    <PrivacyPart key={`privacy ${row.id}`} id={row.id} />
    <Timeline key={`${row.id} ${row.version}`} id={row.id} />
  </>
);

/** Every number with its button, first of all: it is what a customer is looked up for most. One that is hidden is called by its place. */
export function CustomerNumbers({ row: { id, phone, phones } }: { row: RowOf<typeof customers> }) {
  return (
    <section className={styles.numbers} aria-label="Gọi khách hàng">
      <ul>
        {[phone, ...phones].map((number, place) => (
          // Hidden numbers may look alike.
          <li key={`${place} ${number}`}>
            <PhoneNumber
              number={number}
              callAs={number.includes('*') ? `${id}/${place}`.replace(/\/0$/, '') : number}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
