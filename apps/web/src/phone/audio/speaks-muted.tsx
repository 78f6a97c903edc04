import { meterMicrophone } from '@alo/softphone';
import { IconMicrophoneOff } from '@alo/ui';
import { useEffect, useReducer } from 'react';

import window from '../window/call-window.module.css';
import { hearLevel, nobodySpeaks } from './speaking.ts';

/** Tells whoever speaks while they are muted that nobody hears them. There only as long as they are. */
export function SpeaksMuted({ microphone }: { microphone: string | null }) {
  const [{ speaks }, hear] = useReducer(hearLevel, nobodySpeaks);
  useEffect(() => {
    // A microphone that cannot be opened a second time tells nothing.
    const metered = meterMicrophone(microphone, hear).catch((error: unknown) => {
      if (!(error instanceof DOMException)) throw error;
      return () => undefined;
    });
    return () => void metered.then((stop) => stop());
  }, [microphone]);
  return (
    <div role="status">
      {speaks && (
        <p className={window.warning}>
          <IconMicrophoneOff size={16} aria-hidden />
          Bạn đang nói nhưng đang tắt tiếng: bên kia không nghe thấy.
        </p>
      )}
    </div>
  );
}
