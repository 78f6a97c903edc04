import { SecretField, TextAreaField, TextField, TypedInput, Field as UiField } from '@alo/ui';

import { groupedPhone } from '../../kit/format/phone.ts';
import { asWritten } from './codecs.ts';
import { type Field, type FieldOptions, labelled } from './field.ts';
import { fieldError } from './problems.ts';

interface TextOptions extends FieldOptions {
  placeholder?: string;
}

const written = { address: asWritten, sheet: asWritten } as const;
const Written = ({ value }: { value: string | null | undefined }) => value || '–';

/** One line of text. */
export const text = (label: string, { placeholder, ...options }: TextOptions = {}): Field<string> =>
  labelled(label, options, {
    ...written,
    blank: '',
    Control: ({ value, onChange, problems, ...field }) => (
      <TextField
        {...field}
        error={fieldError(problems)}
        value={value ?? ''}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    ),
    Show: Written,
  });

/** Several lines of text. */
export const textarea = (label: string, options: FieldOptions = {}): Field<string> =>
  labelled(label, options, {
    ...written,
    blank: '',
    Control: ({ value, onChange, problems, ...field }) => (
      <TextAreaField
        {...field}
        error={fieldError(problems)}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value)}
      />
    ),
    Show: Written,
  });

/** A phone number, shown in groups; the groups are not stored. */
export const phone = (label: string, options: FieldOptions = {}): Field<string> =>
  labelled(label, options, {
    address: asWritten,
    sheet: { ...asWritten, read: digitsOf, expects: 'số điện thoại, ví dụ 0901234567' },
    blank: '',
    Control: ({ value, onChange, problems, label: above, hint, required, ...input }) => (
      <UiField label={above} hint={hint} required={required} error={fieldError(problems)}>
        {(ids) => (
          <TypedInput
            {...input}
            {...ids}
            inputMode="tel"
            placeholder="0901 234 567"
            value={value ?? ''}
            onChange={onChange}
            write={groupedPhone}
            read={digitsOf}
          />
        )}
      </UiField>
    ),
    Show: ({ value }) => groupedPhone(value ?? '') || '–',
  });

const digitsOf = (typed: string) => typed.replace(/[\s.()-]/g, '');

/** A secret: it can be set, and is never shown. */
export const secret = (label: string, options: FieldOptions = {}): Field<string> =>
  labelled(label, options, {
    address: { write: () => '', read: () => undefined },
    sheet: { write: () => '', read: (cell) => cell, expects: 'văn bản' },
    blank: '',
    Control: ({ value, onChange, problems, name: _name, ...field }) => (
      <SecretField {...field} error={fieldError(problems)} value={value ?? ''} onChange={onChange} />
    ),
    Show: ({ value }) => (value ? '••••••••' : '–'),
  });
