import type { ReactNode } from 'react';

import { classNames } from '../class-names.ts';
import { type Space, space } from '../theme/space.ts';
import styles from './layout.module.css';

/** What is known of something, each with its name: in two columns with the names above, or in lines with the names beside. */
export const Facts = ({
  beside,
  gap = 4,
  className,
  children,
}: {
  /** How wide the names beside are, in pixels; without it they stand above. */
  beside?: number;
  /** Between lines. */
  gap?: Space;
  className?: string | undefined;
  children: ReactNode;
}) => (
  <dl
    className={classNames(beside === undefined ? styles.above : styles.beside, className)}
    style={beside === undefined ? undefined : { rowGap: space(gap), gridTemplateColumns: `${beside}px minmax(0, 1fr)` }}
  >
    {children}
  </dl>
);

/** One of them. */
export const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
