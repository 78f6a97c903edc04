import { kpiPeriod } from '@alo/contract';
import { ChoiceList } from '@alo/ui';
import { lazy } from 'react';
import { useToday } from '../../kit/clock/use-seconds.ts';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { type Codec, type Field, labelled } from '../../resource/fields/field.ts';
import { fieldError } from '../../resource/fields/problems.ts';
import { periodInWords, periodsAround, periodText } from './kpi-words.tsx';

/** As with references: pickers come with the forms. */
const SelectField = lazy(async () => ({ default: (await import('../../resource/fields/pickers.ts')).SelectField }));

/** Any month, week or day that there is, not only those that are offered. */
export const monthAddress: Codec<string> = {
  write: (month) => month,
  read: (text) => kpiPeriod.safeParse(text).data,
};

/** Months, weeks and days around today, whatever day the page was loaded on, and the one that is chosen already. */
export function monthsOffered(today: string, chosen: string | null | undefined) {
  const months = periodsAround(today);
  const others = chosen == null || Object.hasOwn(months, chosen) ? {} : { [chosen]: periodInWords(chosen) };
  return choicesOf({ ...months, ...others });
}

/** A month, a week or a day of the company's calendar. */
export const month = (label: string): Field<string> =>
  labelled(
    label,
    {},
    {
      address: monthAddress,
      sheet: { ...monthAddress, expects: 'kỳ dạng 2026-11, 2026-W48 hoặc 2026-11-30' },
      blank: null,
      Control: function MonthControl({ value, onChange, problems, name: _name, ...field }) {
        const choices = monthsOffered(useToday(), value);
        return (
          <SelectField
            {...field}
            error={fieldError(problems)}
            choices={choices}
            value={value ?? null}
            onChange={onChange}
          />
        );
      },
      Show: ({ value }) => (value ? periodText(value) : '–'),
      Choose: function MonthChoices({ value, onChoose }) {
        const choices = monthsOffered(useToday(), value);
        return <ChoiceList label={label} choices={choices} value={value} onChoose={onChoose} />;
      },
    },
  );
