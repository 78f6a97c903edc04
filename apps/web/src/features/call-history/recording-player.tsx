import { callRecording, callWaveform } from '@alo/contract';
import { Button, IconButton, IconDownload, IconPlayerPause, IconPlayerPlay } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { useConsole } from '../../shared/api/context.ts';
import { explain } from '../../shared/api/problem.ts';
import { useRead } from '../../shared/api/queries.ts';
import { minutesSeconds } from '../../shared/format/time.ts';
import { saveFile } from '../../shared/list/save-file.ts';
import type { CallDetail } from './call-detail.ts';
import styles from './call-history.module.css';
import { Waveform } from './waveform.tsx';

const speeds = [1, 1.25, 1.5, 2] as const;

/** Plays a recording. The bytes are fetched at the first play, so that opening a call costs only its wave. */
export function RecordingPlayer({ call }: { call: CallDetail }) {
  const { api, toasts } = useConsole();
  const read = useRead();
  const { data: wave } = useQuery({
    ...read(callWaveform, { params: { id: call.id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const audio = useRef<HTMLAudioElement>(null);
  const [source, setSource] = useState<string>();
  const [fetching, setFetching] = useState(false);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [speed, setSpeed] = useState<number>(1);
  const seconds = wave?.seconds ?? call.recording_seconds;

  useEffect(() => {
    if (source === undefined) return;
    return () => URL.revokeObjectURL(source);
  }, [source]);

  const fetchFile = async () => {
    setFetching(true);
    try {
      return await api.file(callRecording, { params: { id: call.id } });
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
      return undefined;
    } finally {
      setFetching(false);
    }
  };
  const play = async () => {
    if (source !== undefined) {
      const element = audio.current;
      if (element?.paused) await element.play();
      else element?.pause();
      return;
    }
    const file = await fetchFile();
    // Playing begins as soon as the element has it (autoplay).
    if (file) setSource(URL.createObjectURL(await file.blob()));
  };
  const seek = (to: number) => {
    const clamped = Math.min(Math.max(0, to), seconds);
    setAt(clamped);
    if (audio.current) audio.current.currentTime = clamped;
  };
  const download = async () => {
    const file = await fetchFile();
    if (file) await saveFile(file, `ghi-am-${call.id}.wav`);
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
          onClick={() => void play()}
        >
          {playing ? <IconPlayerPause aria-hidden /> : <IconPlayerPlay aria-hidden />}
        </IconButton>
        <Waveform wave={wave} seconds={seconds} at={at} onSeek={seek} />
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
      </div>
      {source !== undefined && (
        <audio
          ref={audio}
          src={source}
          autoPlay
          hidden
          onLoadedMetadata={(event) => {
            event.currentTarget.currentTime = at;
            event.currentTarget.playbackRate = speed;
          }}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        >
          <track kind="captions" />
        </audio>
      )}
    </div>
  );
}
