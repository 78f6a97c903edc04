import type { ReactNode } from 'react';

import { type Space, space } from '../theme/space.ts';
import styles from './layout.module.css';

/** Buttons in a line, or in several where they do not fit in one. */
export const Actions = ({
  gap = 8,
  apart,
  children,
}: {
  gap?: Space;
  /** How far they stand below what is above them. */
  apart?: Space;
  children: ReactNode;
}) => (
  <div className={styles.actions} style={{ gap: space(gap), marginTop: apart && space(apart) }}>
    {children}
  </div>
);
