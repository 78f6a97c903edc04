import type { Quality } from '@alo/softphone';

import styles from './call-window.module.css';

const words = { 4: 'Mạng tốt', 3: 'Mạng khá', 2: 'Mạng yếu', 1: 'Mạng rất yếu' } as const;
const heights = [5, 8, 11, 14];

/** How the conversation sounds; in words as well as soon as it is not good. */
export function SignalBars({ quality }: { quality: Quality }) {
  const { bars, lossPercent, roundTripMs, mos } = quality;
  const detail = `MOS ${mos.toFixed(1)}, mất gói ${lossPercent.toFixed(1)}%, trễ ${Math.round(roundTripMs)} ms`;
  return (
    <span className={styles.signal} data-bad={bars <= 2 || undefined} title={`${words[bars]}: ${detail}`}>
      <svg width="20" height="14" viewBox="0 0 20 14" role="img" aria-label={words[bars]}>
        {heights.map((height, index) => (
          <rect
            key={height}
            x={index * 5}
            y={14 - height}
            width="3.5"
            height={height}
            rx="1"
            className={index < bars ? styles['bar-on'] : styles['bar-off']}
          />
        ))}
      </svg>
      {bars <= 2 && <span aria-hidden>{words[bars]}</span>}
    </span>
  );
}
