import type { ReactNode } from 'react';

import { IconChevronDown, IconX } from '../icons.ts';
import { inSentence } from '../in-sentence.ts';
import { Popover } from '../overlay/popover.tsx';
import styles from './list-parts.module.css';

/** A filter as a chip: empty it invites, set it shows its value and can be cleared. Its editor opens under it. */
export function FilterChip({
  label,
  value,
  onClear,
  children,
  width = 240,
}: {
  label: string;
  value: ReactNode;
  /** Undefined where it always has a value: there is nothing to clear. */
  onClear: (() => void) | undefined;
  width?: number;
  children: (close: () => void) => ReactNode;
}) {
  const set = value !== undefined;
  const clear = set ? onClear : undefined;
  return (
    <span className={styles.chip} data-set={set || undefined}>
      <Popover
        label={`Lọc theo ${inSentence(label)}`}
        width={width}
        target={(open) => (
          <button type="button" className={styles['chip-open']} {...open}>
            {set ? `${label} ` : label}
            {set && <b>{value}</b>}
            {clear === undefined && <IconChevronDown size={14} aria-hidden />}
          </button>
        )}
      >
        {children}
      </Popover>
      {clear !== undefined && (
        <button
          type="button"
          className={styles['chip-clear']}
          aria-label={`Bỏ lọc ${inSentence(label)}`}
          onClick={clear}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}

/** A short list inside a chip's editor. */
export function ChoiceList({
  label,
  choices,
  value,
  onChoose,
}: {
  label: string;
  choices: readonly { value: string; label: ReactNode }[];
  value: string | undefined;
  onChoose: (value: string) => void;
}) {
  return (
    <div role="radiogroup" aria-label={label} className={styles.choices}>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input type="radio" name={label} checked={choice.value === value} onChange={() => onChoose(choice.value)} />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
