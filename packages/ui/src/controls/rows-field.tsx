import { type ReactNode, useId, useRef, useState } from 'react';

import { IconPlus, IconTrash } from '../icons.ts';
import { Button, IconButton } from './button.tsx';
import type { FieldProps } from './field.tsx';
import { FieldGroup } from './field-group.tsx';
import { MoveHandle } from './move-handle.tsx';
import { moved } from './moved.ts';
import styles from './rows-field.module.css';

/**
 * A list of rows with fields of their own, in an order that matters: rows move by their handle with the mouse or with the
 * arrow keys, and each shows its own errors.
 */
export function RowsField<Row>({
  rows,
  onChange,
  blank,
  noun,
  most = 200,
  ordered = true,
  disabled = false,
  children,
  ...group
}: FieldProps & {
  rows: readonly Row[];
  onChange: (rows: Row[]) => void;
  blank: () => Row;
  /** One of the rows: "thành viên". */
  noun: string;
  most?: number;
  /** Off where the order means nothing. */
  ordered?: boolean;
  disabled?: boolean;
  children: (row: Row, set: (row: Row) => void, index: number) => ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const [keys, setKeys] = useKeys(rows.length);
  const [said, setSaid] = useState('');

  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length || to === from) return;
    setKeys(moved(keys, from, to));
    onChange(moved(rows, from, to));
    setSaid(`Đã chuyển tới vị trí ${to + 1} trên ${rows.length}`);
  };
  const add = () => {
    onChange([...rows, blank()]);
    // Once it is there: its first field is what one wants next.
    requestAnimationFrame(() => firstControl(list.current?.lastElementChild)?.focus());
  };
  const remove = (index: number) => {
    setKeys(keys.filter((_, at) => at !== index));
    onChange(rows.filter((_, at) => at !== index));
    setSaid(`Đã bỏ ${noun} ${index + 1}`);
    document.getElementById(`${id}-add`)?.focus();
  };
  return (
    <FieldGroup {...group}>
      <ol ref={list} className={styles.rows}>
        {rows.map((row, index) => {
          const key = keys[index] ?? index;
          return (
            <li key={key} className={styles.row}>
              {ordered && (
                <MoveHandle
                  className={styles.handle}
                  label={`Chuyển ${noun} ${index + 1}: mũi tên lên, xuống`}
                  disabled={disabled}
                  onMove={move}
                />
              )}
              <fieldset className={styles.fields} aria-label={`${noun} ${index + 1}`} disabled={disabled}>
                {children(row, (next) => onChange(rows.map((each, at) => (at === index ? next : each))), index)}
              </fieldset>
              <IconButton
                size="sm"
                className={styles.remove}
                label={`Bỏ ${noun} ${index + 1}`}
                disabled={disabled}
                onClick={() => remove(index)}
              >
                <IconTrash aria-hidden />
              </IconButton>
            </li>
          );
        })}
      </ol>
      <output className="alo-unseen">{said}</output>
      <Button
        id={`${id}-add`}
        size="sm"
        className={styles.add}
        icon={<IconPlus aria-hidden />}
        disabled={disabled || rows.length >= most}
        aria-invalid={group.error !== undefined && rows.length === 0 ? true : undefined}
        onClick={add}
      >
        Thêm {noun}
      </Button>
    </FieldGroup>
  );
}

/** A key for each row that goes with it when it moves; rows that come from elsewhere get new ones. */
function useKeys(length: number) {
  const [keys, setKeys] = useState<readonly number[]>(() => Array.from({ length }, (_, index) => index));
  if (keys.length === length) return [keys, setKeys] as const;
  const next = Math.max(-1, ...keys) + 1;
  const fitted = [...keys.slice(0, length), ...Array.from({ length: length - keys.length }, (_, i) => next + i)];
  setKeys(fitted);
  return [fitted, setKeys] as const;
}

const firstControl = (within: Element | null | undefined) =>
  within?.querySelector<HTMLElement>('fieldset input, fieldset select, fieldset textarea');
