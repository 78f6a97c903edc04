import type { StreamDirection } from './sdp.ts';

/** A phone's audio, as RTP or as WebRTC. */
export interface PhoneAudio {
  /** A first offer, or one that changes the direction. */
  offer(direction?: StreamDirection): Promise<string>;
  answer(offer: string): Promise<string>;
  acceptAnswer(answer: string): Promise<void>;
  close(): void;
}
