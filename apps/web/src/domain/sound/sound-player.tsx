import { audioFile, getAudio } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { useRead } from '../../kit/api/queries.ts';
import { FilePlayer } from './file-player.tsx';
import styles from './sound.module.css';
import { soundLength } from './sound-length.ts';

/** Plays a sound that the company brought, with its wave where there is room for it. */
export function SoundPlayer({ id, wave = false }: { id: string; wave?: boolean }) {
  const { api } = useConsole();
  const read = useRead();
  const { data } = useQuery({
    ...read(getAudio, { params: { id } }),
    enabled: wave,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <FilePlayer load={() => api.file(audioFile, { params: { id } })}>
      {(part) =>
        wave &&
        data !== undefined && (
          <>
            <Wave peaks={data.peaks} part={part} />
            <span className={styles.length}>{soundLength(data.duration_ms)}</span>
          </>
        )
      }
    </FilePlayer>
  );
}

/** The loudness of a sound from left to right; what was heard stands out. */
const Wave = ({ peaks, part }: { peaks: readonly number[]; part: number }) => (
  <svg className={styles.wave} viewBox={`0 0 ${peaks.length} 2`} preserveAspectRatio="none" aria-hidden>
    {peaks.map((peak, at) => (
      <rect
        // The place is what a slice is.
        // oxlint-disable-next-line react/no-array-index-key
        key={at}
        x={at + 0.15}
        width={0.7}
        y={1 - Math.max(0.04, peak)}
        height={2 * Math.max(0.04, peak)}
        data-heard={at < part * peaks.length || undefined}
      />
    ))}
  </svg>
);
