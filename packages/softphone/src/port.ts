import type { AdapterEvent, Tone } from './events.ts';

/** With what a browser registers. The password lives as long as the session that it was given to. */
export interface PhoneAccount {
  readonly username: string;
  readonly domain: string;
  readonly password: string;
}

/**
 * A way of making calls from a browser (one a voice mode). Methods never throw: what cannot be done comes back as an
 * event (`failed`, `failed-register`). Calls are named by the ids that came with `incoming` or were given to `dial`.
 */
export interface PhoneAdapter {
  /** Opens the connection and registers, again and again until `stop`. With an open connection it registers anew. */
  connect(account: PhoneAccount, address: string): void;
  /** Takes the registration back; calls go on. */
  unregister(): void;
  /** Ends calls, unregisters, closes the connection. */
  stop(): void;
  /** The network is back or the page is seen again: do now what a timer would do later. */
  wake(): void;
  dial(id: string, target: string): void;
  /** Calls in the place of a dialog of a page that is gone (RFC 3891). */
  takeUp(id: string, replaces: string): void;
  /** How `Replaces` names the dialog of a call that was answered; null where there is none. */
  replacesOf(id: string): string | null;
  answer(id: string): void;
  reject(id: string, why: 'busy' | 'declined' | 'offline'): void;
  hangUp(id: string): void;
  hold(id: string): void;
  resume(id: string): void;
  mute(id: string, on: boolean): void;
  /** RFC 4733 in the audio where the far end takes it, INFO otherwise. */
  sendDtmf(id: string, tone: Tone): void;
  /** Microphone of these and of later calls; null is the browser's choice. Rejects where a call has none any more. */
  setMicrophone(deviceId: string | null): Promise<void>;
  /** Relays for the audio of later calls, where a network lets none through otherwise. */
  setRelays(relays: readonly RTCIceServer[]): void;
  /** With the registration the switchboard is told whether anybody would hear the person: who is heard by nobody is offered no call. */
  canBeHeard(heard: boolean): void;
  /** The switchboard's answer to an offer that is no call's (OPTIONS); null where it gives none. */
  tryOffer(offer: string): Promise<string | null>;
  /** Statistics of a call's media; null without any. */
  stats(id: string): Promise<RTCStatsReport | null>;
}

/** What an adapter is given to report to. */
export interface AdapterListener {
  readonly onEvent: (event: AdapterEvent) => void;
  /** The far end's audio of a call has arrived (specification §4: it plays when the track arrives). */
  readonly onRemoteAudio: (id: string, stream: MediaStream) => void;
}

export type MakeAdapter = (listener: AdapterListener) => Promise<PhoneAdapter>;
