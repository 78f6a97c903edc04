import { audioFile, getAudio } from '@alo/contract';
import { IconButton, IconPlayerPause, IconPlayerPlay } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { useConsole } from '../api/context.ts';
import { explain } from '../api/problem.ts';
import { useRead } from '../api/queries.ts';
import styles from './sound.module.css';
import { soundLength } from './sound-length.ts';

/** Plays a sound; its bytes are fetched when somebody wants to hear it. */
export function SoundPlayer({ id, wave = false }: { id: string; wave?: boolean }) {
  const { api, toasts } = useConsole();
  const read = useRead();
  const { data } = useQuery({
    ...read(getAudio, { params: { id } }),
    enabled: wave,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const audio = useRef<HTMLAudioElement>(null);
  const [source, setSource] = useState<string>();
  const [fetching, setFetching] = useState(false);
  const [playing, setPlaying] = useState(false);
  const [part, setPart] = useState(0);
  useEffect(() => {
    if (source === undefined) return;
    return () => URL.revokeObjectURL(source);
  }, [source]);

  const play = async () => {
    if (source !== undefined) {
      const element = audio.current;
      if (element?.paused) await element.play();
      else element?.pause();
      return;
    }
    setFetching(true);
    try {
      const file = await api.file(audioFile, { params: { id } });
      setSource(URL.createObjectURL(await file.blob()));
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    } finally {
      setFetching(false);
    }
  };
  return (
    <span className={styles.player}>
      <IconButton size="sm" label={playing ? 'Tạm dừng' : 'Nghe thử'} disabled={fetching} onClick={() => void play()}>
        {playing ? <IconPlayerPause aria-hidden /> : <IconPlayerPlay aria-hidden />}
      </IconButton>
      {wave && data !== undefined && (
        <>
          <Wave peaks={data.peaks} part={part} />
          <span className={styles.length}>{soundLength(data.duration_ms)}</span>
        </>
      )}
      {source !== undefined && (
        <audio
          ref={audio}
          src={source}
          autoPlay
          hidden
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onTimeUpdate={({ currentTarget: { currentTime, duration } }) => setPart(currentTime / (duration || 1))}
        >
          <track kind="captions" />
        </audio>
      )}
    </span>
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
