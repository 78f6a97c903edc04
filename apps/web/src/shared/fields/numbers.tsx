import { NumberField, numberText } from '@alo/ui';

import { numberCell, plainNumber } from './codecs.ts';
import { type Field, type FieldOptions, labelled } from './field.ts';
import { said } from './problems.ts';

interface NumberOptions extends FieldOptions {
  /** Digits behind the comma at most. */
  decimals?: number;
  /** Stands behind the number: `giây`. */
  unit?: string;
  blank?: number;
}

/** A number, with its unit. */
export const number = (label: string, { decimals = 0, unit, blank, ...options }: NumberOptions = {}): Field<number> =>
  labelled(label, options, {
    address: plainNumber,
    sheet: numberCell(decimals),
    blank: blank ?? null,
    numeric: true,
    Control: ({ value, onChange, problems, name: _name, ...field }) => (
      <NumberField
        {...field}
        error={said(problems)}
        decimals={decimals}
        unit={unit}
        value={value ?? null}
        onChange={onChange}
      />
    ),
    Show: ({ value }) =>
      value === null || value === undefined ? '–' : [numberText(value, decimals), unit].filter(Boolean).join(' '),
  });

/** An amount of đồng. */
export const money = (label: string, options: FieldOptions = {}): Field<number> =>
  number(label, { ...options, unit: '₫' });
