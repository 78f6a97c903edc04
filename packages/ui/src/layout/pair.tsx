import type { ReactNode } from 'react';

import { classNames } from '../class-names.ts';
import { type Space, space } from '../theme/space.ts';
import styles from './layout.module.css';

/** Two that belong together, side by side and equally wide. */
export const Pair = ({
  gap = 12,
  atLeast,
  folds = false,
  children,
}: {
  gap?: Space;
  /** In pixels: where each cannot be so wide, the second stands below the first. */
  atLeast?: number;
  /** On a phone the second stands below the first. */
  folds?: boolean;
  children: ReactNode;
}) => (
  <div
    className={classNames(styles.pair, folds && styles.folds)}
    style={{
      gap: space(gap),
      gridTemplateColumns: atLeast === undefined ? undefined : `repeat(auto-fit, minmax(${atLeast}px, 1fr))`,
    }}
  >
    {children}
  </div>
);
