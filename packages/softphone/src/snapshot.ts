import type { AudioWay } from './audio-way.ts';
import type { Quality } from './quality.ts';
import type { Trouble } from './quality-watch.ts';
import type { PhoneState } from './state.ts';

/** What tabs show alike. */
export interface TabSnapshot {
  readonly state: PhoneState;
  /** Null without a conversation, and in its first seconds. */
  readonly quality: Quality | null;
  /** What is worth telling the person of what they hear. */
  readonly trouble: Trouble;
  /** How audio finds its way; null until it was tried, and where that says nothing. */
  readonly way: AudioWay | null;
}

/**
 * `here`: this tab registers, rings and carries the audio. `elsewhere`: another tab of this browser does; this one shows
 * the same and passes wishes on. `none`: no phone has been started.
 */
export type Role = 'none' | 'here' | 'elsewhere';

/** The phone as a page sees it, whichever tab has it. */
export interface Snapshot extends TabSnapshot {
  readonly role: Role;
}
