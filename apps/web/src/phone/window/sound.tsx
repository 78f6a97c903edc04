import { IconAlertTriangle } from '@alo/ui';

import { soundLevels } from '../../domain/calls/sound-words.ts';
import styles from './sound.module.css';
import type { SoundNow } from './sound-now.ts';

const heights = [6, 10, 14];
const bars = { good: 3, fair: 2, poor: 1 } as const;

/** How the conversation sounds, as bars; whoever does not see them is told when it sounds bad, and not in between. */
export function SoundLevel({ sound: { level } }: { sound: SoundNow }) {
  const words = `Âm thanh ${soundLevels[level].toLowerCase()}`;
  return (
    <span className={styles.signal} data-level={level} title={words}>
      <svg width="15" height="14" viewBox="0 0 15 14" role="img" aria-label={words}>
        {heights.map((height, index) => (
          <rect
            key={height}
            x={index * 5}
            y={14 - height}
            width="3.5"
            height={height}
            rx="1"
            className={index < bars[level] ? styles['bar-on'] : styles['bar-off']}
          />
        ))}
      </svg>
      <span className={styles.spoken} role="status">
        {level !== 'good' && words}
      </span>
    </span>
  );
}

/** What is wrong with it, where, and what can be done; nothing of a good one. */
export function SoundTrouble({ sound: { level, lines } }: { sound: SoundNow }) {
  if (lines.length === 0) return null;
  return (
    <div className={styles.trouble} data-level={level}>
      <IconAlertTriangle size={16} aria-hidden />
      <div>
        {lines.map(({ what, advice }) => (
          <p key={what}>
            <b>{what}.</b> {advice}
          </p>
        ))}
      </div>
    </div>
  );
}
