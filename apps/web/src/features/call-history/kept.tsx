import { surveyOutcomes } from '@alo/contract';
import { SurveyAnswers } from '../../domain/surveys/survey-answers.tsx';
import { dateTime } from '../../kit/format/time.ts';
import type { CallDetail } from './call-detail.ts';
import styles from './call-history.module.css';

/** What whoever had a call kept of it, and what the customer answered in it. */
export default function Kept({ call: { dispositions, surveys } }: { call: CallDetail }) {
  if (dispositions.length + surveys.length === 0) return null;
  return (
    <section className={styles.part} aria-label="Kết quả cuộc gọi">
      <h2>Kết quả</h2>
      <ul className={styles.kept}>
        {dispositions.map(
          ({
            id,
            outcome_name: outcome,
            note,
            next_call_at: next,
            created_at: at,
            by_name: by,
            campaign_name: campaign,
          }) => (
            <li key={id}>
              <b>{outcome}</b>
              {next !== null && ` · gọi lại ${dateTime(next)}`}
              {campaign !== null && ` · chiến dịch ${campaign}`}
              {note !== '' && <p className={styles.words}>{note}</p>}
              <By at={at} by={by} />
            </li>
          ),
        )}
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
    </section>
  );
}

const By = ({ at, by }: { at: string; by: string | null }) => (
  <p className={styles.by}>{[dateTime(at), by].filter(Boolean).join(' · ')}</p>
);
