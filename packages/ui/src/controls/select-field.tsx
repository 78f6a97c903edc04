import { Select } from '@mantine/core';

import '../theme/mantine.css';
import { matches } from '../fold.ts';
import { Field, type FieldProps } from './field.tsx';
import styles from './select-field.module.css';

/** One of those that can be chosen; `label` is what a person reads. */
export interface Choice {
  value: string;
  label: string;
}

/** One of a list that can be searched by typing. `null` is "none chosen"; it may be chosen again unless required, or one always holds. */
export function SelectField({
  choices,
  value,
  onChange,
  onBlur,
  disabled = false,
  placeholder = 'Chọn…',
  loading = false,
  alwaysHolds = false,
  ...field
}: FieldProps & {
  choices: readonly Choice[];
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean;
  placeholder?: string;
  loading?: boolean;
  alwaysHolds?: boolean;
}) {
  return (
    <Field {...field}>
      {(ids) => (
        <Select
          {...ids}
          error={field.error !== undefined}
          data={[...choices]}
          value={value}
          onChange={onChange}
          {...(onBlur && { onBlur })}
          disabled={disabled}
          placeholder={loading ? 'Đang tải…' : placeholder}
          searchable={choices.length > 7}
          clearable={field.required !== true && !alwaysHolds}
          // What has to be chosen stays so when it is chosen again.
          allowDeselect={field.required !== true && !alwaysHolds}
          clearButtonProps={{ 'aria-label': 'Bỏ chọn', className: styles.clear ?? '' }}
          filter={({ options, search }) =>
            options.filter((option) => 'label' in option && matches(option.label, search))
          }
          selectFirstOptionOnChange
          nothingFoundMessage="Không có mục nào khớp"
          comboboxProps={{ shadow: 'md' }}
          classNames={{ input: styles.input ?? '', dropdown: styles.dropdown ?? '', option: styles.option ?? '' }}
        />
      )}
    </Field>
  );
}
