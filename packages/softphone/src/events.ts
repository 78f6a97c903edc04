import type { EndCause, LeftCall, Party, RegistrationFailure } from './state.ts';

/** One key of the pad. */
export type Tone = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '*' | '#';

/** In the order in which a keypad has them. */
export const tones: readonly Tone[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];

/** What the person wants; it may come from another tab. */
export type PersonEvent =
  | { readonly type: 'dial'; readonly id: string; readonly target: string; readonly party: Party }
  | { readonly type: 'answer' }
  | { readonly type: 'reject' }
  | { readonly type: 'hang-up' }
  /** Goes over to a call beside: what rings is answered, who waits is spoken with, and the one before waits. */
  | { readonly type: 'go-over'; readonly id: string }
  /** Does not take what rings beside, or hangs up on who waits. */
  | { readonly type: 'end-beside'; readonly id: string }
  | { readonly type: 'hold' }
  | { readonly type: 'resume' }
  | { readonly type: 'mute'; readonly on: boolean }
  | { readonly type: 'key'; readonly tone: Tone }
  | { readonly type: 'show-window'; readonly window: 'closed' | 'open' | 'folded' }
  | { readonly type: 'open-popup' }
  | { readonly type: 'close-popup' }
  | { readonly type: 'dismiss-notice' };

/** What the application decides: the account is known, the person goes offline, the tab lets go of the phone. */
export type LifeEvent = { readonly type: 'start' } | { readonly type: 'stop'; readonly why: 'status' | 'signed-out' };

/** A page before this one was left in the middle of a call. */
export type LeftEvent = { readonly type: 'take-up'; readonly left: LeftCall };

/**
 * What an adapter reports. These are the lower-level states of the specification (not created, process, ended,
 * accepted, failed, confirmed, incoming, out, connecting, failed register to server, offline), one event each.
 */
export type AdapterEvent =
  | { readonly type: 'socket-connecting' }
  | { readonly type: 'socket-lost' }
  | { readonly type: 'registered' }
  | { readonly type: 'unregistered' }
  | { readonly type: 'failed-register'; readonly why: RegistrationFailure; readonly sipCode: number | null }
  /**
   * A call has arrived; nothing has been answered to it yet. `answersItself`: one that its own person began elsewhere, and that is
   * picked up for them. `ringsThere`: it rings, and is heard to ring, at a telephone of the person's that is not this page.
   * `conversation`: how the switchboard calls it, where it says so.
   */
  | {
      readonly type: 'incoming';
      readonly id: string;
      readonly party: Party;
      readonly conversation?: string | null;
      readonly answersItself?: boolean;
      readonly ringsThere?: boolean;
    }
  /** Somebody dials at a telephone of theirs that is not this page, which rings at the other side. */
  | { readonly type: 'dialled-there'; readonly id: string; readonly party: Party; readonly conversation: string }
  /** An outgoing call has left. */
  | { readonly type: 'out'; readonly id: string }
  /** 180 or 183 received or sent. `earlyMedia`: the far end plays its own ringing. */
  | { readonly type: 'progress'; readonly id: string; readonly earlyMedia: boolean }
  /** The switchboard has said how it calls the conversation. */
  | { readonly type: 'named'; readonly id: string; readonly conversation: string }
  | { readonly type: 'accepted'; readonly id: string }
  | { readonly type: 'confirmed'; readonly id: string }
  | { readonly type: 'held'; readonly id: string; readonly by: 'us' | 'them'; readonly on: boolean }
  | { readonly type: 'failed'; readonly id: string; readonly cause: EndCause }
  | { readonly type: 'ended'; readonly id: string; readonly cause: EndCause };

/** Everything that can happen to the phone. `at` is in milliseconds since the epoch. */
export type PhoneEvent = (PersonEvent | LifeEvent | LeftEvent | AdapterEvent) & { readonly at: number };

/** What the phone must do. */
export type Effect =
  | { readonly type: 'connect' }
  /** Take the registration back; the socket stays for the call in progress. */
  | { readonly type: 'unregister' }
  | { readonly type: 'disconnect' }
  | { readonly type: 'dial'; readonly id: string; readonly target: string }
  /** A call in the place of the one that a page before this one had. */
  | { readonly type: 'take-up'; readonly id: string; readonly replaces: string }
  | { readonly type: 'answer'; readonly id: string }
  | { readonly type: 'reject'; readonly id: string; readonly why: 'busy' | 'declined' | 'offline' }
  | { readonly type: 'hang-up'; readonly id: string }
  | { readonly type: 'hold'; readonly id: string }
  | { readonly type: 'resume'; readonly id: string }
  | { readonly type: 'mute'; readonly id: string; readonly on: boolean }
  | { readonly type: 'send-dtmf'; readonly id: string; readonly tone: Tone }
  /** What the person hears from us, `waiting` beside a conversation; `silence` stops it. */
  | { readonly type: 'play'; readonly tone: 'ringtone' | 'ringback' | 'waiting' | 'silence' }
  /** The three console messages of the specification §8. */
  | { readonly type: 'log'; readonly message: 'no-microphone' | 'registration-failed' | 'not-initialised' };
