import type { ComponentProps, ReactNode } from 'react';

import { classNames } from '../class-names.ts';
import styles from './button.module.css';

/** `primary` is the one action of a view, `danger` destroys, `quiet` has no frame until it is pointed at. */
export type ButtonLook = 'primary' | 'default' | 'quiet' | 'danger' | 'danger-quiet';
/** How tall it is; `md` where nothing is said. */
export type ButtonSize = 'sm' | 'md' | 'lg';

/** The looks of a button for something else that acts as one (a router link). */
export const buttonClass = (look: ButtonLook = 'default', size: ButtonSize = 'md', className?: string): string =>
  classNames(styles.button, styles[look], styles[size], className);

/** As a button of the page has them, and how it looks. */
export interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Shows a turning mark, and takes no further press. */
  busy?: boolean;
}

/** A button with words. */
export function Button({ look, size, icon, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(look, size, className)}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <span className={styles.spinner} aria-hidden /> : icon}
      {children}
    </button>
  );
}

/** A square button with an icon alone; `label` is read out and shown as a hint. */
export function IconButton({
  label,
  look = 'quiet',
  size = 'md',
  className,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; look?: ButtonLook; size?: ButtonSize }) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={buttonClass(look, size, classNames(styles.square, className))}
    >
      {children}
    </button>
  );
}
