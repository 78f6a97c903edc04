/** What a toast tells: `error` stays until it is closed and interrupts a screen reader; the others leave by themselves. */
export type ToastKind = 'success' | 'info' | 'error';

/** A word in the corner of the screen. */
export interface Toast {
  /** The same key again replaces the toast: one trouble, one toast. */
  readonly key: string;
  readonly kind: ToastKind;
  readonly text: string;
  /** A code to quote to support. */
  readonly code?: string | undefined;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

/** The toasts that are shown, newest first: at most three, and every error that nobody has closed. */
export interface Toasts {
  show: (toast: Omit<Toast, 'key'> & { key?: string }) => void;
  close: (key: string) => void;
  get: () => readonly Toast[];
  subscribe: (listener: () => void) => () => void;
}

const most = 3;

/** Makes the one list of toasts of a page. */
export function createToasts(): Toasts {
  let shown: readonly Toast[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly Toast[]) => {
    shown = next;
    for (const listener of listeners) listener();
  };
  return {
    show: (toast) => {
      const key = toast.key ?? `${toast.kind}:${toast.text}`;
      const before = shown.find((other) => other.key === key);
      // The same that is told from elsewhere takes nobody what came of it, nor what they can do about it.
      if (toast.kind === 'info' && (before?.kind === 'success' || (before?.action && !toast.action))) return;
      set(withinRoom([{ ...toast, key }, ...shown.filter((other) => other.key !== key)]));
    },
    close: (key) => set(shown.filter((toast) => toast.key !== key)),
    get: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The oldest that would leave by themselves make room; what was told last is always seen. */
function withinRoom(all: readonly Toast[]): readonly Toast[] {
  const errors = all.filter(({ kind }) => kind === 'error').length;
  const fleeting = all.filter(({ kind }) => kind !== 'error').slice(0, Math.max(1, most - errors));
  return all.filter((toast) => toast.kind === 'error' || fleeting.includes(toast));
}
