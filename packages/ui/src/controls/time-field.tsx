import { timeOf } from './day-text.ts';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';
import { TypedInput } from './typed-input.tsx';

/** A time of day on the 24-hour clock; `8`, `830` and `8h30` are understood. */
export const TimeField = ({
  value,
  onChange,
  onBlur,
  disabled = false,
  ...field
}: FieldProps & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
}) => (
  <Field {...field}>
    {(ids) => (
      <TypedInput
        {...ids}
        inputMode="numeric"
        placeholder="08:30"
        className={styles.time}
        disabled={disabled}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        write={(time) => time}
        read={timeOf}
      />
    )}
  </Field>
);
