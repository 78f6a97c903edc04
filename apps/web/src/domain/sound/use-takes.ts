import { useEffect, useRef, useState } from 'react';

import { type Microphone, openMicrophone, type Take } from './microphone.ts';

interface Open {
  readonly microphone: Microphone;
  readonly take: Take;
}

/** What somebody says into their microphone, take by take. The microphone is open only while one is under way, and closed with what uses it. */
export function useTakes(onTaken: (file: File) => void, audio: MediaTrackConstraints | true = true) {
  const [recording, setRecording] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const open = useRef<Open>(undefined);
  const opening = useRef(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      open.current?.microphone.close();
    };
  }, []);

  const begin = async () => {
    if (opening.current) return;
    opening.current = true;
    setWrong(undefined);
    try {
      const microphone = await openMicrophone(audio);
      const take = await microphone.record();
      if (gone.current) return microphone.close();
      open.current = { microphone, take };
      setRecording(true);
    } catch {
      setWrong('Không mở được micrô. Hãy cắm micrô và cho phép trang này dùng nó.');
    } finally {
      opening.current = false;
    }
  };
  const end = (): Open | undefined => {
    const { current } = open;
    open.current = undefined;
    setRecording(false);
    return current;
  };
  const keep = async () => {
    const taken = end();
    if (taken === undefined) return;
    try {
      onTaken(await taken.take.stop());
    } catch {
      setWrong('Trình duyệt không đọc lại được bản thu. Hãy thử lại.');
    } finally {
      taken.microphone.close();
    }
  };
  return {
    recording,
    wrong,
    /** Begins one, or ends and keeps it. */
    toggle: () => (open.current === undefined ? begin() : keep()),
    drop: () => end()?.microphone.close(),
  };
}
