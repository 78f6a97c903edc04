import { type Ref, useEffect, useRef, useState } from 'react';

import { IconSearch } from '../icons.ts';
import styles from './field.module.css';

/** Time without a key before a search starts, in milliseconds. */
const pause = 250;

/**
 * A search box that waits for a pause in typing, and for the end of a composed word: with Telex or VNI a half-typed
 * syllable is not what one looks for. `value` is the search that stands; it may change from outside.
 */
export function SearchInput({
  value,
  onSearch,
  onEnter,
  label,
  placeholder = label,
  ref,
}: {
  value: string;
  onSearch: (value: string) => void;
  /** What stands there when somebody presses Enter, before the search for it has begun. */
  onEnter?: (value: string) => void;
  label: string;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
}) {
  const [text, setText] = useState(value);
  const [standing, setStanding] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (standing !== value) {
    setStanding(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const searchSoon = (next: string, wait = pause) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(next.trim()), wait);
  };

  return (
    <search className={styles.search}>
      <IconSearch size={17} aria-hidden />
      <input
        ref={ref}
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          const { nativeEvent } = event;
          if (!(nativeEvent instanceof InputEvent && nativeEvent.isComposing)) searchSoon(event.target.value);
        }}
        onCompositionEnd={(event) => searchSoon(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') {
            searchSoon(text, 0);
            onEnter?.(text.trim());
          }
          if (event.key === 'Escape' && text !== '') {
            event.stopPropagation();
            setText('');
            searchSoon('', 0);
          }
        }}
      />
    </search>
  );
}
