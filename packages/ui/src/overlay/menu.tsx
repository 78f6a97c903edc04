import { cloneElement, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';

import { Anchored, type Opener } from './anchored.tsx';
import styles from './overlay.module.css';

/** A line of a menu: something to do, or what divides it from others. */
export type MenuEntry =
  | {
      kind?: 'item';
      key: string;
      label: ReactNode;
      /** What to know before one chooses it. */
      hint?: string;
      icon?: ReactNode;
      onSelect: () => void;
      danger?: boolean;
      /** Given, the entry is one of several of which one holds. */
      checked?: boolean;
      disabled?: boolean;
    }
  | { kind: 'label'; key: string; label: ReactNode }
  | { kind: 'line'; key: string };

/** A menu under a button. The button is the child and must take a ref. Arrow keys, Home, End and Escape work. */
export function Menu({
  entries,
  children,
  align = 'end',
  floats = false,
}: {
  entries: readonly MenuEntry[];
  children: Opener;
  align?: 'start' | 'end';
  /** Over everything: where what is around the button would cut it off, as a table does. */
  floats?: boolean;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <Anchored
      opened={opened}
      onChange={setOpened}
      position={`bottom-${align}`}
      popup="menu"
      // Beside its button it belongs to the same landmark.
      withinPortal={floats}
      className={styles.menu}
      target={cloneElement(children, { onClick: () => setOpened(!opened) })}
    >
      <Entries entries={entries} onClose={() => setOpened(false)} />
    </Anchored>
  );
}

function Entries({ entries, onClose }: { entries: readonly MenuEntry[]; onClose: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? [])];
  useEffect(() => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? [])];
    // It is not yet by its button: to scroll to it would move the button out of sight, and the kit hides the menu then.
    (all.find((item) => item.ariaChecked === 'true') ?? all[0])?.focus({ preventScroll: true });
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') onClose();
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || all.length === 0) return;
    event.preventDefault();
    all[(to + all.length) % all.length]?.focus();
  };
  return (
    <div ref={list} role="menu" tabIndex={-1} onKeyDown={onKeyDown}>
      {entries.map((entry) => {
        if (entry.kind === 'line') return <hr key={entry.key} className={styles.divider} />;
        if (entry.kind === 'label') {
          return (
            <div key={entry.key} role="presentation" className={styles['menu-label']}>
              {entry.label}
            </div>
          );
        }
        return (
          <button
            key={entry.key}
            type="button"
            role={entry.checked === undefined ? 'menuitem' : 'menuitemradio'}
            aria-checked={entry.checked}
            tabIndex={-1}
            className={styles.item}
            data-danger={entry.danger === true || undefined}
            disabled={entry.disabled}
            onClick={() => {
              onClose();
              entry.onSelect();
            }}
          >
            {entry.icon}
            {entry.hint === undefined ? (
              entry.label
            ) : (
              <span className={styles['menu-hinted']}>
                {entry.label}
                <small>{entry.hint}</small>
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
