import { type ComponentProps, useState } from 'react';

import { classNames } from '../class-names.ts';
import styles from './field.module.css';

/**
 * An input whose text stands for a value. What is typed stands as it is until the input is left; what cannot be read stays
 * there and is told as it is, so that a schema refuses it and nobody's words vanish.
 */
export function TypedInput({
  value,
  onChange,
  write,
  read,
  onBlur,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> & {
  value: string;
  onChange: (value: string) => void;
  /** A value as it is shown. */
  write: (value: string) => string;
  /** Undefined for a text that is no value. */
  read: (text: string) => string | undefined;
  onBlur?: (() => void) | undefined;
}) {
  const [typed, setTyped] = useState<string>();
  const leave = () => {
    setTyped(undefined);
    onBlur?.();
  };
  return (
    <input
      type="text"
      autoComplete="off"
      {...input}
      className={classNames(styles.input, className)}
      value={typed ?? write(value)}
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        onChange(text.trim() === '' ? '' : (read(text) ?? text));
      }}
      onBlur={leave}
    />
  );
}
