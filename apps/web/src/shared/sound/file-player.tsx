import { IconButton, IconPlayerPause, IconPlayerPlay } from '@alo/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { useConsole } from '../api/context.ts';
import { explain } from '../api/problem.ts';
import styles from './sound.module.css';

/** Plays a file of sound, which is fetched when somebody wants to hear it. What stands beside it knows which part was heard. */
export function FilePlayer({
  label = 'Nghe thử',
  load,
  children,
}: {
  label?: string;
  load: () => Promise<{ blob: () => Promise<Blob> }>;
  children?: (part: number) => ReactNode;
}) {
  const { toasts } = useConsole();
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
      const file = await load();
      setSource(URL.createObjectURL(await file.blob()));
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    } finally {
      setFetching(false);
    }
  };
  return (
    <span className={styles.player}>
      <IconButton size="sm" label={playing ? 'Tạm dừng' : label} disabled={fetching} onClick={() => void play()}>
        {playing ? <IconPlayerPause aria-hidden /> : <IconPlayerPlay aria-hidden />}
      </IconButton>
      {children?.(part)}
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
