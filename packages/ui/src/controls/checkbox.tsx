import { type ComponentProps, useEffect, useRef } from 'react';

import styles from './checkbox.module.css';

/** A check box with its words. `label` is read out only where `hideLabel`, or where something shorter is shown. */
export function Checkbox({
  label,
  hideLabel = false,
  short,
  indeterminate = false,
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & {
  label: string;
  hideLabel?: boolean;
  short?: string;
  indeterminate?: boolean;
}) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={styles.checkbox}>
      <input {...input} ref={ref} type="checkbox" aria-label={hideLabel || short !== undefined ? label : undefined} />
      {!hideLabel && <span aria-hidden={short !== undefined || undefined}>{short ?? label}</span>}
    </label>
  );
}
