import {
  agrees,
  type CalibratedCall,
  type Calibration,
  calibratedScorers,
  calibrationDetail,
  calibrationFigures,
  calibrations,
  type EvaluationAnswer,
  referCalibration,
  type ScoreQuestion,
  scoreOf,
  shareOf,
} from '@alo/contract';
import { Button, Dialog, DialogActions, Quiet, Stack, Status } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { Answers } from '../../domain/quality/answers.tsx';
import { biasText } from '../../domain/quality/calibration-words.ts';
import { answersOf, scoreText, valuesOf } from '../../domain/quality/score-words.ts';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { count, share } from '../../kit/format/numbers.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { Surface } from '../../resource/page/page.tsx';
import styles from './quality.module.css';

/** From here on a question divides those who score. */
const dividesBelow = 0.8;

/** What each said of each question of each call, with what divides them first. */
export function SideBySide({ of }: { of: Calibration }) {
  const people = of.people.filter(({ given_at: at }) => at !== null);
  if (of.data.length === 0)
    return (
      <Surface padded>
        <Quiet>Câu trả lời đã được xoá cùng ghi âm; các con số vẫn còn.</Quiet>
        <People of={of} />
      </Surface>
    );
  if (of.data.every(({ given }) => given.length === 0))
    return (
      <Surface padded>
        <Quiet>Bạn chưa chấm xong khi buổi đóng, nên không xem được câu trả lời của người khác.</Quiet>
      </Surface>
    );
  return (
    <>
      <Surface padded>
        <Divided of={of} />
        <People of={of} />
      </Surface>
      {of.data.map((call) => (
        <Surface key={call.call_id} padded>
          <OfCall of={of} call={call} people={people} />
        </Surface>
      ))}
    </>
  );
}

function Divided({ of }: { of: Calibration }) {
  const { questions } = calibrationFigures(of, of.data, of.tolerance_percent);
  const divided = of.sections
    .flatMap((section) => section.questions)
    .flatMap(({ id, text }) => {
      const { pairs, agreed } = questions.get(id ?? '') ?? { pairs: 0, agreed: 0 };
      return pairs > 0 && agreed / pairs < dividesBelow ? [{ id, text, pairs, agreed }] : [];
    })
    .toSorted((one, other) => one.agreed / one.pairs - other.agreed / other.pairs);
  return (
    <section aria-label="Câu chia rẽ" className={styles.figures}>
      <h2>Câu chia rẽ</h2>
      {divided.length === 0 ? (
        <Quiet>Không câu nào: ở mỗi câu, từ 80% số cặp người chấm trở lên trả lời khớp nhau.</Quiet>
      ) : (
        <ul className={styles.tasks} aria-label="Câu mà người chấm trả lời khác nhau">
          {divided.map(({ id, text, pairs, agreed }) => (
            <li key={id}>
              <span>{text}</span>
              <Status tone="bad">{`Khớp ${share(agreed, pairs)}`}</Status>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** How each stands to the others, and to what is held right. */
function People({ of }: { of: Calibration }) {
  const people = of.people.filter(({ pairs }) => pairs > 0);
  if (people.length === 0) return null;
  return (
    <section aria-label="Từng người chấm" className={styles.figures}>
      <h2>Từng người chấm</h2>
      {/* It scrolls by itself where the screen is narrow: whoever has no mouse comes to it by Tab. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Bảng từng người chấm">
        <table className={styles.side} aria-label="Từng người chấm khớp với người khác và với đáp án chuẩn">
          <thead>
            <tr>
              <th scope="col">Người chấm</th>
              <th scope="col">Khớp người khác</th>
              <th scope="col">Khớp chuẩn</th>
              <th scope="col">So với chuẩn</th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ account_id: id, name, pairs, agreed, compared, right_ones: right, bias }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{share(agreed, pairs)}</td>
                <td>{share(right, compared)}</td>
                <td>{biasText(bias)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {people.every(({ compared }) => compared === 0) && (
        <Quiet>Chưa có đáp án chuẩn: người chủ trì đặt ở từng cuộc gọi bên dưới sau khi cả nhóm thống nhất.</Quiet>
      )}
    </section>
  );
}

const wordsOf = (question: ScoreQuestion, answer: EvaluationAnswer | undefined): string =>
  answersOf(question).find(({ value }) => value === String(answer?.value))?.label ?? '–';

function OfCall({
  of,
  call,
  people,
}: {
  of: Calibration;
  call: CalibratedCall;
  people: readonly Calibration['people'][number][];
}) {
  const may = useMay();
  const [refers, setRefers] = useState(false);
  const called = `${call.agent?.name ?? 'Nhân viên'} · ${dateTime(call.call_started_at)}`;
  const refer = call.reference === null ? 'Đặt đáp án chuẩn' : 'Sửa đáp án chuẩn';
  const { questions, pairs: pairsOfAll, agreed: agreedOfAll } = calibrationFigures(of, [call], of.tolerance_percent);
  const given = new Map(call.given.map((one) => [one.account_id, one]));
  const answerOf = (answers: readonly EvaluationAnswer[] | undefined, question: ScoreQuestion) =>
    answers?.find(({ question_id: id }) => id === question.id);
  const differs = (question: ScoreQuestion, answer: EvaluationAnswer | undefined) => {
    const right = answerOf(call.reference?.answers, question);
    const [one, other] = [answer, right].map((its) => its && shareOf(question, its.value));
    return one !== undefined && other !== undefined && !agrees(one, other, of.tolerance_percent);
  };
  return (
    <section aria-label={`Cuộc gọi của ${called}`}>
      <header className={styles.callHead}>
        <h2>
          {may('call-history.view') ? (
            <Link to="/call-history" search={{ id: call.call_id }}>
              {called}
            </Link>
          ) : (
            called
          )}
        </h2>
        {of.may.refer && (
          <Button size="sm" aria-label={`${refer} cho cuộc ${called}`} onClick={() => setRefers(true)}>
            {refer}
          </Button>
        )}
      </header>
      {/* It scrolls by itself where the screen is narrow: whoever has no mouse comes to it by Tab. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={`Bảng so từng câu, cuộc ${called}`}>
        <table className={styles.side} aria-label={`Từng câu, cuộc ${called}`}>
          <thead>
            <tr>
              <th scope="col">Câu hỏi</th>
              {people.map(({ account_id: id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">Chuẩn</th>
              <th scope="col">Khớp nhau</th>
            </tr>
          </thead>
          <tbody>
            {of.sections.flatMap((section) =>
              section.questions.map((question) => {
                const { pairs, agreed } = questions.get(question.id ?? '') ?? { pairs: 0, agreed: 0 };
                return (
                  <tr key={question.id}>
                    <th scope="row">
                      {question.text}
                      <small>{section.name}</small>
                    </th>
                    {people.map(({ account_id: id }) => {
                      const answer = answerOf(given.get(id)?.answers, question);
                      const isOff = differs(question, answer);
                      return (
                        <td key={id} data-off={isOff || undefined}>
                          {wordsOf(question, answer)}
                          {isOff && <small>khác chuẩn</small>}
                          {answer !== undefined && answer.comment !== '' && <small>{answer.comment}</small>}
                        </td>
                      );
                    })}
                    <td>{wordsOf(question, answerOf(call.reference?.answers, question))}</td>
                    <td>
                      {agreed === pairs ? (
                        share(agreed, pairs)
                      ) : (
                        <Status tone={agreed / pairs < dividesBelow ? 'bad' : 'paused'}>{share(agreed, pairs)}</Status>
                      )}
                    </td>
                  </tr>
                );
              }),
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Điểm</th>
              {people.map(({ account_id: id }) => (
                <td key={id}>{scoreText(given.get(id)?.percent ?? null)}</td>
              ))}
              <td>{scoreText(call.reference?.percent ?? null)}</td>
              <td>{share(agreedOfAll, pairsOfAll)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      {refers && <Reference of={of} call={call} called={called} onDone={() => setRefers(false)} />}
    </section>
  );
}

/** What is held right: as it was said before, else what most have said. */
function Reference({
  of,
  call,
  called,
  onDone,
}: {
  of: Calibration;
  call: CalibratedCall;
  called: string;
  onDone: () => void;
}) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const [answers, setAnswers] = useState<readonly EvaluationAnswer[]>(
    () => call.reference?.answers ?? mostSaid(of, call),
  );
  const [asked, setAsked] = useState(false);
  const { percent, missing } = scoreOf(of, valuesOf(answers));
  const save = useMutation({
    mutationFn: () =>
      api(referCalibration, { params: { id: of.id }, body: { call_id: call.call_id, answers: [...answers] } }),
    onSuccess: () => {
      toasts.show({ kind: 'success', text: 'Đã đặt đáp án chuẩn' });
      onDone();
    },
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(calibrationDetail, calibrations, calibratedScorers),
  });
  return (
    <Dialog opened onClose={onDone} title="Đáp án chuẩn" width={640}>
      <Stack>
        <Quiet>{`${called}. Điền sẵn câu trả lời của nhiều người nhất; sửa theo điều cả nhóm thống nhất.`}</Quiet>
        <Answers
          of={{ sections: of.sections, fatal_percent: of.fatal_percent, measured: null }}
          answers={answers}
          wrong={asked ? missing : []}
          onAnswers={setAnswers}
        />
        <Quiet>{`Điểm chuẩn: ${scoreText(percent)}${missing.length > 0 ? ` · còn ${count(missing.length)} câu` : ''}`}</Quiet>
        <DialogActions>
          <Button onClick={onDone}>Thôi</Button>
          <Button
            look="primary"
            busy={save.isPending}
            onClick={() => {
              setAsked(true);
              if (missing.length === 0) save.mutate();
            }}
          >
            Lưu đáp án chuẩn
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

/** Of each question the answer of most; of several, the first that was given. */
function mostSaid(of: Calibration, call: CalibratedCall): EvaluationAnswer[] {
  return of.sections.flatMap((section) =>
    section.questions.flatMap(({ id }) => {
      const said = call.given.flatMap(({ answers }) => answers.filter(({ question_id: its }) => its === id));
      const times = Map.groupBy(said, ({ value }) => value);
      const [most] = [...times.values()].toSorted((one, other) => other.length - one.length);
      return most?.[0] === undefined ? [] : [{ ...most[0], comment: '' }];
    }),
  );
}
