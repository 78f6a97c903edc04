import {
  type QuestionFigures,
  type RowOf,
  surveyAsking,
  type surveyCampaigns,
  surveyFigures,
  surveyResponses,
  surveyResults,
} from '@alo/contract';
import { AfterDelay, buttonClass, IconChartBar, IconClipboardList, Progress, Quiet, Skeleton } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useRead } from '../../kit/api/queries.ts';
import { count, percent, share } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { HeardQuestions } from './heard-questions.tsx';
import styles from './surveys.module.css';

/** What came of a survey so far, question by question, and the way to asking. */
export function SurveyAside({ row: { id, status } }: { row: RowOf<typeof surveyCampaigns> }) {
  const may = useMay();
  const { data, error, refetch } = useQuery(useRead()(surveyFigures, { params: { id } }));
  return (
    <section className={styles.figures} aria-label="Kết quả khảo sát">
      {status === 'running' && may(surveyAsking.access) && (
        <Link to="/survey/campaign/start/$id" params={{ id }} className={buttonClass('default')}>
          <IconChartBar aria-hidden />
          Hỏi khách
        </Link>
      )}
      <HeardQuestions id={id} />
      <h2>Kết quả</h2>
      {may(surveyResponses.access) && (
        <Link to="/survey/campaign/responses/$id" params={{ id }} className={buttonClass()}>
          <IconClipboardList aria-hidden />
          Đọc từng câu trả lời
        </Link>
      )}
      {may(surveyResults.access) && (
        <Link to="/survey/campaign/results/$id" params={{ id }} className={buttonClass('quiet')}>
          Theo thời gian, nhân viên, hàng đợi
        </Link>
      )}
      {data === undefined && error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <AfterDelay>
          <Skeleton width="100%" height={96} />
        </AfterDelay>
      )}
      {data !== undefined && (
        <>
          <p>
            {data.asked === 0
              ? 'Chưa hỏi khách nào.'
              : `Đã hỏi ${count(data.asked)} khách · ${count(data.answered)} trả lời (${share(data.answered, data.asked)}) · ${count(data.no_answer)} không trả lời · ${count(data.declined)} từ chối.`}
          </p>
          {data.questions.map((question) => (
            <Question key={`${question.question_id} ${question.kind}`} of={question} />
          ))}
        </>
      )}
    </section>
  );
}

function Question({ of: { question, answered, counts, average, nps, csat } }: { of: QuestionFigures }) {
  const scores = [
    `${count(answered)} câu trả lời`,
    ...(average === null ? [] : [`trung bình ${average.toLocaleString('vi-VN')}`]),
    ...(nps === null ? [] : [`NPS ${nps}`]),
    ...(csat === null ? [] : [`CSAT ${percent(csat)}`]),
  ];
  return (
    <section className={styles.question} aria-label={question}>
      <h3>{question}</h3>
      <Quiet size="body">{scores.join(' · ')}</Quiet>
      <ul>
        {counts.map(({ label, n }) => (
          <li key={label}>
            <span>{label}</span>
            <Progress label={label} value={n} of={answered} />
            <span className={styles.share}>
              {count(n)} · {share(n, answered)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
