import { type ComponentProps, useEffect, useRef } from 'react';

import styles from './checkbox.module.css';

/** A check box with its words; `label` alone is read out where `hideLabel`. */
export function Checkbox({
  label,
  hideLabel = false,
  indeterminate = false,
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & { label: string; hideLabel?: boolean; indeterminate?: boolean }) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={styles.checkbox}>
      <input {...input} ref={ref} type="checkbox" aria-label={hideLabel ? label : undefined} />
      {!hideLabel && <span>{label}</span>}
    </label>
  );
}
