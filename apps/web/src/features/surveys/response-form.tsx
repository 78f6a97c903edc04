import {
  type Asking,
  asAnswered,
  isAnswer,
  keepSurveyResponse,
  type SurveyOutcome,
  surveyOutcomes,
  wrongAnswer,
} from '@alo/contract';
import { Actions, Button, firstWrong, Quiet, Stack, TextAreaField } from '@alo/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain, mistakesToldBy } from '../../kit/api/problem.ts';
import { draftKey } from '../../kit/drafts/drafts.ts';
import { useKeptInput } from '../../kit/drafts/use-kept-input.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMe } from '../../kit/me/me.ts';
import { QuestionField } from './question-field.tsx';
import { surveyInput } from './survey-input.ts';
import styles from './surveys.module.css';

/** The questions of a survey one below the other; what is filled in outlives the page until it is saved. */
export function ResponseForm({
  asking: { survey, questions: asked, response, closed },
  customerId,
  onKept,
  onStale,
}: {
  asking: Asking;
  customerId: string;
  onKept: () => void;
  /** Somebody else has saved answers of this customer meanwhile. */
  onStale: () => void;
}) {
  const { api, toasts, changes, session } = useConsole();
  const key = draftKey('survey', session.tenantCode, useMe()?.id ?? '', survey.id, customerId);
  const { input, change, clear } = useKeptInput(key, surveyInput);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState<SurveyOutcome | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(wrong).length > 0) firstWrong(form.current)?.focus();
  }, [wrong]);

  const saved = new Map(response?.answers.map((one) => [one.question_id, one]));
  const questions = asked.map((one) => asAnswered(one, saved.get(one.id)));
  const valueOf = ({ id, kind }: Asking['questions'][number]) => {
    const before = saved.get(id);
    // What was answered to another kind of question is no answer to this one.
    return input.values[id] ?? (before?.kind === kind ? before.value : undefined);
  };
  const note = input.note ?? response?.note ?? '';

  const save = async (outcome: SurveyOutcome) => {
    const answered = outcome === 'answered' ? questions.map((one) => [one, valueOf(one)] as const) : [];
    const mistakes = answered.flatMap(([question, value]) => {
      const told = wrongAnswer(question, value);
      return told === undefined ? [] : [[question.id, told] as const];
    });
    setWrong(Object.fromEntries(mistakes));
    if (mistakes.length > 0) return;
    setBusy(outcome);
    try {
      const answers = Object.fromEntries(
        answered.flatMap(([{ id }, value]) => (isAnswer(value) ? [[id, value] as const] : [])),
      );
      await api(keepSurveyResponse, {
        params: { id: survey.id },
        body: { customer_id: customerId, version: response?.version ?? null, outcome, answers, note },
      });
      toasts.show({
        kind: 'success',
        text: outcome === 'answered' ? 'Đã lưu câu trả lời' : 'Đã lưu: không có câu trả lời',
      });
      await clear();
      onKept();
      await changes.stale('customer');
      await changes.stale('survey-campaign');
    } catch (error) {
      const told = mistakesToldBy(error);
      if (told) setWrong(told);
      else {
        toasts.show({ kind: 'error', ...explain(error) });
        onStale();
      }
    } finally {
      setBusy(null);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save('answered');
  };
  const isClosed = closed !== '';

  return (
    <Stack as="form" ref={form} noValidate gap={20} aria-label="Câu hỏi khảo sát" onSubmit={submit}>
      {response !== null && (
        <Quiet size="body">
          {surveyOutcomes[response.outcome]} ngày {dateTime(response.asked_at)}
          {response.by_name !== null && `, ${response.by_name} hỏi`}. Lưu lại sẽ sửa lần đó.
        </Quiet>
      )}
      {questions.map((question, at) => (
        <QuestionField
          key={question.id}
          question={question}
          place={at + 1}
          value={valueOf(question)}
          error={wrong[question.id]}
          disabled={isClosed}
          onChange={(value) => change({ values: { ...input.values, [question.id]: value } })}
        />
      ))}
      <TextAreaField
        label="Ghi chú"
        value={note}
        error={wrong.note}
        maxLength={2000}
        disabled={isClosed}
        onChange={(event) => change({ note: event.target.value })}
      />
      {wrong.survey !== undefined && (
        <p role="alert" className={styles.closed}>
          {wrong.survey}.
        </p>
      )}
      <Actions gap={12}>
        <Button type="submit" look="primary" size="lg" busy={busy === 'answered'} disabled={isClosed}>
          Lưu câu trả lời
        </Button>
        <Button size="lg" busy={busy === 'no-answer'} disabled={isClosed} onClick={() => void save('no-answer')}>
          Không trả lời
        </Button>
        <Button
          size="lg"
          look="quiet"
          busy={busy === 'declined'}
          disabled={isClosed}
          onClick={() => void save('declined')}
        >
          Từ chối
        </Button>
      </Actions>
    </Stack>
  );
}
