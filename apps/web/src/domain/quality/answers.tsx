import {
  type Evaluation,
  type EvaluationAnswer,
  type EvaluationMark,
  type ScoreQuestion,
  scoreOf,
} from '@alo/contract';
import { Button, ChoiceField, IconBookmark, IconButton, IconTrash, TextField } from '@alo/ui';
import { type RefObject, useState } from 'react';

import { minutesSeconds } from '../../kit/format/time.ts';
import type { Playhead } from './playhead.ts';
import styles from './quality.module.css';
import { answersOf, measuredText, scoreText, valuesOf } from './score-words.ts';

interface Given {
  /** The sheet as it was when it was begun, and what was measured of the call. */
  readonly of: Pick<Evaluation, 'sections' | 'fatal_percent' | 'measured'>;
  readonly answers: readonly EvaluationAnswer[];
  readonly marks?: readonly EvaluationMark[];
  /** Left out where nothing is marked. */
  readonly heard?: RefObject<Playhead>;
  /** Questions that wait for an answer, once that was said. */
  readonly wrong?: readonly string[];
  /** Left out where they are only read. */
  readonly onAnswers?: (answers: EvaluationAnswer[]) => void;
  readonly onMarks?: (marks: EvaluationMark[]) => void;
}

/** The questions of a sheet with what was said to each, and the marks that belong to it. */
export function Answers(given: Given) {
  const { of, answers } = given;
  const { sections: scores } = scoreOf(of, valuesOf(answers));
  return of.sections.map((section, at) => (
    <fieldset key={section.questions[0]?.id ?? section.name} className={styles.section}>
      <legend>
        {section.name}
        <span>{scoreText(scores[at] ?? null)}</span>
      </legend>
      {section.questions.map((question) => (
        <Question key={question.id} question={question} {...given} />
      ))}
    </fieldset>
  ));
}

function Question({
  question,
  of,
  answers,
  marks = [],
  heard,
  wrong = [],
  onAnswers,
  onMarks,
}: Given & { question: ScoreQuestion }) {
  const id = question.id ?? '';
  const answer = answers.find(({ question_id: its }) => its === id);
  const value = answer === undefined ? null : String(answer.value);
  const choices = answersOf(question);
  const measured = measuredText(question, of.measured);
  const own = marks.filter(({ question_id: its }) => its === id);
  const say = (change: Partial<EvaluationAnswer>) =>
    onAnswers?.([
      ...answers.filter((one) => one !== answer),
      { question_id: id, value: 0, comment: '', ...answer, ...change },
    ]);
  return (
    <div className={styles.question}>
      {onAnswers === undefined ? (
        <p>
          {question.text}
          <b data-answer={value ?? undefined}>{choices.find((one) => one.value === value)?.label ?? '–'}</b>
        </p>
      ) : (
        <ChoiceField
          label={question.text}
          hint={[question.fatal && 'Lỗi chết', question.note, measured].filter(Boolean).join(' · ') || undefined}
          error={wrong.includes(id) ? 'Hãy chấm câu này' : undefined}
          choices={choices}
          value={value}
          onChange={(chosen) => say({ value: chosen === 'n/a' ? chosen : Number(chosen) })}
        />
      )}
      {onAnswers === undefined && (question.fatal || measured !== undefined) && (
        <p className={styles.why}>{[question.fatal && 'Lỗi chết', measured].filter(Boolean).join(' · ')}</p>
      )}
      {onAnswers === undefined && answer !== undefined && answer.comment !== '' && (
        <p className={styles.words}>{answer.comment}</p>
      )}
      {onAnswers !== undefined && answer !== undefined && <Comment key={id} answer={answer} onSay={say} />}
      {own.length > 0 && (
        <ul className={styles.marks} aria-label={`Dấu của câu ${question.text}`}>
          {own.map((mark, at) => (
            // Marks have no name but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <Button size="sm" look="quiet" onClick={() => heard?.current.seek(Math.max(0, mark.at - leadSeconds))}>
                {minutesSeconds(mark.at)}
              </Button>
              {onMarks === undefined ? (
                <span>{mark.comment}</span>
              ) : (
                <>
                  <TextField
                    label={<span className="alo-unseen">Nghe thấy gì ở {minutesSeconds(mark.at)}</span>}
                    placeholder="Nghe thấy gì ở đây"
                    maxLength={1000}
                    value={mark.comment}
                    onChange={(event) =>
                      onMarks(marks.map((one) => (one === mark ? { ...mark, comment: event.target.value } : one)))
                    }
                  />
                  <IconButton
                    size="sm"
                    label={`Bỏ dấu ở ${minutesSeconds(mark.at)}`}
                    onClick={() => onMarks(marks.filter((one) => one !== mark))}
                  >
                    <IconTrash aria-hidden />
                  </IconButton>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {onMarks !== undefined && heard !== undefined && (
        <Button
          size="sm"
          look="quiet"
          icon={<IconBookmark aria-hidden />}
          aria-label={`Đánh dấu chỗ đang nghe cho câu ${question.text}`}
          onClick={() =>
            onMarks([...marks, { at: Math.round(heard.current.at * 10) / 10, question_id: id, comment: '' }])
          }
        >
          Đánh dấu chỗ đang nghe
        </Button>
      )}
    </div>
  );
}

/** What was said just before is heard as well. */
const leadSeconds = 1;

/** A word to an answer: few are given one. */
function Comment({
  answer,
  onSay,
}: {
  answer: EvaluationAnswer;
  onSay: (change: Pick<EvaluationAnswer, 'comment'>) => void;
}) {
  const [isOpen, setOpen] = useState(answer.comment !== '');
  if (!isOpen) {
    return (
      <Button size="sm" look="quiet" onClick={() => setOpen(true)}>
        Ghi nhận xét
      </Button>
    );
  }
  return (
    <TextField
      label="Nhận xét"
      value={answer.comment}
      maxLength={1000}
      onChange={(event) => onSay({ comment: event.target.value })}
    />
  );
}
