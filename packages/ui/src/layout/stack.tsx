import { type ComponentProps, createElement } from 'react';

import { classNames } from '../class-names.ts';
import { type Space, space } from '../theme/space.ts';
import styles from './layout.module.css';

type Tag = 'div' | 'section' | 'form' | 'ul' | 'ol' | 'fieldset';

/** One thing below the other, evenly. */
export function Stack<As extends Tag = 'div'>({
  as,
  gap = 16,
  apart,
  narrow = false,
  className,
  style,
  ...rest
}: {
  as?: As;
  gap?: Space;
  /** How far it stands below what is above it. */
  apart?: Space;
  /** As wide as a form that is filled in by itself: 480px at most. */
  narrow?: boolean;
} & ComponentProps<As>) {
  return createElement(as ?? 'div', {
    ...rest,
    className: classNames(styles.stack, narrow && styles.narrow, className),
    style: { gap: space(gap), marginTop: apart && space(apart), ...style },
  });
}
