import type { ReactNode } from 'react';

import { classNames } from '../class-names.ts';
import styles from './status-dot.module.css';

/** The states of the product, the same colour everywhere; the word always stands beside the dot. */
export type StatusTone = 'ready' | 'ringing' | 'talking' | 'wrapup' | 'paused' | 'offline' | 'bad';

/** A state as dot and word. The ringing one pulses. */
export const Status = ({
  tone,
  children,
  className,
}: {
  tone: StatusTone;
  children: ReactNode;
  className?: string;
}) => (
  <span className={classNames(styles.status, className)} data-whole>
    <StatusDot tone={tone} />
    <span>{children}</span>
  </span>
);

/** The dot alone, for a place where the word stands already. */
export const StatusDot = ({ tone }: { tone: StatusTone }) => (
  <span className={classNames(styles.dot, styles[tone])} aria-hidden />
);
