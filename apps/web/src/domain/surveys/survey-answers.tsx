import { answerWords, type SurveyResponse } from '@alo/contract';

import styles from './survey-answers.module.css';

/** What a customer was asked, and what they said. */
export const SurveyAnswers = ({ answers }: Pick<SurveyResponse, 'answers'>) => (
  <dl className={styles.answers}>
    {answers.map((answer) => (
      <div key={answer.question_id}>
        <dt>{answer.question}</dt>
        <dd>{answerWords(answer)}</dd>
      </div>
    ))}
  </dl>
);
