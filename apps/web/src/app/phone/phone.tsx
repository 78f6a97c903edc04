import { useEffect } from 'react';
import { createPortal } from 'react-dom';

import { PhoneHost, PhonePill, PhoneProvider, usePhone } from '../../features/phone/index.ts';
import type { Dial } from '../../shared/phone/dial.ts';

/** The phone's parts, put where the frame has room for them. */
export default function Phone({
  sip,
  pillSlot,
  onDial,
}: {
  sip: string;
  pillSlot: HTMLElement | null;
  onDial: (dial: () => Dial) => void;
}) {
  return (
    <PhoneProvider sip={sip}>
      {pillSlot && createPortal(<PhonePill />, pillSlot)}
      <PhoneHost />
      <DialBridge onDial={onDial} />
    </PhoneProvider>
  );
}

/** Lends the screens the phone's way to call. */
function DialBridge({ onDial }: { onDial: (dial: () => Dial) => void }) {
  const { dial } = usePhone();
  useEffect(() => onDial(() => (target) => void dial(target)), [dial, onDial]);
  return null;
}
