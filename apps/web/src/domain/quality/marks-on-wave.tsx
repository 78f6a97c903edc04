import { IconBookmark } from '@alo/ui';

import { minutesSeconds } from '../../kit/format/time.ts';
import type { MarkShown } from './playhead.ts';
import styles from './quality.module.css';

/** Where a scorer has marked something, below the wave; each leads there. */
export default function MarksOnWave({
  marks,
  seconds,
  onSeek,
}: {
  marks: readonly MarkShown[];
  seconds: number;
  onSeek: (to: number) => void;
}) {
  return (
    <div className={styles.onWave}>
      {marks.map((mark, at) => (
        <button
          // Marks have no name but their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          type="button"
          title={[mark.about, mark.comment].filter(Boolean).join(': ')}
          aria-label={['Dấu ở', minutesSeconds(mark.at), mark.about, mark.comment].filter(Boolean).join(' ')}
          style={{ left: `${seconds === 0 ? 0 : Math.min(100, (100 * mark.at) / seconds)}%` }}
          onClick={() => onSeek(Math.max(0, mark.at - 1))}
        >
          <IconBookmark aria-hidden />
        </button>
      ))}
    </div>
  );
}
