import { IconButton, IconPlayerPause, IconPlayerPlay } from '@alo/ui';
import { type ReactNode, useRef, useState } from 'react';

import styles from './sound.module.css';
import { useFetchedSound } from './use-fetched-sound.ts';

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
  const audio = useRef<HTMLAudioElement>(null);
  const { fetching, playing, toggle, element } = useFetchedSound(audio, load);
  const [part, setPart] = useState(0);
  return (
    <span className={styles.player}>
      <IconButton size="sm" label={playing ? 'Tạm dừng' : label} disabled={fetching} onClick={() => void toggle()}>
        {playing ? <IconPlayerPause aria-hidden /> : <IconPlayerPlay aria-hidden />}
      </IconButton>
      {children?.(part)}
      {element !== null && (
        <audio
          {...element}
          ref={audio}
          onTimeUpdate={({ currentTarget: { currentTime, duration } }) => setPart(currentTime / (duration || 1))}
        >
          <track kind="captions" />
        </audio>
      )}
    </span>
  );
}
