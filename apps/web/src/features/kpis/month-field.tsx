import { kpiMonth } from '@alo/contract';
import { ChoiceList } from '@alo/ui';
import { lazy } from 'react';
import { useToday } from '../../kit/clock/use-seconds.ts';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { type Codec, type Field, labelled } from '../../resource/fields/field.ts';
import { fieldError } from '../../resource/fields/problems.ts';
import { monthsAround, monthText } from './kpi-words.tsx';

/** As with references: pickers come with the forms. */
const SelectField = lazy(async () => ({ default: (await import('../../resource/fields/pickers.ts')).SelectField }));

/** Any month that there is, not only those that are offered. */
export const monthAddress: Codec<string> = {
  write: (month) => month,
  read: (text) => kpiMonth.safeParse(text).data,
};

/** Months around today, whatever day the page was loaded on, and the one that is chosen already. */
export function monthsOffered(today: string, chosen: string | null | undefined) {
  const months = monthsAround(today);
  const others = chosen == null || Object.hasOwn(months, chosen) ? {} : { [chosen]: inWords(chosen) };
  return choicesOf({ ...months, ...others });
}

const inWords = (month: string) => `Tháng ${monthText(month)}`;

/** A month of the company's calendar. */
export const month = (label: string): Field<string> =>
  labelled(
    label,
    {},
    {
      address: monthAddress,
      sheet: { ...monthAddress, expects: 'tháng dạng 2026-11' },
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
      Show: ({ value }) => (value ? monthText(value) : '–'),
      Choose: function MonthChoices({ value, onChoose }) {
        const choices = monthsOffered(useToday(), value);
        return <ChoiceList label={label} choices={choices} value={value} onChoose={onChoose} />;
      },
    },
  );
