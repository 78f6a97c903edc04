import { MultiSelect } from '@mantine/core';

import '../theme/mantine.css';
import { matches } from '../fold.ts';
import { Field, type FieldProps } from './field.tsx';
import styles from './select-field.module.css';
import type { Choice } from './select-field.tsx';

/** Several of a list, searched by typing; Backspace takes the last one back. */
export function SeveralField({
  choices,
  value,
  onChange,
  onBlur,
  disabled = false,
  placeholder = 'Chọn…',
  loading = false,
  ...field
}: FieldProps & {
  choices: readonly Choice[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean;
  placeholder?: string;
  loading?: boolean;
}) {
  return (
    <Field {...field}>
      {(ids) => (
        <MultiSelect
          {...ids}
          error={field.error !== undefined}
          data={[...choices]}
          value={[...value]}
          onChange={onChange}
          {...(onBlur && { onBlur })}
          disabled={disabled}
          placeholder={value.length > 0 ? '' : loading ? 'Đang tải…' : placeholder}
          searchable
          clearable
          hidePickedOptions
          clearButtonProps={{ 'aria-label': 'Bỏ chọn hết', className: styles.clear ?? '' }}
          selectFirstOptionOnChange
          nothingFoundMessage="Không có mục nào khớp"
          comboboxProps={{ shadow: 'md' }}
          filter={({ options, search }) =>
            options.filter((option) => 'label' in option && matches(option.label, search))
          }
          classNames={{
            input: `${styles.input ?? ''} ${styles.several ?? ''}`,
            pill: styles.pill ?? '',
            dropdown: styles.dropdown ?? '',
            option: styles.option ?? '',
          }}
        />
      )}
    </Field>
  );
}
