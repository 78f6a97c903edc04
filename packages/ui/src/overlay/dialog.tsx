import { type ReactNode, Suspense } from 'react';

import { DialogOverPage, useMade } from './floating-parts.ts';
import styles from './overlay.module.css';
import { useReturnFocus } from './use-return-focus.ts';

/** A modal dialog: Escape and the cross close it, focus comes to the first field, stays inside and returns afterwards. */
export function Dialog({
  opened,
  onClose,
  title,
  width = 440,
  place = 'middle',
  returnFocus = true,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** In pixels; never wider than the screen. */
  width?: number;
  /** `top` for what grows and shrinks while one types. */
  place?: 'middle' | 'top';
  /** Off where closing it leads somewhere else, which then takes the focus. */
  returnFocus?: boolean;
  children: ReactNode;
}) {
  const content = useReturnFocus(opened, returnFocus);
  if (!useMade(opened)) return null;
  return (
    <Suspense fallback={null}>
      <DialogOverPage {...{ opened, onClose, title, width, place, content, children }} />
    </Suspense>
  );
}

/** The buttons of a dialog, the answer at the right end. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
