import { useEffect } from 'react';
import { createPortal } from 'react-dom';

import { PhoneHost, PhonePill, PhoneProvider, usePhone } from '../../features/phone/index.ts';
import type { PhoneDoor } from '../../shared/phone/phone-door.ts';
import { useMe } from '../../shared/session/me.ts';

interface PhoneProps {
  sip: string;
  pillSlot: HTMLElement | null;
  onDoor: (door: PhoneDoor | null) => void;
}

/** The phone's parts, put where the frame has room for them. */
export default function Phone({ sip, pillSlot, onDoor }: PhoneProps) {
  return (
    <PhoneProvider sip={sip}>
      {pillSlot && createPortal(<PhonePill />, pillSlot)}
      <PhoneHost />
      <DoorKeeper onDoor={onDoor} />
    </PhoneProvider>
  );
}

/** Lends the screens a way to the phone; who has no extension gets none. */
function DoorKeeper({ onDoor }: Pick<PhoneProps, 'onDoor'>) {
  const { dial, open } = usePhone();
  const hasExtension = (useMe()?.softphone ?? null) !== null;
  useEffect(
    () => onDoor(hasExtension ? { dial: (target) => void dial(target), open } : null),
    [dial, open, hasExtension, onDoor],
  );
  return null;
}
