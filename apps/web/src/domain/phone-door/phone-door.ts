import { createContext, use } from 'react';

import { type SharedValue, shown } from '../../kit/browser/shared-value.ts';

/** What screens may ask of the phone without knowing it. */
export interface PhoneDoor {
  /** Calls somebody: a number, an extension, or a customer's id where the number may not be seen. */
  dial: (target: string) => void;
  /** Shows the call window with its pad. */
  open: () => void;
  /** Why no call can be placed from here at the moment, in words; null where one can. */
  whyNot: string | null;
  /** Whether there is a call that lives by the pages of this browser. */
  holdsCall: () => boolean;
  /** Whether the customer's card is up, where what came of a call is said. */
  cardShown: boolean;
  /** Whether the call window or the card stands beside the page, which leaves it the room. */
  isDocked: boolean;
  /** The screen asks for the outcome of calls itself, until what is answered is called. */
  asksOutcome: () => () => void;
  /** Puts the phone's own settings (devices, ringtone, keys) into a place of the screen; null takes them away. */
  showSettings: (slot: HTMLElement | null) => void;
}

/** Where screens and phone meet: each stands in a tree of its own, so that no mistake of the one takes the other away. */
export interface PhoneMeeting {
  /** The phone's way in; null until it has come, and for who has no extension. */
  readonly door: SharedValue<PhoneDoor | null>;
  /** Where the header has room for the phone's pill; null while there is no header. */
  readonly pillSlot: SharedValue<HTMLElement | null>;
}

export const phoneMeeting = (): PhoneMeeting => ({
  door: shown<PhoneDoor | null>(null),
  pillSlot: shown<HTMLElement | null>(null),
});

/** Given by the console where the person has a phone; without one no screen offers to call. */
export const PhoneDoorContext = createContext<PhoneDoor | null>(null);

export const usePhoneDoor = (): PhoneDoor | null => use(PhoneDoorContext);
