import type { MicrophoneStanding } from '@alo/softphone';
import { Button, IconMicrophone } from '@alo/ui';
import { useEffect, useState } from 'react';

import { keepOnDevice, keptOnDevice } from '../../kit/browser/device-store.ts';
import { unavailableLine } from '../model/words.ts';
import { DeviceSettings } from './device-settings.tsx';
import styles from './microphone-trial.module.css';

/**
 * Before the first call at this computer the microphone is asked for and tried, and whoever has none is told what to do: calls go past
 * them meanwhile.
 */
export function MicrophoneTrial({ standing }: { standing: MicrophoneStanding }) {
  const wasTried = useWasTried(standing === 'usable');
  const [trying, setTrying] = useState(false);
  /** The standing of which they want to read no more. */
  const [closed, setClosed] = useState<MicrophoneStanding | null>(null);
  const asks = standing === 'unasked' ? wasTried === false : standing !== 'usable';
  if (!trying && (!asks || closed === standing)) return null;
  const lacks = standing !== 'usable' && standing !== 'unasked';
  const close = () => {
    setTrying(false);
    setClosed(standing);
  };
  return (
    <section className={styles.trial} data-lacks={lacks || undefined} aria-labelledby="microphone-trial">
      <h2 id="microphone-trial">{lacks ? 'Bạn chưa nhận được cuộc gọi' : 'Thử micro trước cuộc gọi đầu tiên'}</h2>
      <p role="status">
        {lacks
          ? `${unavailableLine(standing).word}. ${unavailableLine(standing).help}`
          : trying
            ? 'Vạch chuyển động khi bạn nói là khách sẽ nghe được bạn.'
            : 'Trình duyệt sẽ hỏi quyền dùng micro. Hãy chọn cho phép rồi nói thử.'}
      </p>
      {trying && <DeviceSettings />}
      <div className={styles.buttons}>
        <Button size="sm" onClick={close}>
          {trying && !lacks ? 'Xong' : 'Để sau'}
        </Button>
        {(standing === 'unasked' || standing === 'failing') && !trying && (
          <Button
            size="sm"
            look="primary"
            icon={<IconMicrophone size={16} aria-hidden />}
            onClick={() => setTrying(true)}
          >
            Thử micro
          </Button>
        )}
      </div>
    </section>
  );
}

const name = 'microphone-tried';

/** Whether a microphone was used at this computer before; some browsers ask anew each day. Undefined until that is known. */
function useWasTried(isUsable: boolean): boolean | undefined {
  const [tried, setTried] = useState<boolean>();
  useEffect(() => {
    let isHere = true;
    void keptOnDevice(name).then((kept) => {
      if (isHere) setTried(kept === true);
    });
    return () => {
      isHere = false;
    };
  }, []);
  useEffect(() => {
    if (isUsable && tried === false) void keepOnDevice(name, true);
  }, [isUsable, tried]);
  return tried;
}
