import {
  type AnswerValue,
  type SurveyPage as Asked,
  answerSurveyLink,
  isAnswer,
  questionAfter,
  readSurveyLink,
} from '@alo/contract';
import { Button, State } from '@alo/ui';
import { useEffect, useRef, useState } from 'react';

import { DeadLink } from '../../domain/links/dead-link.tsx';
import type { StrangerProps } from '../../domain/links/mount-stranger.tsx';
import { isDeadLink, useOpened, useStrangersApi } from '../../domain/links/use-opened.ts';
import { QuestionField } from '../../domain/surveys/question-field.tsx';
import { explain } from '../../kit/api/problem.ts';
import styles from './survey-page.module.css';

/** /khao-sat: whoever was sent a link answers one question a screen, without signing in. The token stands behind the #. */
export function SurveyPage({ config, token }: StrangerProps) {
  const api = useStrangersApi(config);
  const {
    opened: page,
    setOpened: setPage,
    trouble,
    setTrouble,
  } = useOpened((its) => api(readSurveyLink, { body: { token: its } }), token);

  return (
    <div className={styles.page}>
      <title>{page === undefined ? 'Khảo sát' : `Khảo sát · ${page.company}`}</title>
      <main className={styles.column}>
        {trouble !== undefined ? (
          <DeadLink error={trouble} unopened="Chưa mở được khảo sát">
            Khảo sát đã kết thúc, hoặc liên kết đã hết hạn.
          </DeadLink>
        ) : page === undefined ? (
          <output aria-label="Đang tải" />
        ) : page.complete ? (
          <State drawing="empty" title="Cảm ơn quý khách">
            {page.company} đã nhận được câu trả lời.
          </State>
        ) : (
          <Questions
            page={page}
            send={async (answers, last) => setPage(await api(answerSurveyLink, { body: { token, answers, last } }))}
            onDead={setTrouble}
          />
        )}
      </main>
    </div>
  );
}

interface QuestionsProps {
  readonly page: Asked;
  readonly send: (answers: Readonly<Record<string, AnswerValue>>, last: boolean) => Promise<void>;
  readonly onDead: (error: unknown) => void;
}

/** One question at a time; the way goes by the answers, and back. */
function Questions({ page, send, onDead }: QuestionsProps) {
  const { questions, branches, survey, company } = page;
  const [answers, setAnswers] = useState<Readonly<Record<string, AnswerValue>>>(() =>
    Object.fromEntries(page.answers.map(({ question_id: id, value }) => [id, value])),
  );
  /** The questions that were come to, the one that is asked last. */
  const [way, setWay] = useState<readonly string[]>(() => questions.slice(0, 1).map(({ id }) => id));
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const question = questions.find(({ id }) => id === way.at(-1));
  useEffect(() => {
    if (way.length > 1) heading.current?.focus();
  }, [way]);
  if (question === undefined) return <State drawing="empty" title="Khảo sát này chưa có câu hỏi" />;

  const value = answers[question.id];
  const next = questionAfter(questions, branches, question, value);
  const goOn = async () => {
    if (question.required && !isAnswer(value)) return setError('Hãy trả lời câu này');
    setBusy(true);
    try {
      await send(Object.fromEntries(Object.entries(answers).filter(([, one]) => isAnswer(one))), next === undefined);
      setError(undefined);
      if (next !== undefined) setWay([...way, next.id]);
    } catch (problem) {
      if (isDeadLink(problem)) onDead(problem);
      else setError(explain(problem).text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void goOn();
      }}
    >
      <header>
        <p className={styles.company}>{company}</p>
        <h1 ref={heading} tabIndex={-1}>
          {survey.name}
        </h1>
        {way.length === 1 && survey.note !== '' && <p className={styles.note}>{survey.note}</p>}
      </header>
      <QuestionField
        key={question.id}
        question={question}
        place={way.length}
        value={value}
        error={error}
        disabled={busy}
        onChange={(given) => {
          setError(undefined);
          setAnswers({ ...answers, [question.id]: given });
        }}
      />
      <div className={styles.buttons}>
        {way.length > 1 && (
          <Button size="lg" disabled={busy} onClick={() => setWay(way.slice(0, -1))}>
            Quay lại
          </Button>
        )}
        <Button type="submit" look="primary" size="lg" busy={busy}>
          {next === undefined ? 'Gửi câu trả lời' : 'Tiếp tục'}
        </Button>
      </div>
    </form>
  );
}
