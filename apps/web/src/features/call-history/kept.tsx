import { callDetail, keepCallDisposition, surveyOutcomes } from '@alo/contract';
import { Button } from '@alo/ui';
import { useState } from 'react';

import { CorrectSaid } from '../../domain/outcomes/correct-said.tsx';
import { emptyDisposition } from '../../domain/outcomes/disposition-draft.ts';
import { DispositionForm } from '../../domain/outcomes/disposition-form.tsx';
import { SurveyAnswers } from '../../domain/surveys/survey-answers.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import type { CallDetail } from './call-detail.ts';
import styles from './call-history.module.css';

/** What whoever had a call kept of it, and what the customer answered in it; said and put right here as well. */
export default function Kept({ call }: { call: CallDetail }) {
  const { dispositions, notes, surveys } = call;
  const may = useMay();
  const maySay = call.direction !== 'internal' && may(keepCallDisposition.access);
  if (dispositions.length + notes.length + surveys.length === 0 && !maySay) return null;
  return (
    <section className={styles.part} aria-label="Kết quả cuộc gọi">
      <h2>Kết quả</h2>
      <ul className={styles.kept}>
        {dispositions.map((said) => (
          <li key={said.id}>
            <CorrectSaid said={said}>
              <b>{said.outcome_name}</b>
              {said.next_call_at !== null && ` · gọi lại ${dateTime(said.next_call_at)}`}
              {said.campaign_name !== null && ` · chiến dịch ${said.campaign_name}`}
              {said.note !== '' && <p className={styles.words}>{said.note}</p>}
              <By at={said.created_at} by={said.by_name} />
            </CorrectSaid>
          </li>
        ))}
        {notes.map(({ id, text, at, by_name: by }) => (
          <li key={id}>
            <b>Ghi chú</b>
            <p className={styles.words}>{text}</p>
            <By at={at} by={by} />
          </li>
        ))}
        {surveys.map(({ id, survey_name: name, outcome, answers, note, asked_at: at, by_name: by }) => (
          <li key={id}>
            <b>Khảo sát {name}</b>
            {answers.length === 0 && `: ${surveyOutcomes[outcome].toLowerCase()}`}
            {answers.length > 0 && <SurveyAnswers answers={answers} />}
            {note !== '' && <p className={styles.words}>{note}</p>}
            <By at={at} by={by} />
          </li>
        ))}
      </ul>
      {maySay && <Say id={call.id} />}
    </section>
  );
}

/** Said behind the call, by whoever sees it: nobody had the time, or there was no card. */
function Say({ id }: { id: string }) {
  const { api, changes } = useConsole();
  const invalidate = useInvalidate();
  const [open, setOpen] = useState(false);
  if (!open) {
    return (
      <Button size="sm" onClick={() => setOpen(true)}>
        Ghi kết quả
      </Button>
    );
  }
  return (
    <DispositionForm
      label="Ghi kết quả cuộc gọi"
      said={emptyDisposition}
      send={(body) => api(keepCallDisposition, { params: { id }, body })}
      onSaid={() => {
        setOpen(false);
        void changes.stale('customer');
        void invalidate(callDetail);
      }}
      onCancel={() => setOpen(false)}
    />
  );
}

const By = ({ at, by }: { at: string; by: string | null }) => (
  <p className={styles.by}>{[dateTime(at), by].filter(Boolean).join(' · ')}</p>
);
