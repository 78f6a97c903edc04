import type { StreamDirection } from './sdp.ts';

/** A phone's audio, whichever way it travels. */
export interface PhoneAudio {
  /** A first offer, or one that changes the direction. */
  offer(direction?: StreamDirection): Promise<string>;
  answer(offer: string): Promise<string>;
  acceptAnswer(answer: string): Promise<void>;
  close(): void;
}
