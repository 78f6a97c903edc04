import { holidayRules } from '@alo/contract';
import { Button, IconPencil, Pair, RowsField } from '@alo/ui';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';

import { oneOf, several } from '../../resource/fields/choices.tsx';
import { inParts } from '../../resource/fields/codecs.ts';
import { type Field, type FieldOptions, labelled } from '../../resource/fields/field.ts';
import { type Problems, within } from '../../resource/fields/problems.ts';
import { text } from '../../resource/fields/text.tsx';
import { time, weekdays } from '../../resource/fields/times.tsx';
import { dates } from './dates-field.tsx';
import type { Hours } from './hours.ts';
import styles from './hours-field.module.css';
import { hoursText } from './hours-text.ts';

const office: Hours = {
  id: null,
  from_time: '08:00',
  to_time: '17:00',
  weekdays: [1, 2, 3, 4, 5],
  days_of_month: [],
  months: [],
  dates: [],
  holidays: 'except',
  note: '',
};

const numbered = (label: string, upTo: number, word: string, hint: string): Field<number[]> => {
  const words = Object.fromEntries(Array.from({ length: upTo }, (_, at) => [String(at + 1), `${word} ${at + 1}`]));
  const field = several(label, words, { hint });
  const asTexts = (value: number[] | null | undefined) => value?.map(String);
  return labelled(
    label,
    { hint },
    {
      ...inParts<number[]>((value) => value.join(', ')),
      blank: [],
      Control: ({ value, onChange, ...props }) => (
        <field.Control {...props} value={asTexts(value)} onChange={(chosen) => onChange(chosen?.map(Number) ?? [])} />
      ),
      Show: ({ value }) => <field.Show value={asTexts(value)} />,
    },
  );
};

/** The parts of one stretch, in the order in which they are asked for. */
const parts: { readonly [Part in Exclude<keyof Hours, 'id'>]: Field<Hours[Part]> } = {
  from_time: time('Giờ bắt đầu'),
  to_time: time('Giờ kết thúc'),
  weekdays: weekdays('Thứ', { hint: 'Không chọn là mọi ngày trong tuần.' }),
  holidays: oneOf('Ngày lễ', holidayRules, { blank: 'ignored' }),
  days_of_month: numbered('Ngày trong tháng', 31, 'Ngày', 'Không chọn là mọi ngày.'),
  months: numbered('Tháng', 12, 'Tháng', 'Không chọn là mọi tháng.'),
  dates: dates('Ngày cụ thể', { hint: 'Chỉ vào đúng những ngày này.' }),
  note: text('Ghi chú của khung'),
};

/** Stretches of hours, told in a line each; the one that the address names is open for editing. */
export const hours = (label: string, options: FieldOptions = {}): Field<Hours[]> =>
  labelled(label, options, {
    ...inParts<Hours[]>((value) => value.map(hoursText).join('; ')),
    blank: [office],
    Control: function HoursControl({ name, value, onChange, onBlur, problems, disabled, ...group }) {
      const list = value ?? [];
      const [open, setOpen] = useOpen(list);
      return (
        <RowsField
          {...group}
          disabled={disabled}
          error={problems['']}
          noun="khung giờ"
          most={100}
          rows={list}
          blank={() => office}
          onChange={(next) => {
            if (next.length > list.length) setOpen(next.length - 1);
            else if (next.length < list.length) setOpen(undefined);
            onChange(next);
          }}
        >
          {(row, set, index) => {
            const wrong = within(problems, index);
            const isOpen = open === index || Object.keys(wrong).length > 0;
            return isOpen ? (
              <Stretch name={`${name}.${index}`} {...{ row, set, disabled, onBlur }} problems={wrong} />
            ) : (
              <div className={styles.line} data-one-line>
                <span>{hoursText(row)}</span>
                <Button size="sm" icon={<IconPencil aria-hidden />} onClick={() => setOpen(index)}>
                  Sửa khung
                </Button>
              </div>
            );
          }}
        </RowsField>
      );
    },
    saysEmpty: true,
    Show: ({ value }) =>
      value && value.length > 0 ? (
        <ul className={styles.list}>
          {value.map((each) => (
            <li key={each.id ?? hoursText(each)}>{hoursText(each)}</li>
          ))}
        </ul>
      ) : (
        'Chưa có khung giờ'
      ),
  });

function Stretch({
  name,
  row,
  set,
  problems,
  disabled,
  onBlur,
}: {
  name: string;
  row: Hours;
  set: (row: Hours) => void;
  problems: Problems;
  disabled: boolean;
  onBlur: () => void;
}) {
  const one = <Part extends keyof typeof parts>(part: Part) => {
    const field: Field<Hours[Part]> = parts[part];
    return (
      <field.Control
        key={part}
        name={`${name}.${part}`}
        label={field.label}
        hint={field.hint}
        problems={within(problems, part)}
        required={part === 'from_time' || part === 'to_time'}
        disabled={disabled}
        value={row[part]}
        onChange={(next) => next !== null && set({ ...row, [part]: next })}
        onBlur={onBlur}
      />
    );
  };
  return (
    <div className={styles.stretch}>
      <Pair atLeast={140}>
        {one('from_time')}
        {one('to_time')}
      </Pair>
      {one('weekdays')}
      {one('holidays')}
      <Pair atLeast={140}>
        {one('days_of_month')}
        {one('months')}
      </Pair>
      {one('dates')}
      {one('note')}
    </div>
  );
}

/** The stretch that is open: the one of the address, a lonely one, or the one that was opened since; the address follows. */
function useOpen(list: readonly Hours[]) {
  const { id, detailId } = useParams({ strict: false });
  const navigate = useNavigate();
  const [open, setOpen] = useState<number | undefined>(() => {
    const named = list.findIndex((one) => one.id === detailId);
    return named === -1 ? (list.length === 1 ? 0 : undefined) : named;
  });
  const choose = (at: number | undefined) => {
    setOpen(at);
    const part = at === undefined ? undefined : list[at]?.id;
    // What is being written stays: it is the same form.
    if (id !== undefined && part) {
      void navigate({
        to: '/time-groups/edit/$id/$detailId',
        params: { id, detailId: part },
        replace: true,
        ignoreBlocker: true,
      });
    }
  };
  return [open, choose] as const;
}
