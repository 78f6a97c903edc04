import { type ComponentProps, useState } from 'react';

import { classNames } from '../class-names.ts';
import { IconEye, IconEyeOff } from '../icons.ts';
import { IconButton } from './button.tsx';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

type InputProps = Omit<ComponentProps<'input'>, 'size' | 'required' | 'className'>;

/** One line of text. */
export function TextField({
  label,
  hint,
  error,
  required,
  className,
  large = false,
  ...input
}: FieldProps & InputProps & { large?: boolean }) {
  return (
    <Field {...{ label, hint, error, required: required ?? false, className }}>
      {(ids) => <input type="text" {...input} {...ids} className={classNames(styles.input, large && styles.large)} />}
    </Field>
  );
}

/** A password that can be looked at; paste and password managers are welcome. */
export function PasswordField({
  label,
  hint,
  error,
  required,
  className,
  large = false,
  ...input
}: FieldProps & InputProps & { large?: boolean }) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, hint, error, required: required ?? false, className }}>
      {(ids) => (
        <div className={styles['with-end']}>
          <input
            {...input}
            {...ids}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={classNames(styles.input, large && styles.large)}
          />
          <span className={styles.end}>
            <IconButton
              size="sm"
              label={shown ? 'Ẩn mật khẩu' : 'Hiện mật khẩu'}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <IconEyeOff aria-hidden /> : <IconEye aria-hidden />}
            </IconButton>
          </span>
        </div>
      )}
    </Field>
  );
}

/** Several lines of text; grows with what is written. */
export function TextAreaField({
  label,
  hint,
  error,
  required,
  className,
  ...area
}: FieldProps & Omit<ComponentProps<'textarea'>, 'required' | 'className'>) {
  return (
    <Field {...{ label, hint, error, required: required ?? false, className }}>
      {(ids) => <textarea rows={3} {...area} {...ids} className={styles.input} />}
    </Field>
  );
}
