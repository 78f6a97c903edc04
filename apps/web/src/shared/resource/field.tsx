import { type Choice, SelectField, TextAreaField, TextField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { useRead } from '../api/queries.ts';
import type { ChoicesEndpoint } from './choices.ts';

export interface ControlProps<Value> {
  name: string;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  required: boolean;
  disabled: boolean;
  value: Value | null | undefined;
  onChange: (value: Value | null) => void;
  onBlur: () => void;
}

/** One input of a form. A one-off control is just another object of this shape. */
export interface Field<Value> {
  label: string;
  hint?: string;
  /** What the form starts with when a row is added. */
  blank: Value | null;
  Control: (props: ControlProps<Value>) => ReactNode;
  /** The value for reading: in the drawer, and side by side in a conflict. */
  Show: (props: { value: Value | null | undefined }) => ReactNode;
}

interface TextOptions {
  hint?: string;
  placeholder?: string;
  inputMode?: 'text' | 'tel' | 'numeric' | 'email';
}

const Written = ({ value }: { value: string | null | undefined }) => value || '–';

/** One line of text. */
export const text = (label: string, { hint, placeholder, inputMode }: TextOptions = {}): Field<string> => ({
  label,
  ...(hint !== undefined && { hint }),
  blank: '',
  Control: ({ value, onChange, ...field }) => (
    <TextField
      {...field}
      value={value ?? ''}
      placeholder={placeholder}
      inputMode={inputMode}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  ),
  Show: Written,
});

/** Several lines of text. */
export const textarea = (label: string, { hint }: TextOptions = {}): Field<string> => ({
  label,
  ...(hint !== undefined && { hint }),
  blank: '',
  Control: ({ value, onChange, ...field }) => (
    <TextAreaField {...field} value={value ?? ''} onChange={(event) => onChange(event.target.value)} />
  ),
  Show: Written,
});

/** Picks one of another resource's rows, searched by typing. */
export const reference = (label: string, choices: ChoicesEndpoint, { hint }: TextOptions = {}): Field<string> => ({
  label,
  ...(hint !== undefined && { hint }),
  blank: null,
  Control: function Reference({ value, onChange, error, hint: below, name: _name, ...field }) {
    const { list, loading, refused } = useChoices(choices);
    return (
      <SelectField
        {...field}
        error={error}
        hint={refused ? `Bạn chưa có quyền xem danh sách ${label.toLowerCase()}.` : below}
        choices={list}
        loading={loading}
        value={value ?? null}
        onChange={onChange}
      />
    );
  },
  Show: function ReferenceName({ value }) {
    const { list } = useChoices(choices);
    return value ? (list.find((choice) => choice.value === value)?.label ?? '…') : '–';
  },
});

/** Every choice of a picker; these lists are short (a thousand at most). */
export function useChoices(endpoint: ChoicesEndpoint): { list: readonly Choice[]; loading: boolean; refused: boolean } {
  const read = useRead();
  const { data, isLoading, isError } = useQuery({
    ...read(endpoint, { query: { per_page: 1000, sort: 'name' } }),
    staleTime: 60_000,
  });
  return {
    list: data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? [],
    loading: isLoading,
    refused: isError,
  };
}
