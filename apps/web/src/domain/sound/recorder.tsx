import { Button, IconPlayerRecord } from '@alo/ui';
import { useEffect, useState } from 'react';

import { minutesSeconds } from '../../kit/format/time.ts';
import styles from './sound.module.css';
import { useTakes } from './use-takes.ts';

/** Takes what somebody says into their microphone; nothing is kept until they stop. */
export function Recorder({ busy, onRecorded }: { busy: boolean; onRecorded: (file: File) => void }) {
  const { recording, wrong, toggle, drop } = useTakes(onRecorded);
  return (
    <div className={styles.buttons}>
      {recording ? (
        <>
          <Button look="danger" onClick={() => void toggle()}>
            Dừng và dùng
          </Button>
          <Button onClick={drop}>Bỏ</Button>
          <Seconds />
        </>
      ) : (
        <Button icon={<IconPlayerRecord aria-hidden />} busy={busy} onClick={() => void toggle()}>
          Bắt đầu thu
        </Button>
      )}
      {wrong !== undefined && <p role="alert">{wrong}</p>}
    </div>
  );
}

function Seconds() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setSeconds(seconds + 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return <output className={styles.length}>Đang thu {minutesSeconds(seconds)}</output>;
}
