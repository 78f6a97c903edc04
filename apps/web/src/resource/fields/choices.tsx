import { ChoiceField, ChoiceList, type Colour, ColourField, Swatch, SwitchField } from '@alo/ui';

import { lazy } from 'react';

import { choicesOf } from './choices-of.ts';
import { asWritten, listAddress, listCell, oneOfCodec, onOffAddress, onOffCell } from './codecs.ts';
import { type Field, type FieldOptions, labelled } from './field.ts';
import { fieldError } from './problems.ts';

/** As with references: pickers come with the forms. */
const SelectField = lazy(async () => ({ default: (await import('./pickers.ts')).SelectField }));
const SeveralField = lazy(async () => ({ default: (await import('./pickers.ts')).SeveralField }));

/** On or off, with the words for both. */
export const onOff = (
  label: string,
  {
    on = 'Có',
    off = 'Không',
    blank = false,
    ...options
  }: FieldOptions & { on?: string; off?: string; blank?: boolean } = {},
): Field<boolean> =>
  labelled(label, options, {
    address: onOffAddress,
    sheet: onOffCell(on, off),
    blank,
    Control: ({ value, onChange, problems, name: _name, required: _required, ...field }) => (
      <SwitchField {...field} error={fieldError(problems)} value={value ?? false} onChange={onChange} />
    ),
    Show: ({ value }) => (value ? on : off),
    Choose: ({ value, onChoose }) => (
      <ChoiceList
        label={label}
        choices={[
          { value: '1', label: on },
          { value: '0', label: off },
        ]}
        value={value === undefined ? undefined : onOffAddress.write(value)}
        onChoose={(chosen) => onChoose(chosen === '1')}
      />
    ),
  });

/** As many as can be seen at once. */
const few = 5;

/** One of a fixed list; a few are shown side by side, more open below. */
export function oneOf<Value extends string>(
  label: string,
  words: Readonly<Record<Value, string>>,
  { blank, ...options }: FieldOptions & { blank?: NoInfer<Value> } = {},
): Field<Value> {
  const codec = oneOfCodec(words);
  const choices = choicesOf(words);
  const valueOf = (chosen: string | null) => (chosen === null ? null : (codec.address.read(chosen) ?? null));
  return labelled(label, options, {
    ...codec,
    blank: blank ?? null,
    Control: ({ value, onChange, problems, name: _name, ...field }) => {
      const common = { ...field, error: fieldError(problems), choices, value: value ?? null };
      // What has a value from the start is never without one.
      return choices.length <= few && (field.required || blank !== undefined) ? (
        <ChoiceField {...common} onChange={(chosen) => onChange(valueOf(chosen))} />
      ) : (
        <SelectField {...common} onChange={(chosen) => onChange(valueOf(chosen))} />
      );
    },
    Show: ({ value }) => (value ? words[value] : '–'),
    Choose: ({ value, onChoose }) => (
      <ChoiceList
        label={label}
        choices={choices}
        value={value}
        onChoose={(chosen) => {
          const known = valueOf(chosen);
          if (known !== null) onChoose(known);
        }}
      />
    ),
  });
}

/** Several of a fixed list. */
export function several<Value extends string>(
  label: string,
  words: Readonly<Record<Value, string>>,
  options: FieldOptions = {},
): Field<Value[]> {
  const { address, sheet } = oneOfCodec(words);
  const choices = choicesOf(words);
  return labelled(label, options, {
    address: listAddress(address),
    sheet: listCell(sheet),
    blank: [],
    Control: ({ value, onChange, problems, name: _name, ...field }) => (
      <SeveralField
        {...field}
        error={fieldError(problems)}
        choices={choices}
        value={value ?? []}
        onChange={(chosen) => onChange(chosen.flatMap((each) => address.read(each) ?? []))}
      />
    ),
    Show: ({ value }) => value?.map((each) => words[each]).join(', ') || '–',
  });
}

/** Colours that can be told apart in both themes, with their names. */
export const palette: readonly Colour[] = [
  { value: '#64748b', name: 'Xám' },
  { value: '#0f766e', name: 'Xanh ngọc' },
  { value: '#15803d', name: 'Xanh lá' },
  { value: '#65a30d', name: 'Xanh non' },
  { value: '#ca8a04', name: 'Vàng' },
  { value: '#ea580c', name: 'Cam' },
  { value: '#dc2626', name: 'Đỏ' },
  { value: '#db2777', name: 'Hồng' },
  { value: '#9333ea', name: 'Tím' },
  { value: '#4f46e5', name: 'Chàm' },
  { value: '#2563eb', name: 'Xanh dương' },
  { value: '#0891b2', name: 'Xanh lơ' },
];

/** A colour of the palette. */
export const colour = (label: string, options: FieldOptions = {}): Field<string> =>
  labelled(label, options, {
    address: asWritten,
    sheet: {
      write: (value) => palette.find((each) => each.value === value)?.name ?? value,
      read: (cell) =>
        palette.find(({ value, name }) => [value, name.toLowerCase()].includes(cell.trim().toLowerCase()))?.value,
      expects: `một trong: ${palette.map(({ name }) => name).join(', ')}`,
    },
    blank: palette[0]?.value ?? '',
    Control: ({ value, onChange, problems, name: _name, ...field }) => (
      <ColourField
        {...field}
        error={fieldError(problems)}
        palette={palette}
        value={value ?? null}
        onChange={onChange}
      />
    ),
    Show: ({ value }) =>
      value ? (
        <>
          <Swatch colour={value} /> {palette.find((each) => each.value === value)?.name ?? value}
        </>
      ) : (
        '–'
      ),
  });
