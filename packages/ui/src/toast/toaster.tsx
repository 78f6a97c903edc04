import { Fragment, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';

import { classNames } from '../class-names.ts';
import { IconButton } from '../controls/button.tsx';
import { IconAlertTriangle, IconCircleCheck, IconInfo, IconX } from '../icons.ts';
import styles from './toaster.module.css';
import type { Toast, Toasts } from './toasts.ts';

/** How long a toast that is not an error stays, in milliseconds; reading it, with the pointer or the focus on it, stops the clock. */
const stay = 5000;
/** Where something can be done about it, it is thought about, too. */
const stayWithAction = 8000;

/** The toast area at the top right. Both live regions are always there, so that screen readers hear what is added. */
export function Toaster({
  toasts,
  around = (card) => card,
}: {
  toasts: Toasts;
  /** Stands around each toast, so that one that cannot be drawn takes no other with it; `close` takes the toast away. */
  around?: (card: ReactNode, close: () => void) => ReactNode;
}) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  const of = (errors: boolean) =>
    shown
      .filter((toast) => (toast.kind === 'error') === errors)
      .map((toast) => (
        <Fragment key={toast.key}>
          {around(<ToastCard toast={toast} close={toasts.close} />, () => toasts.close(toast.key))}
        </Fragment>
      ));
  return (
    <section className={styles.area} aria-label="Thông báo">
      <div role="alert" className={styles.stack}>
        {of(true)}
      </div>
      <output className={styles.stack}>{of(false)}</output>
    </section>
  );
}

const icons = { success: IconCircleCheck, info: IconInfo, error: IconAlertTriangle } as const;

function ToastCard({ toast, close }: { toast: Toast; close: Toasts['close'] }) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const leaves = toast.kind !== 'error' && !pointed && !focused;
  useEffect(() => {
    if (!leaves) return;
    const timer = setTimeout(() => close(toast.key), toast.action === undefined ? stay : stayWithAction);
    return () => clearTimeout(timer);
  }, [leaves, close, toast]);

  const Icon = icons[toast.kind];
  return (
    <div
      className={classNames(styles.toast, styles[toast.kind])}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon size={19} aria-hidden />
      <div className={styles.words}>
        <p>{toast.text}</p>
        {toast.code !== undefined && toast.code !== '' && <p className={styles.code}>Mã hỗ trợ: {toast.code}</p>}
        {toast.action && (
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              toast.action?.run();
              close(toast.key);
            }}
          >
            {toast.action.label}
          </button>
        )}
      </div>
      <IconButton label="Đóng thông báo" size="sm" onClick={() => close(toast.key)}>
        <IconX aria-hidden />
      </IconButton>
    </div>
  );
}
