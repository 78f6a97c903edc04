import { Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PhoneDoor } from '../domain/phone-door/phone-door.ts';
import { useMe } from '../kit/me/me.ts';
import { usePhone } from './model/phone-context.ts';
import { useWhyNoCall } from './model/use-why-no-call.ts';
import { PhoneSettings } from './on-demand.ts';
import { PhoneHost } from './phone-host.tsx';
import { PhonePill } from './phone-pill.tsx';
import { PhoneProvider } from './phone-provider.tsx';

interface PhoneProps {
  sip: string;
  pillSlot: HTMLElement | null;
  onDoor: (door: PhoneDoor | null) => void;
}

/** The phone's parts, put where the frame has room for them. */
export default function Phone({ sip, pillSlot, onDoor }: PhoneProps) {
  const [cardShown, setCardShown] = useState(false);
  const [settingsSlot, setSettingsSlot] = useState<HTMLElement | null>(null);
  return (
    <PhoneProvider sip={sip}>
      {pillSlot && createPortal(<PhonePill />, pillSlot)}
      <PhoneHost onCard={setCardShown} />
      {settingsSlot &&
        createPortal(
          <Suspense fallback={null}>
            <PhoneSettings />
          </Suspense>,
          settingsSlot,
        )}
      <DoorKeeper onDoor={onDoor} cardShown={cardShown} showSettings={setSettingsSlot} />
    </PhoneProvider>
  );
}

/** Lends the screens a way to the phone; who has no extension gets none. */
function DoorKeeper({
  onDoor,
  cardShown,
  showSettings,
}: Pick<PhoneProps, 'onDoor'> & Pick<PhoneDoor, 'cardShown' | 'showSettings'>) {
  const { dial, open, holdsCall } = usePhone();
  const whyNot = useWhyNoCall();
  const hasExtension = (useMe()?.softphone ?? null) !== null;
  useEffect(
    () =>
      onDoor(
        hasExtension ? { dial: (target) => void dial(target), open, whyNot, holdsCall, cardShown, showSettings } : null,
      ),
    [dial, open, whyNot, holdsCall, cardShown, hasExtension, onDoor, showSettings],
  );
  return null;
}
