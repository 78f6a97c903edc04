import type { Tone } from '@alo/softphone';
import { tones } from '@alo/softphone';
import type { KeyboardEvent } from 'react';

import styles from './keypad.module.css';

const letters: Readonly<Partial<Record<Tone, string>>> = {
  '2': 'ABC',
  '3': 'DEF',
  '4': 'GHI',
  '5': 'JKL',
  '6': 'MNO',
  '7': 'PQRS',
  '8': 'TUV',
  '9': 'WXYZ',
  '0': '+',
};

const names: Readonly<Partial<Record<Tone, string>>> = { '*': 'sao', '#': 'thăng' };

/** Twelve keys; with the focus on one of them, the keyboard's own keys count as well. */
export function Keypad({ onKey, label }: { onKey: (tone: Tone) => void; label: string }) {
  const typed = (event: KeyboardEvent) => {
    const tone = tones.find((each) => each === event.key);
    if (tone === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onKey(tone);
  };
  return (
    <fieldset aria-label={label} className={styles.keypad}>
      {tones.map((tone) => (
        <button
          key={tone}
          type="button"
          className={styles.key}
          aria-label={names[tone]}
          onClick={() => onKey(tone)}
          onKeyDown={typed}
        >
          {tone} <span>{letters[tone] ?? ''}</span>
        </button>
      ))}
    </fieldset>
  );
}
