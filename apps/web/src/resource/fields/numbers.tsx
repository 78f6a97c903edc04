import { NumberField, numberText } from '@alo/ui';

import { numberCell, plainNumber } from './codecs.ts';
import { type Field, type FieldOptions, labelled } from './field.ts';
import { fieldError } from './problems.ts';

interface NumberOptions extends FieldOptions {
  /** Digits behind the comma at most. */
  decimals?: number;
  /** Stands behind the number: `giây`. */
  unit?: string;
  blank?: number;
  /** How it is written; grouped by thousands when absent. */
  written?: (value: number, decimals: number) => string;
}

/** A number, with its unit. */
export const number = (
  label: string,
  { decimals = 0, unit, blank, written = numberText, ...options }: NumberOptions = {},
): Field<number> =>
  labelled(label, options, {
    address: plainNumber,
    sheet: { ...numberCell(decimals), write: (value) => written(value, decimals) },
    blank: blank ?? null,
    numeric: true,
    Control: ({ value, onChange, problems, name: _name, ...field }) => (
      <NumberField
        {...field}
        error={fieldError(problems)}
        decimals={decimals}
        written={written}
        unit={unit}
        value={value ?? null}
        onChange={onChange}
      />
    ),
    Show: ({ value }) =>
      value === null || value === undefined ? '–' : [written(value, decimals), unit].filter(Boolean).join(' '),
  });

/** A number that names something and is no quantity, as that of a port: 5060, not 5.060. */
export const ungrouped = (label: string, options: FieldOptions = {}): Field<number> =>
  number(label, { ...options, written: String });

/** An amount of đồng. */
export const money = (label: string, options: FieldOptions = {}): Field<number> =>
  number(label, { ...options, unit: '₫' });
