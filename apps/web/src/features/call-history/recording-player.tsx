import { callRecording, callWaveform, makeListeningLink } from '@alo/contract';
import { Button, IconButton, IconDownload, IconLink, IconPlayerPause, IconPlayerPlay } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { MarkShown, Playhead } from '../../domain/quality/playhead.ts';
import { useFetchedSound } from '../../domain/sound/use-fetched-sound.ts';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { playsOpus } from '../../kit/browser/plays-opus.ts';
import { saveFile } from '../../kit/browser/save-file.ts';
import { minutesSeconds } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import type { CallDetail } from './call-detail.ts';
import styles from './call-history.module.css';
import { Waveform } from './waveform.tsx';

/** Where a recording was listened to. */
const VoiceLanes = lazy(async () => ({ default: (await import('./voices.tsx')).VoiceLanes }));
const VoiceTimes = lazy(async () => ({ default: (await import('./voices.tsx')).VoiceTimes }));

const MarksOnWave = lazy(() => import('../../domain/quality/marks-on-wave.tsx'));

const ListeningLinks = lazy(() => import('./listening-links.tsx'));

const speeds = [1, 1.25, 1.5, 2] as const;

/** Plays a recording. The bytes are fetched at the first play, so that opening a call costs only its wave. */
export function RecordingPlayer({
  call,
  onHeard,
  marks,
}: {
  call: CallDetail;
  /** Told where one listens. */
  onHeard: (heard: Playhead) => void;
  marks: readonly MarkShown[];
}) {
  const { api, toasts } = useConsole();
  const read = useRead();
  const may = useMay();
  const [isLinking, setIsLinking] = useState(false);
  const { data: wave } = useQuery({
    ...read(callWaveform, { params: { id: call.id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const audio = useRef<HTMLAudioElement>(null);
  const { fetching, playing, toggle, element } = useFetchedSound(audio, () =>
    api.file(callRecording, { params: { id: call.id }, query: playsOpus() ? { as: 'kept' } : {} }),
  );
  const [at, setAt] = useState(0);
  const [speed, setSpeed] = useState<number>(1);
  const seconds = wave?.seconds ?? call.recording_seconds;

  const seek = (to: number) => {
    const clamped = Math.min(Math.max(0, to), seconds);
    setAt(clamped);
    if (audio.current) audio.current.currentTime = clamped;
  };
  useEffect(() => {
    onHeard({ at, seek });
  });
  /** As WAV, which every program plays. */
  const download = async () => {
    try {
      await saveFile(await api.file(callRecording, { params: { id: call.id } }), `ghi-am-${call.id}.wav`);
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    }
  };

  return (
    <div className={styles.player}>
      <div className={styles.controls}>
        <IconButton
          look="primary"
          size="lg"
          className={styles.play}
          label={playing ? 'Tạm dừng' : 'Nghe ghi âm'}
          disabled={fetching}
          onClick={() => void toggle()}
        >
          {playing ? <IconPlayerPause aria-hidden /> : <IconPlayerPlay aria-hidden />}
        </IconButton>
        <div className={styles.heard}>
          <Waveform wave={wave} seconds={seconds} at={at} onSeek={seek} />
          {marks.length > 0 && (
            <Suspense>
              <MarksOnWave marks={marks} seconds={seconds} onSeek={seek} />
            </Suspense>
          )}
          {wave?.voices != null && (
            <Suspense>
              <VoiceLanes voices={wave.voices} seconds={seconds} />
            </Suspense>
          )}
        </div>
      </div>
      <div className={styles.below}>
        <span>
          {minutesSeconds(at)} / {minutesSeconds(seconds)}
        </span>
        <span className={styles.lanes}>Trên: người gọi · Dưới: người nghe</span>
        <Button
          size="sm"
          look="quiet"
          aria-label={`Tốc độ ${speed} lần`}
          onClick={() => {
            const next = speeds[(speeds.findIndex((each) => each === speed) + 1) % speeds.length] ?? 1;
            setSpeed(next);
            if (audio.current) audio.current.playbackRate = next;
          }}
        >
          {speed}×
        </Button>
        <IconButton size="sm" label="Tải ghi âm" disabled={fetching} onClick={() => void download()}>
          <IconDownload aria-hidden />
        </IconButton>
        {may(makeListeningLink.access) && (
          <IconButton size="sm" label="Liên kết nghe" onClick={() => setIsLinking(true)}>
            <IconLink aria-hidden />
          </IconButton>
        )}
      </div>
      {isLinking && (
        <Suspense>
          <ListeningLinks call={call.id} onClose={() => setIsLinking(false)} />
        </Suspense>
      )}
      {wave?.voices != null && (
        <Suspense>
          <VoiceTimes voices={wave.voices} direction={call.direction} onSeek={seek} />
        </Suspense>
      )}
      {element !== null && (
        <audio
          {...element}
          ref={audio}
          onLoadedMetadata={(event) => {
            event.currentTarget.currentTime = at;
            event.currentTarget.playbackRate = speed;
          }}
          onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        >
          <track kind="captions" />
        </audio>
      )}
    </div>
  );
}
