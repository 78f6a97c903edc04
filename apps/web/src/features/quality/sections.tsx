import {
  type ScoreQuestion,
  type ScoreSection,
  scoreKinds,
  scoreMeasures,
  type scoreQuestion,
  type scoreSection,
} from '@alo/contract';
import { RowsField } from '@alo/ui';
import type { z } from 'zod';

import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { inParts } from '../../resource/fields/codecs.ts';
import { type AnyFields, type Field, labelled } from '../../resource/fields/field.ts';
import { number } from '../../resource/fields/numbers.tsx';
import { type Problems, within } from '../../resource/fields/problems.ts';
import { rows } from '../../resource/fields/rows.tsx';
import { text } from '../../resource/fields/text.tsx';
import styles from './quality.module.css';

const blankQuestion: ScoreQuestion = {
  id: null,
  text: '',
  kind: 'pass',
  weight: 1,
  fatal: false,
  optional: false,
  choices: [],
  measure: 'none',
  limit: 10,
  note: '',
};
const blankSection = (): ScoreSection => ({ name: '', weight: 1, questions: [{ ...blankQuestion }] });

const name = text('Tên phần', { placeholder: 'Mở đầu' });
const weight = number('Trọng số', { blank: 1 });
const parts = {
  text: text('Câu hỏi', { placeholder: 'Chào và xưng tên?' }),
  kind: oneOf('Cách chấm', scoreKinds, { blank: 'pass' }),
  measure: oneOf('Ai chấm', scoreMeasures, { blank: 'none' }),
  limit: number('Không quá', { blank: 10 }),
  choices: rows(
    'Đáp án',
    { text: text('Đáp án'), percent: number('Được', { unit: '%', blank: 100 }) },
    { noun: 'đáp án', most: 10 },
  ),
  weight,
  fatal: onOff('Lỗi chết', { hint: 'Trả lời kém nhất thì cả phiếu bị hạ.' }),
  optional: onOff('Cho chọn “Không áp dụng”'),
  note: text('Hướng dẫn chấm'),
};
type Part = keyof typeof parts;

/** Fields that this question needs now. */
const partsOf = ({ kind, measure }: ScoreQuestion): readonly Part[] => [
  'text',
  'kind',
  ...(kind === 'pass' ? (['measure'] as const) : []),
  ...(kind === 'pass' && measure !== 'none' && measure !== 'hold_told' ? (['limit'] as const) : []),
  ...(kind === 'choice' ? (['choices'] as const) : []),
  'weight',
  'fatal',
  'optional',
  'note',
];

type Given = z.input<typeof scoreSection>;

/** With everything that a program may leave out. */
const whole = ({ name: called, weight: counts = 1, questions = [] }: Given): ScoreSection => ({
  name: called,
  weight: counts,
  questions: questions.map((question) => wholeQuestion(question)),
});

function wholeQuestion(question: z.input<typeof scoreQuestion>): ScoreQuestion {
  const { id = null, text: asked, kind = 'pass', weight: counts = 1, fatal = false, optional = false } = question;
  const { choices = [], measure = 'none', limit = 10, note = '' } = question;
  const answers = choices.map(({ text: one, percent = 100 }) => ({ text: one, percent }));
  return { id, text: asked, kind, weight: counts, fatal, optional, choices: answers, measure, limit, note };
}

/** What a sheet asks: its sections, and in each the questions. */
export const sheetSections = (label: string): Field<Given[]> =>
  labelled(
    label,
    {},
    {
      ...inParts((all) => `${all.reduce((n, { questions = [] }) => n + questions.length, 0)} câu hỏi`),
      blank: [blankSection()],
      wide: true,
      Control: ({ name: field, value, onChange, onBlur, problems, ...group }) => (
        <RowsField
          {...group}
          error={problems['']}
          noun="phần"
          most={20}
          rows={(value ?? []).map(whole)}
          blank={blankSection}
          onChange={onChange}
        >
          {(section, set, index) => {
            const inSection = within(problems, index);
            const common = { required: false, disabled: group.disabled, onBlur, hint: undefined };
            return (
              <>
                <name.Control
                  {...common}
                  name={`${field}.${index}.name`}
                  label="Tên phần"
                  required
                  problems={within(inSection, 'name')}
                  value={section.name}
                  onChange={(next) => set({ ...section, name: next ?? '' })}
                />
                <weight.Control
                  {...common}
                  name={`${field}.${index}.weight`}
                  label="Trọng số của phần"
                  problems={within(inSection, 'weight')}
                  value={section.weight}
                  onChange={(next) => set({ ...section, weight: next ?? 1 })}
                />
                <Questions
                  field={`${field}.${index}.questions`}
                  value={section.questions}
                  disabled={group.disabled}
                  problems={within(inSection, 'questions')}
                  onBlur={onBlur}
                  onChange={(questions) => set({ ...section, questions })}
                />
              </>
            );
          }}
        </RowsField>
      ),
      Show: ({ value }) =>
        value && value.length > 0 ? (
          <ol className={styles.shown}>
            {value.map(whole).map(({ name: called, questions, weight: counts }) => (
              <li key={questions[0]?.id ?? called}>
                {called} · trọng số {counts}
                <ul>
                  {questions.map((question) => (
                    <li key={question.id}>
                      {question.text}
                      {question.fatal && ' · lỗi chết'}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        ) : (
          '–'
        ),
    },
  );

function Questions({
  field,
  value,
  disabled,
  problems,
  onBlur,
  onChange,
}: {
  field: string;
  value: readonly ScoreQuestion[];
  disabled: boolean;
  problems: Problems;
  onBlur: () => void;
  onChange: (questions: ScoreQuestion[]) => void;
}) {
  // Each part is checked against its own value; here they are all alike.
  const fields = parts as unknown as AnyFields;
  return (
    <RowsField
      className={styles.questions}
      label="Câu hỏi"
      error={problems['']}
      noun="câu"
      most={50}
      disabled={disabled}
      rows={value}
      blank={() => ({ ...blankQuestion })}
      onChange={onChange}
    >
      {(question, set, index) => {
        const inRow = within(problems, index);
        return partsOf(question).map((part) => {
          const one = fields[part];
          return (
            one && (
              <one.Control
                key={part}
                name={`${field}.${index}.${part}`}
                label={part === 'limit' ? limitLabels[question.measure] : one.label}
                hint={one.hint}
                problems={within(inRow, part)}
                required={part === 'text'}
                disabled={disabled}
                value={question[part]}
                onChange={(next) => set(settled({ ...question, [part]: next ?? blankQuestion[part] }))}
                onBlur={onBlur}
              />
            )
          );
        });
      }}
    </RowsField>
  );
}

/** Only what is passed or not is answered by what was measured. */
const settled = (question: ScoreQuestion): ScoreQuestion =>
  question.kind === 'pass' ? question : { ...question, measure: 'none' };

const limitLabels: Readonly<Record<ScoreQuestion['measure'], string>> = {
  none: '',
  hold_told: '',
  greeting: 'Chào trong (giây)',
  longest_silence: 'Im lặng không quá (giây)',
  overtalk: 'Nói chen không quá (%)',
  agent_share: 'Nhân viên nói không quá (%)',
};
