import {
  agreeEvaluation,
  decideEvaluation,
  disputeEvaluation,
  type Evaluation,
  type EvaluationAnswer,
  type EvaluationMark,
  evaluationDetail,
  evaluations,
  evaluationsOfCall,
  measuredAnswer,
  saveEvaluation,
  scoreOf,
  submitEvaluation,
} from '@alo/contract';
import { Actions, Button, Quiet, Stack, TextAreaField } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { Answers } from './answers.tsx';
import type { MarkShown, Playhead } from './playhead.ts';
import styles from './quality.module.css';
import { questionsOf, scoreText, valuesOf } from './score-words.ts';

interface Shown {
  readonly heard: RefObject<Playhead>;
  readonly onMarks: (marks: readonly MarkShown[]) => void;
}

/** One score, as far as whoever has it open may do something with it. */
export function OneScore({ id, ...shown }: Shown & { id: string }) {
  const read = useRead();
  const { data } = useQuery(read(evaluationDetail, { params: { id } }));
  if (data === undefined) return null;
  // What was said meanwhile is read anew; what is being written is the writer's.
  return data.may.score ? (
    <Scoring key={data.id} of={data} {...shown} />
  ) : (
    <Scored key={data.version} of={data} {...shown} />
  );
}

/** Puts the marks on the wave for as long as the score is open. */
function useMarksOnWave(of: Evaluation, marks: readonly EvaluationMark[], onMarks: Shown['onMarks']): void {
  useEffect(() => {
    const words = new Map(questionsOf(of).map((question) => [question.id, question.text]));
    onMarks(marks.map((mark) => ({ ...mark, about: words.get(mark.question_id) ?? '' })));
    return () => onMarks([]);
  }, [of, marks, onMarks]);
}

/** After something was done with a score all that shows it is read again; who was slower is told. */
function useDone() {
  const { toasts } = useConsole();
  const invalidate = useInvalidate();
  return {
    settled: () => invalidate(evaluationDetail, evaluationsOfCall, evaluations),
    refused: (error: unknown) =>
      toasts.show(
        error instanceof ApiProblem && error.status === 409
          ? { kind: 'error', text: 'Điểm này vừa được sửa ở nơi khác. Hãy mở lại.' }
          : { kind: 'error', ...explain(error) },
      ),
    told: (text: string) => toasts.show({ kind: 'success', text }),
  };
}

/** Answers that a scorer begins with: what they said before, and what was measured. */
function begunWith({ answers, ...of }: Evaluation): EvaluationAnswer[] {
  const said = new Set(answers.map(({ question_id: id }) => id));
  const byThemselves = questionsOf(of).flatMap((question): EvaluationAnswer[] => {
    if (question.id === null || said.has(question.id)) return [];
    const value = measuredAnswer(question, of.measured);
    return value === undefined ? [] : [{ question_id: question.id, value, comment: '' }];
  });
  return [...answers, ...byThemselves];
}

function Scoring({ of, heard, onMarks }: Shown & { of: Evaluation }) {
  const { api } = useConsole();
  const done = useDone();
  const [answers, setAnswers] = useState(() => begunWith(of));
  const [marks, setMarks] = useState<readonly EvaluationMark[]>(of.marks);
  const [comment, setComment] = useState(of.comment);
  const [version, setVersion] = useState(of.version);
  const [asked, setAsked] = useState(false);
  useMarksOnWave(of, marks, onMarks);
  const { missing } = scoreOf(of, valuesOf(answers));
  const body = { version, answers, marks: [...marks], comment };
  const save = useMutation({
    mutationFn: () => api(saveEvaluation, { params: { id: of.id }, body }),
    onSuccess: ({ version: now }) => {
      setVersion(now);
      done.told('Đã lưu nháp');
    },
    onError: done.refused,
    onSettled: done.settled,
  });
  const submit = useMutation({
    mutationFn: () => api(submitEvaluation, { params: { id: of.id }, body }),
    onSuccess: () => done.told(`Đã gửi điểm cho ${of.agent?.name ?? 'nhân viên'}`),
    onError: done.refused,
    onSettled: done.settled,
  });
  const isBusy = save.isPending || submit.isPending;
  return (
    <Stack
      as="form"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (missing.length === 0) submit.mutate();
      }}
    >
      <Answers
        of={of}
        answers={answers}
        marks={marks}
        heard={heard}
        wrong={asked ? missing : []}
        onAnswers={setAnswers}
        onMarks={setMarks}
      />
      <TextAreaField
        label="Nhận xét chung"
        value={comment}
        maxLength={1000}
        onChange={(event) => setComment(event.target.value)}
      />
      <Sum of={of} answers={answers} />
      {asked && missing.length > 0 && (
        <p role="alert" className={styles.wrong}>
          Còn {missing.length} câu chưa chấm.
        </p>
      )}
      <Actions>
        <Button type="submit" look="primary" busy={submit.isPending} disabled={isBusy}>
          Gửi điểm
        </Button>
        <Button busy={save.isPending} disabled={isBusy} onClick={() => save.mutate()}>
          Lưu nháp
        </Button>
      </Actions>
    </Stack>
  );
}

/** What the answers come to, as they are given. */
function Sum({ of, answers }: { of: Evaluation; answers: readonly EvaluationAnswer[] }) {
  const { percent, fatal, missing } = scoreOf(of, valuesOf(answers));
  return (
    <p className={styles.sum}>
      <output aria-label="Điểm">{scoreText(percent)}</output>
      {fatal.length > 0
        ? ` · có lỗi chết, nhiều nhất ${scoreText(of.fatal_percent)}`
        : percent !== null && missing.length === 0 && (percent >= of.pass_percent ? ' · đạt' : ' · chưa đạt')}
      {missing.length > 0 && ` · còn ${missing.length} câu`}
    </p>
  );
}

function Scored({ of, heard, onMarks }: Shown & { of: Evaluation }) {
  useMarksOnWave(of, of.marks, onMarks);
  return (
    <Stack>
      {of.state !== 'due' && <Answers of={of} answers={of.answers} marks={of.marks} heard={heard} />}
      {of.comment !== '' && <p className={styles.words}>{of.comment}</p>}
      {of.submitted_at !== null && (
        <p className={styles.sum}>
          <output aria-label="Điểm">{scoreText(of.percent)}</output>
          {of.fatal ? ' · có lỗi chết' : of.passed === true ? ' · đạt' : ' · chưa đạt'}
          {of.first_percent !== null && ` · trước phân xử ${scoreText(of.first_percent)}`}
        </p>
      )}
      <Quiet>
        {[
          of.scorer === null ? 'Chưa ai nhận chấm' : `Người chấm: ${of.scorer.name}`,
          of.submitted_at !== null && `gửi ${dateTime(of.submitted_at)}`,
          `phiếu bản ${of.edition}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Quiet>
      {of.agent_word !== '' && (
        <p className={styles.words}>
          <b>{of.agent?.name ?? 'Nhân viên'} không đồng ý:</b> {of.agent_word}
        </p>
      )}
      {of.decision !== '' && (
        <p className={styles.words}>
          <b>{of.decider?.name ?? 'Người phân xử'} quyết định:</b> {of.decision}
        </p>
      )}
      {of.may.respond && <Respond of={of} />}
      {of.may.decide && <Decide of={of} heard={heard} />}
    </Stack>
  );
}

const noReason = { reason: '' };

/** The agent agrees, or says why not. */
function Respond({ of }: { of: Evaluation }) {
  const { api } = useConsole();
  const done = useDone();
  const [disputes, setDisputes] = useState(false);
  const agree = useMutation({
    mutationFn: () => api(agreeEvaluation, { params: { id: of.id } }),
    onSuccess: () => done.told('Đã đồng ý với điểm'),
    onError: done.refused,
    onSettled: done.settled,
  });
  const form = useContractForm({
    schema: disputeEvaluation.body,
    values: noReason,
    send: (body) => api(disputeEvaluation, { params: { id: of.id }, body }),
    saved: 'Đã gửi phản hồi cho người phân xử',
    onSaved: done.settled,
  });
  if (disputes) {
    return (
      <Stack as="form" gap={8} {...form.props}>
        <TextAreaField
          label="Vì sao không đồng ý"
          value={form.values.reason}
          error={form.errors['reason']}
          onChange={(event) => form.set({ reason: event.target.value })}
        />
        <Actions>
          <Button type="submit" look="primary" busy={form.busy}>
            Gửi phản hồi
          </Button>
          <Button onClick={() => setDisputes(false)}>Thôi</Button>
        </Actions>
      </Stack>
    );
  }
  return (
    <>
      {of.dispute_until !== null && <Quiet>Phản hồi được đến {dateTime(of.dispute_until)}.</Quiet>}
      <Actions>
        <Button look="primary" busy={agree.isPending} onClick={() => agree.mutate()}>
          Đồng ý với điểm
        </Button>
        <Button onClick={() => setDisputes(true)}>Không đồng ý</Button>
      </Actions>
    </>
  );
}

/** Somebody who has no part in it looks at each answer again. */
function Decide({ of, heard }: { of: Evaluation; heard: RefObject<Playhead> }) {
  const { api } = useConsole();
  const done = useDone();
  const [answers, setAnswers] = useState<readonly EvaluationAnswer[]>(of.answers);
  const form = useContractForm({
    schema: decideEvaluation.body,
    values: { decision: '' },
    body: (values) => ({ ...values, version: of.version, answers }),
    send: (body) => api(decideEvaluation, { params: { id: of.id }, body }),
    saved: 'Đã phân xử',
    onSaved: done.settled,
  });
  return (
    <Stack as="form" {...form.props} aria-label="Phân xử">
      <h3>Phân xử</h3>
      <Answers of={of} answers={answers} marks={of.marks} heard={heard} onAnswers={setAnswers} />
      <Sum of={of} answers={answers} />
      <TextAreaField
        label="Quyết định và lý do"
        value={form.values.decision}
        error={form.errors['decision']}
        onChange={(event) => form.set({ decision: event.target.value })}
      />
      <Actions>
        <Button type="submit" look="primary" busy={form.busy}>
          Gửi quyết định
        </Button>
      </Actions>
    </Stack>
  );
}
