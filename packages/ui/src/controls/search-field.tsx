import { Select } from '@mantine/core';
import { useEffect, useRef } from 'react';

import '../theme/mantine.css';
import { Field, type FieldProps } from './field.tsx';
import styles from './select-field.module.css';
import type { Choice } from './select-field.tsx';

/** Time without a key before a search starts, in milliseconds. */
const pause = 250;

/** One of so many that they are looked for where they are kept: what is typed goes out, what was found comes back. */
export function SearchField({
  found,
  chosen,
  onSearch,
  onChange,
  onBlur,
  disabled = false,
  loading = false,
  placeholder = 'Gõ để tìm…',
  ...field
}: FieldProps & {
  found: readonly Choice[];
  /** The one that is chosen, with its name. */
  chosen: Choice | null;
  onSearch: (text: string) => void;
  onChange: (value: string | null) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean;
  loading?: boolean;
  placeholder?: string;
}) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const searchSoon = (text: string) => {
    clearTimeout(timer.current);
    // Choosing writes the name into the box; that is nothing to look for.
    if (text === chosen?.label) return;
    timer.current = setTimeout(() => onSearch(text.trim()), pause);
  };
  const data = chosen === null || found.some(({ value }) => value === chosen.value) ? [...found] : [chosen, ...found];
  return (
    <Field {...field}>
      {(ids) => (
        <Select
          {...ids}
          error={field.error !== undefined}
          data={data}
          value={chosen?.value ?? null}
          onChange={onChange}
          onSearchChange={searchSoon}
          {...(onBlur && { onBlur })}
          disabled={disabled}
          placeholder={placeholder}
          searchable
          clearable={field.required !== true}
          clearButtonProps={{ 'aria-label': 'Bỏ chọn', className: styles.clear ?? '' }}
          // What came back was found already.
          filter={({ options }) => options}
          selectFirstOptionOnChange
          nothingFoundMessage={loading ? 'Đang tìm…' : 'Không tìm thấy'}
          comboboxProps={{ shadow: 'md' }}
          classNames={{ input: styles.input ?? '', dropdown: styles.dropdown ?? '', option: styles.option ?? '' }}
        />
      )}
    </Field>
  );
}
