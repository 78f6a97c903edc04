import { State } from '@alo/ui';
import { useEffect, useState } from 'react';

import { usePhoneDoor } from '../../domain/phone-door/phone-door.ts';

/** Microphone, loudspeakers, ringtone, keys: the phone itself shows them here. */
export function Devices() {
  const door = usePhoneDoor();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => {
    door?.showSettings(slot);
    return () => door?.showSettings(null);
  }, [door, slot]);
  if (door === null) {
    return (
      <State drawing="empty" title="Chưa có điện thoại">
        Tài khoản này chưa có máy nhánh, hoặc điện thoại đang được tải.
      </State>
    );
  }
  return <div ref={setSlot} />;
}
