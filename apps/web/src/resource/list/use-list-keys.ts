import { type RefObject, useEffect } from 'react';

/** The keys of a list; nothing happens while somebody types, or over a dialog. */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      const busy =
        target instanceof Element &&
        target.closest('input:not([type="checkbox"]), textarea, [role="menu"], [role="dialog"]');
      const plain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.isComposing;
      if (busy || !plain || !list.current || document.querySelector('[role="dialog"]')) return;
      if (act(list.current, event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [list]);
}

/** Does what the key asks for; false where it asks for nothing here. */
function act(list: HTMLElement, key: string): boolean {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const inRow = (selector: string) => rows[at]?.querySelector<HTMLElement>(selector);
  switch (key) {
    case 'j':
      return focus(rows[Math.min(at + 1, rows.length - 1)]?.querySelector('[data-row-open]'));
    case 'k':
      return focus(rows[Math.max(at - 1, 0)]?.querySelector('[data-row-open]'));
    case 'x':
      return press(inRow('input[type="checkbox"]'));
    case 'e':
      return press(inRow('[data-row-edit]'));
    case '/':
      return focus(list.querySelector('input[type="search"]'));
    default:
      return false;
  }
}

function focus(element: HTMLElement | null | undefined): boolean {
  element?.focus();
  return element !== null && element !== undefined;
}

function press(element: HTMLElement | null | undefined): boolean {
  element?.click();
  return element !== null && element !== undefined;
}
