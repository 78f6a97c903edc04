import { Button, IconPlayerRecord } from '@alo/ui';
import { useEffect, useRef, useState } from 'react';

import { minutesSeconds } from '../../kit/format/time.ts';
import styles from './sound.module.css';
import { wavOfBlob } from './wav-of-blob.ts';

/** Takes what somebody says into their microphone; nothing is kept until they stop. */
export function Recorder({ busy, onRecorded }: { busy: boolean; onRecorded: (file: File) => void }) {
  const [seconds, setSeconds] = useState<number>();
  const [wrong, setWrong] = useState<string>();
  const running = useRef<{ stop: () => void; drop: () => void }>(undefined);
  useEffect(() => () => running.current?.drop(), []);
  useEffect(() => {
    if (seconds === undefined) return;
    const timer = setTimeout(() => setSeconds(seconds + 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);

  const start = async () => {
    setWrong(undefined);
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const silence = () => {
        for (const track of stream.getTracks()) track.stop();
      };
      const recorder = new MediaRecorder(stream);
      const pieces: Blob[] = [];
      let wanted = true;
      recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
      recorder.addEventListener('stop', () => {
        silence();
        setSeconds(undefined);
        if (!wanted) return;
        wavOfBlob(new Blob(pieces, { type: recorder.mimeType })).then(onRecorded, () =>
          setWrong('Trình duyệt không đọc lại được bản thu. Hãy thử lại.'),
        );
      });
      running.current = {
        stop: () => recorder.stop(),
        drop: () => {
          wanted = false;
          if (recorder.state === 'inactive') silence();
          else recorder.stop();
        },
      };
      recorder.start();
      setSeconds(0);
    } catch {
      setWrong('Không mở được micrô. Hãy cắm micrô và cho phép trang này dùng nó.');
    }
  };
  return (
    <div className={styles.buttons}>
      {seconds === undefined ? (
        <Button icon={<IconPlayerRecord aria-hidden />} busy={busy} onClick={() => void start()}>
          Bắt đầu thu
        </Button>
      ) : (
        <>
          <Button look="danger" onClick={() => running.current?.stop()}>
            Dừng và dùng
          </Button>
          <Button onClick={() => running.current?.drop()}>Bỏ</Button>
          <output className={styles.length}>Đang thu {minutesSeconds(seconds)}</output>
        </>
      )}
      {wrong !== undefined && <p role="alert">{wrong}</p>}
    </div>
  );
}
