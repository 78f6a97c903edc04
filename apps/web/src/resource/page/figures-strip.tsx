import type { ReactNode } from 'react';

import { Explained } from './explained.tsx';
import styles from './figures-strip.module.css';
import { Surface } from './page.tsx';

export interface StripFigure {
  readonly name: string;
  /** How it comes about. */
  readonly formula?: string;
  /** Undefined while nobody has said: its room is kept. */
  readonly value: ReactNode;
  /** What it was reckoned from. */
  readonly of?: string | undefined;
}

/** What all that a page lists comes to, in one line above it. */
export const FiguresStrip = ({ figures }: { figures: readonly StripFigure[] }) => (
  <div className={styles.above}>
    <Surface>
      <dl className={styles.strip}>
        {figures.map(({ name, formula, value, of }) => (
          <div key={name}>
            <dt>{formula === undefined ? name : <Explained word={name} by={formula} />}</dt>
            <dd>
              {value ?? '\u00a0'}
              {of !== undefined && <small> {of}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </Surface>
  </div>
);
