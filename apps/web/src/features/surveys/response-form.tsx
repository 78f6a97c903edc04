import {
  type Asking,
  asAnswered,
  isAnswer,
  keepSurveyResponse,
  questionsAsked,
  type SurveyOutcome,
  surveyOutcomes,
  wrongAnswer,
} from '@alo/contract';
import { Actions, Button, Quiet, Stack, TextAreaField } from '@alo/ui';

import { QuestionField } from '../../domain/surveys/question-field.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { mistakesToldBy } from '../../kit/api/problem.ts';
import { draftKey } from '../../kit/drafts/drafts.ts';
import { useKeptInput } from '../../kit/drafts/use-kept-input.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMe } from '../../kit/me/me.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';

import { surveyInput } from './survey-input.ts';
import styles from './surveys.module.css';

/** The answers themselves are in a draft that outlives the page. */
const asAsked: { outcome: SurveyOutcome } = { outcome: 'answered' };

/** The questions of a survey one below the other; what is filled in outlives the page until it is saved. */
export function ResponseForm({
  asking: { survey, questions: asked, branches, response, closed },
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
  const { api, changes, session } = useConsole();
  const key = draftKey('survey', session.tenantCode, useMe()?.id ?? '', survey.id, customerId);
  const { input, change, clear } = useKeptInput(key, surveyInput);
  const saved = new Map(response?.answers.map((one) => [one.question_id, one]));
  const all = asked.map((one) => asAnswered(one, saved.get(one.id)));
  const valueOf = ({ id, kind }: Asking['questions'][number]) => {
    const before = saved.get(id);
    // What was answered to another kind of question is no answer to this one.
    return input.values[id] ?? (before?.kind === kind ? before.value : undefined);
  };
  // What comes next may depend on what was answered.
  const questions = questionsAsked(all, branches, valueOf);
  const note = input.note ?? response?.note ?? '';

  const answersFor = (outcome: SurveyOutcome) =>
    outcome === 'answered' ? questions.map((one) => [one, valueOf(one)] as const) : [];
  const form = useContractForm({
    schema: keepSurveyResponse.body,
    values: asAsked,
    body: ({ outcome }) => ({
      customer_id: customerId,
      version: response?.version ?? null,
      outcome,
      answers: Object.fromEntries(
        answersFor(outcome).flatMap(([{ id }, value]) => (isAnswer(value) ? [[id, value] as const] : [])),
      ),
      note,
    }),
    mistakes: ({ outcome }) =>
      Object.fromEntries(
        answersFor(outcome).flatMap(([question, value]) => {
          const told = wrongAnswer(question, value);
          return told === undefined ? [] : [[question.id, told] as const];
        }),
      ),
    send: async (body) => {
      await api(keepSurveyResponse, { params: { id: survey.id }, body });
      return body.outcome;
    },
    onRefused: (error) => {
      if (mistakesToldBy(error) === undefined) onStale();
      return undefined;
    },
    saved: (outcome) => ({
      kind: 'success',
      text: outcome === 'answered' ? 'Đã lưu câu trả lời' : 'Đã lưu: không có câu trả lời',
    }),
    onSaved: async () => {
      await clear();
      onKept();
      await changes.stale('customer');
      await changes.stale('survey-answers');
    },
  });
  const save = (outcome: SurveyOutcome) => void form.submit({ from: asAsked, change: { outcome } });
  const busy = form.busy ? form.values.outcome : null;
  const wrong = form.errors;
  const isClosed = closed !== '';

  return (
    <Stack
      as="form"
      {...form.props}
      gap={20}
      aria-label="Câu hỏi khảo sát"
      onSubmit={(event) => {
        event.preventDefault();
        save('answered');
      }}
    >
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
        error={wrong['note']}
        maxLength={2000}
        disabled={isClosed}
        onChange={(event) => change({ note: event.target.value })}
      />
      {wrong['survey'] !== undefined && (
        <p role="alert" className={styles.closed}>
          {wrong['survey']}.
        </p>
      )}
      <Actions gap={12}>
        <Button type="submit" look="primary" size="lg" busy={busy === 'answered'} disabled={isClosed}>
          Lưu câu trả lời
        </Button>
        <Button size="lg" busy={busy === 'no-answer'} disabled={isClosed} onClick={() => save('no-answer')}>
          Không trả lời
        </Button>
        <Button size="lg" look="quiet" busy={busy === 'declined'} disabled={isClosed} onClick={() => save('declined')}>
          Từ chối
        </Button>
      </Actions>
    </Stack>
  );
}
