import { IconButton, IconChevronDown, IconChevronUp } from '@alo/ui';
import { type ReactNode, useEffect, useEffectEvent } from 'react';

import styles from './row-steps.module.css';

/** The title of a drawer beside its list, with the ways to the neighbours of its row; ↑ and ↓ lead there too. */
export function RowSteps({
  id,
  rows,
  what = 'Dòng',
  onOpen,
  children,
}: {
  /** Of the row that is open; undefined where none is. */
  id: string | undefined;
  rows: readonly { readonly id: string }[];
  /** What a row is. */
  what?: string;
  onOpen: (id: string) => void;
  children: ReactNode;
}) {
  const at = rows.findIndex((row) => row.id === id);
  const step = (by: number) => {
    const next = at === -1 ? undefined : rows[at + by];
    if (next) onOpen(next.id);
  };
  useArrowKeys(id !== undefined, step);
  return (
    <span className={styles.title}>
      {children}
      {at !== -1 && (
        <span>
          <IconButton size="sm" label={`${what} trước`} disabled={at === 0} onClick={() => step(-1)}>
            <IconChevronUp aria-hidden />
          </IconButton>
          <IconButton size="sm" label={`${what} sau`} disabled={at === rows.length - 1} onClick={() => step(1)}>
            <IconChevronDown aria-hidden />
          </IconButton>
        </span>
      )}
    </span>
  );
}

/** Up and down while nothing is being typed. */
function useArrowKeys(on: boolean, onStep: (by: number) => void): void {
  const step = useEffectEvent(onStep);
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest('input, select, textarea, [role="menu"]');
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by === undefined || typing || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      step(by);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
}
