import { later } from '@alo/ui';
import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react';
import { type PhoneDoor, PhoneDoorContext } from '../../domain/phone-door/phone-door.ts';
import { useConsole } from '../../kit/api/context.ts';
import styles from './phone-frame.module.css';

/** The phone brings its SIP library, so it comes after the first screen; a screen never waits for it. */
const Phone = lazy(() => later(() => import('../../phone/phone.tsx')));

const PillSlotContext = createContext<(slot: HTMLElement | null) => void>(() => undefined);

/**
 * Keeps the phone beside the screens instead of around them: it arrives later without touching them, shows its pill in the
 * header's slot, and gives them a way to call. No mistake of a screen reaches it.
 */
export function PhoneFrame({ children }: { children: ReactNode }) {
  const { sip } = useConsole();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [door, setDoor] = useState<PhoneDoor | null>(null);
  return (
    <PillSlotContext value={setSlot}>
      <PhoneDoorContext value={door}>{children}</PhoneDoorContext>
      <Suspense fallback={null}>
        <Phone sip={sip} pillSlot={slot} onDoor={setDoor} />
      </Suspense>
    </PillSlotContext>
  );
}

/** Where the header has room for the phone's pill. */
export const PhonePillSlot = () => <span ref={use(PillSlotContext)} className={styles.slot} />;
