import { createContext, type ReactNode, use } from 'react';

import { PhoneDoorContext, type PhoneMeeting } from '../../domain/phone-door/phone-door.ts';
import { useShown } from '../../kit/browser/shared-value.ts';
import styles from './phone-frame.module.css';

const PillSlotContext = createContext<(slot: HTMLElement | null) => void>(() => undefined);

/**
 * Gives the screens a way to call, and the phone's pill its place in the header. The phone itself stands beside the screens, in a
 * tree of its own, and comes later.
 */
export function PhoneFrame({ meeting, children }: { meeting: PhoneMeeting; children: ReactNode }) {
  const door = useShown(meeting.door);
  return (
    <PillSlotContext value={meeting.pillSlot.set}>
      <PhoneDoorContext value={door}>{children}</PhoneDoorContext>
    </PillSlotContext>
  );
}

/** Where the header has room for the phone's pill. */
export const PhonePillSlot = () => <span ref={use(PillSlotContext)} className={styles.slot} />;
