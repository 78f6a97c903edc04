import type { AnswerValue, Asking, QuestionKind } from '@alo/contract';
import { Checkbox, type Choice, ChoiceField, FieldGroup, TextAreaField } from '@alo/ui';

import styles from './question-field.module.css';

type Question = Asking['questions'][number];

/** A question with what can be answered to it; the arrow keys choose, Tab goes on to the next. */
export function QuestionField({
  question: { name, kind, choices, required },
  place,
  value,
  error,
  disabled,
  onChange,
}: {
  question: Question;
  place: number;
  value: AnswerValue | undefined;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: AnswerValue) => void;
}) {
  const field = { label: `${place}. ${name}`, required, error, hint: hints[kind] };
  switch (kind) {
    case 'text':
      return (
        <TextAreaField
          {...field}
          value={typeof value === 'string' ? value : ''}
          maxLength={2000}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'several': {
      const chosen = Array.isArray(value) ? value : [];
      return (
        <FieldGroup {...field}>
          <div className={styles.several}>
            {choices.map((choice) => (
              <Checkbox
                key={choice}
                label={choice}
                checked={chosen.includes(choice)}
                disabled={disabled}
                onChange={({ target }) =>
                  onChange(choices.filter((one) => (one === choice ? target.checked : chosen.includes(one))))
                }
              />
            ))}
          </div>
        </FieldGroup>
      );
    }
    case 'one':
    case 'scale':
    case 'nps':
    case 'yes-no': {
      const answers = answersOf(kind, choices);
      return (
        <ChoiceField
          {...field}
          choices={answers}
          value={value === undefined ? null : String(value)}
          disabled={disabled}
          onChange={(chosen) => onChange(valueOf(kind, chosen))}
        />
      );
    }
    default:
      return kind satisfies never;
  }
}

const hints: Partial<Record<QuestionKind, string>> = {
  scale: '1: rất không hài lòng · 5: rất hài lòng',
  nps: '0: chắc chắn không · 10: chắc chắn có',
};

type OfChoices = Exclude<QuestionKind, 'text' | 'several'>;

function answersOf(kind: OfChoices, choices: readonly string[]): Choice[] {
  switch (kind) {
    case 'one':
      return choices.map((choice) => ({ value: choice, label: choice }));
    case 'yes-no':
      return [
        { value: 'true', label: 'Có' },
        { value: 'false', label: 'Không' },
      ];
    case 'scale':
      return numbers(1, 5);
    case 'nps':
      return numbers(0, 10);
    default:
      return kind satisfies never;
  }
}

const numbers = (from: number, to: number): Choice[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ value: String(from + at), label: String(from + at) }));

function valueOf(kind: OfChoices, chosen: string): AnswerValue {
  if (kind === 'one') return chosen;
  return kind === 'yes-no' ? chosen === 'true' : Number(chosen);
}
