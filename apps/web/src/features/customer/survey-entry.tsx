import { answerWords, type SurveyResponse, surveyOutcomes } from '@alo/contract';

import { SurveyAnswers } from '../../domain/surveys/survey-answers.tsx';
import styles from './customer.module.css';

/** What a customer answered to a survey, in a line that opens the answers. */
export default function SurveyEntry({ survey }: { survey: SurveyResponse }) {
  const { survey_name: name, outcome, answers, note } = survey;
  // The figures say most in a line.
  const [first] = [...answers].sort(
    (a, b) => Number(typeof b.value === 'number') - Number(typeof a.value === 'number'),
  );
  const words = first === undefined ? surveyOutcomes[outcome] : answerWords(first);
  const line = (
    <>
      <b>Khảo sát {name}</b>: {words}
    </>
  );
  return (
    <>
      {answers.length === 0 ? (
        line
      ) : (
        <details>
          <summary>{line}</summary>
          <SurveyAnswers answers={answers} />
        </details>
      )}
      {note !== '' && <p className={styles.words}>{note}</p>}
    </>
  );
}
