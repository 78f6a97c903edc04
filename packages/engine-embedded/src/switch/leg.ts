import type { AudioSource, Cause, LegEvent, LegId, PlayId } from '@alo/call-core';
import type { Flow, Incoming } from '@alo/sip';
import type { MediaLeg } from '../media/index.ts';

/** What a leg reports: an event without the names and the time, which the switch adds. */
export type LegNews = LegEvent extends infer E ? (E extends LegEvent ? Omit<E, 'call' | 'leg' | 'at'> : never) : never;

/** One party's connection to the switch, whichever side began it. What a leg is not in the state for, it does not do. */
export interface Leg {
  readonly id: LegId;
  /** The party's audio; `null` as long as it cannot be known which device will have it. */
  readonly media: MediaLeg | null;
  readonly side: 'arrived' | 'dialled';
  readonly state: 'new' | 'ringing' | 'up';
  /** The party has put us on hold. */
  readonly isHeld: boolean;
  /** What it listens to. */
  readonly plays: readonly PlayId[];
  ring(): void;
  answer(): void;
  /** Ends the leg in any state; `ended` is told at once, whatever the far end does. */
  hangUp(cause: Cause): void;
  /** Lets the party hear us before the answer, where it is the caller (183); nothing otherwise. */
  openEarly(): void;
  play(id: PlayId, sources: readonly AudioSource[], loop: boolean): void;
  stop(id: PlayId): void;
  sendDigits(digits: string): void;
}

/** Finds the session that a request in a dialog belongs to. */
export interface Sessions {
  set(key: string, receiver: { readonly flow: Flow; receive(incoming: Incoming): void }): void;
  delete(key: string): void;
}
