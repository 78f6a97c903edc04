import type { dashboard, ResultOf } from '@alo/contract';
import { IconButton, IconHelpCircle, Popover } from '@alo/ui';
import { Link } from '@tanstack/react-router';

import { count, percent } from '../../kit/format/numbers.ts';
import { lasted } from '../../kit/format/time.ts';
import { Surface } from '../../resource/page/page.tsx';
import styles from './dashboard.module.css';

type Figure = ResultOf<typeof dashboard>['figures'][number];

/** Today's figures on one surface; each says how it is made and opens the calls behind it. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <Surface>
    <ul className={styles.figures}>
      {figures.map((figure) => (
        <li key={figure.key} className={styles.figure}>
          <p className={styles.label}>
            {figure.label}
            <Formula figure={figure} />
          </p>
          <p className={styles.value}>
            {figure.calls ? (
              <Link
                to="/call-history"
                search={figure.calls}
                aria-label={`${figure.label}: ${shown(figure, figure.value)}, xem các cuộc gọi`}
              >
                {shown(figure, figure.value)}
              </Link>
            ) : (
              shown(figure, figure.value)
            )}
          </p>
          <p className={styles.before}>{comparison(figure)}</p>
        </li>
      ))}
    </ul>
  </Surface>
);

const Formula = ({ figure }: { figure: Figure }) => (
  <Popover
    label={`Cách tính ${figure.label}`}
    width={300}
    target={(open) => (
      <IconButton size="sm" className={styles.help} label={`Cách tính ${figure.label}`} {...open}>
        <IconHelpCircle aria-hidden />
      </IconButton>
    )}
  >
    <h2>{figure.label}</h2>
    <p className={styles.formula}>{figure.formula}</p>
    <p className={styles.aside}>“Tuần trước” là cùng thứ của tuần trước, tính đến cùng giờ này.</p>
  </Popover>
);

/** Where there was nothing to compare with nothing is said; its room stays. */
function comparison(figure: Figure): string {
  if (figure.target !== null) return `mục tiêu ${shown(figure, figure.target)}`;
  if (figure.before !== null) return `tuần trước ${shown(figure, figure.before)}`;
  return figure.unit === 'people' ? 'ngay lúc này' : '\u00a0';
}

function shown({ unit }: Figure, value: number | null): string {
  if (value === null) return '–';
  switch (unit) {
    case 'calls':
    case 'people':
      return count(value);
    case 'percent':
      return percent(value);
    case 'seconds':
      return lasted(Math.round(value));
    default:
      return unit satisfies never;
  }
}
