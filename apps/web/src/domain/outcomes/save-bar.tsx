import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** What saves a form, in the bar that stays on the screen while the form itself is scrolled; where the form is, if there is none. */
export const OutcomeSaveBar = ({ bar, children }: { bar: HTMLElement | null | undefined; children: ReactNode }) =>
  bar ? createPortal(children, bar) : children;
