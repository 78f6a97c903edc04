import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react';

import styles from './command-palette.module.css';

/** Where one types what is looked for. It has the focus as soon as it is there. */
export function PaletteInput({
  query,
  onQuery,
  onKeyDown,
  list,
  chosen,
  ref,
}: {
  query: string;
  onQuery: (query: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** The list that it moves in, once there is one, and where in it. */
  list?: string;
  chosen?: string | undefined;
  ref?: Ref<HTMLInputElement | null>;
}) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current);
  useEffect(() => input.current?.focus(), []);
  return (
    <input
      ref={input}
      className={styles.input}
      role="combobox"
      aria-label="Tìm khách hàng, số, màn hình hoặc lệnh"
      aria-expanded={list !== undefined}
      aria-controls={list}
      aria-activedescendant={chosen}
      placeholder="Gõ tên, có dấu hay không đều được"
      autoComplete="off"
      data-autofocus
      value={query}
      onChange={(event) => onQuery(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
