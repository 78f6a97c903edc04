import { Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

import { PhoneHost, PhonePill, PhoneProvider, PhoneSettings, usePhone } from '../../features/phone/index.ts';
import type { PhoneDoor } from '../../shared/phone/phone-door.ts';
import { useMe } from '../../shared/session/me.ts';

interface PhoneProps {
  sip: string;
  pillSlot: HTMLElement | null;
  onDoor: (door: PhoneDoor | null) => void;
}

/** The phone's parts, put where the frame has room for them. */
export default function Phone({ sip, pillSlot, onDoor }: PhoneProps) {
  const [settingsSlot, setSettingsSlot] = useState<HTMLElement | null>(null);
  return (
    <PhoneProvider sip={sip}>
      {pillSlot && createPortal(<PhonePill />, pillSlot)}
      <PhoneHost />
      {settingsSlot &&
        createPortal(
          <Suspense fallback={null}>
            <PhoneSettings />
          </Suspense>,
          settingsSlot,
        )}
      <DoorKeeper onDoor={onDoor} showSettings={setSettingsSlot} />
    </PhoneProvider>
  );
}

/** Lends the screens a way to the phone; who has no extension gets none. */
function DoorKeeper({ onDoor, showSettings }: Pick<PhoneProps, 'onDoor'> & Pick<PhoneDoor, 'showSettings'>) {
  const { dial, open } = usePhone();
  const hasExtension = (useMe()?.softphone ?? null) !== null;
  useEffect(
    () => onDoor(hasExtension ? { dial: (target) => void dial(target), open, showSettings } : null),
    [dial, open, hasExtension, onDoor, showSettings],
  );
  return null;
}
