import { useEffect } from 'react';
import { createPortal } from 'react-dom';

import { PhoneHost, PhonePill, PhoneProvider, usePhone } from '../../features/phone/index.ts';
import type { Dial } from '../../shared/phone/dial.ts';
import { useMe } from '../../shared/session/me.ts';

/** The phone's parts, put where the frame has room for them. */
export default function Phone({
  sip,
  pillSlot,
  onDial,
}: {
  sip: string;
  pillSlot: HTMLElement | null;
  onDial: (dial: () => Dial | null) => void;
}) {
  return (
    <PhoneProvider sip={sip}>
      {pillSlot && createPortal(<PhonePill />, pillSlot)}
      <PhoneHost />
      <DialBridge onDial={onDial} />
    </PhoneProvider>
  );
}

/** Lends the screens the phone's way to call; who has no extension gets none. */
function DialBridge({ onDial }: { onDial: (dial: () => Dial | null) => void }) {
  const { dial } = usePhone();
  const hasExtension = (useMe()?.softphone ?? null) !== null;
  useEffect(() => onDial(() => (hasExtension ? (target) => void dial(target) : null)), [dial, hasExtension, onDial]);
  return null;
}
