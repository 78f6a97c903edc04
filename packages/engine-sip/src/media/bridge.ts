import { type AudioLeg, audioLegOf, type LegBridge } from './audio-leg.ts';
import type { Press } from './dtmf.ts';
import type { MediaBridge, MediaMember } from './media-plane.ts';
import { Mixer, type MixerMember } from './mixer.ts';
import type { Ticker } from './ticker.ts';

/** A party in a bridge. */
export interface BridgeMember extends MixerMember {
  readonly channel: 'left' | 'right';
  readonly isRecorded: boolean;
}

/** Told whenever somebody came or went. */
export type BridgeListener = (members: readonly BridgeMember[]) => void;

/**
 * People who hear each other. Two who only talk have their packets relayed as they come; any other company is mixed,
 * because one stream must be made of several, or none of one.
 */
export class PlaneBridge implements MediaBridge, LegBridge {
  readonly #mixer: Mixer;
  readonly #listeners = new Set<BridgeListener>();
  #members: readonly BridgeMember[] = [];

  constructor(ticker: Pick<Ticker, 'add' | 'remove'>) {
    this.#mixer = new Mixer(ticker);
  }

  /** The members from now on; a leg that is in another bridge leaves that one. */
  set(members: readonly MediaMember[]): void {
    this.#set(
      members.map(({ leg, hears, channel, offRecord }) => ({
        leg: audioLegOf(leg),
        hears: new Set(hears.map(audioLegOf)),
        channel,
        isRecorded: offRecord !== true,
      })),
    );
  }

  remove(leg: AudioLeg): void {
    this.#set(this.#members.filter((member) => member.leg !== leg));
  }

  /** Listens to who is here, beginning now. */
  watch(listener: BridgeListener): void {
    this.#listeners.add(listener);
    listener(this.#members);
  }

  unwatch(listener: BridgeListener): void {
    this.#listeners.delete(listener);
  }

  /** A key that one member pressed reaches those who hear it. */
  pass(from: AudioLeg, { digit, durationMs }: Press): void {
    for (const { leg, hears } of this.#members) if (hears.has(from)) leg.sendDtmf(digit, durationMs);
  }

  #set(members: readonly BridgeMember[]): void {
    const present = members.filter(({ leg }) => !leg.isClosed);
    const staying = new Set(present.map(({ leg }) => leg));
    for (const { leg } of this.#members) if (!staying.has(leg)) release(leg);
    for (const { leg } of present) {
      if (leg.bridge !== this) leg.bridge?.remove(leg);
      leg.bridge = this;
    }
    this.#members = present;
    this.#connect();
    for (const listener of this.#listeners) listener(present);
  }

  #connect(): void {
    const pair = pairOf(this.#members);
    const isMixed = !pair && (this.#members.length > 1 || this.#members.some(hearsItself));
    for (const { leg } of this.#members) {
      leg.partner = pair && (leg === pair[0] ? pair[1] : pair[0]);
      // Alone, a party hears what it hears without a bridge, unless that is itself.
      leg.outlet.isFed = pair !== undefined || isMixed;
    }
    this.#mixer.set(isMixed ? this.#members : []);
  }
}

/** The two who talk with each other, when there is nobody else. */
function pairOf(members: readonly BridgeMember[]): readonly [AudioLeg, AudioLeg] | undefined {
  const [a, b, ...others] = members;
  if (!a || !b || others.length > 0) return undefined;
  return a.hears.has(b.leg) && b.hears.has(a.leg) ? [a.leg, b.leg] : undefined;
}

/** An echo test. */
const hearsItself = ({ leg, hears }: BridgeMember): boolean => hears.has(leg);

function release(leg: AudioLeg): void {
  leg.bridge = undefined;
  leg.partner = undefined;
  leg.outlet.isFed = false;
}
