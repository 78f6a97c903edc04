import type { CallId, Cause, LegEvent, LegId, TenantId } from '@alo/call-core';

/** What happened, without saying to which leg and when. */
export type News<E = LegEvent> = E extends LegEvent ? Omit<E, 'call' | 'leg' | 'at'> : never;

/** A party's connection, as call control knows it. */
export interface AsteriskLeg {
  readonly id: LegId;
  readonly tenant: TenantId;
  readonly call: CallId;
  readonly side: 'arrived' | 'dialled';
  /** The extension at its far end; null for a carrier. */
  readonly extension: string | null;
  state: 'new' | 'ringing' | 'up';
  held: boolean;
  /** The channel that speaks; null while several ring. */
  channel: string | null;
  /** Channels that ring, an extension's three phones on three, or the one that speaks. */
  readonly forks: Set<string>;
  /** What is dialled where the one before gave no sign of life: a carrier's other servers. */
  readonly next: string[];
  /** The From header and the other variables that a dialled channel is made with. */
  readonly variables: Readonly<Record<string, string>>;
  /** It is sent silence, since nothing else is to be heard. */
  isSilenced: boolean;
  /** What the phones that did not answer said. */
  readonly refusals: { readonly cause: Cause; readonly sipCode?: number }[];
  /** Why we ended it, once we did. */
  endedBy: Cause | null;
  toldEarly: boolean;
  /** It hears us, though nobody answered. */
  isOpen: boolean;
  /** It was told that it is answered. */
  isAnswered: boolean;
  /** Nothing was heard of it for too long. */
  isSilent: boolean;
}

/** A leg of which nothing has happened yet. */
export const newAsteriskLeg = (
  given: Pick<AsteriskLeg, 'id' | 'tenant' | 'call' | 'side' | 'extension' | 'channel' | 'variables'>,
): AsteriskLeg => ({
  ...given,
  state: 'new',
  held: false,
  forks: new Set(),
  refusals: [],
  next: [],
  isSilenced: false,
  endedBy: null,
  toldEarly: false,
  isAnswered: false,
  isOpen: false,
  isSilent: false,
});

/** All legs, by what call control and by what Asterisk calls them. */
export class Legs {
  readonly #byId = new Map<LegId, AsteriskLeg>();
  readonly #byChannel = new Map<string, AsteriskLeg>();

  add(leg: AsteriskLeg): void {
    this.#byId.set(leg.id, leg);
  }

  fork(leg: AsteriskLeg, channel: string): void {
    leg.forks.add(channel);
    this.#byChannel.set(channel, leg);
  }

  /** A channel has ended. */
  unfork(leg: AsteriskLeg, channel: string): void {
    leg.forks.delete(channel);
    this.#byChannel.delete(channel);
    if (leg.channel === channel) leg.channel = null;
  }

  remove(leg: AsteriskLeg): void {
    for (const channel of leg.forks) this.#byChannel.delete(channel);
    this.#byId.delete(leg.id);
  }

  find(tenant: TenantId, id: LegId): AsteriskLeg | undefined {
    const leg = this.#byId.get(id);
    return leg?.tenant === tenant ? leg : undefined;
  }

  byChannel(channel: string): AsteriskLeg | undefined {
    return this.#byChannel.get(channel);
  }

  all(): Iterable<AsteriskLeg> {
    return this.#byId.values();
  }

  /** Calls at the moment, of everybody or of those that `isMeant`. */
  calls(isMeant: (leg: AsteriskLeg) => boolean = () => true): number {
    return new Set([...this.#byId.values()].filter(isMeant).map(({ call }) => call)).size;
  }

  isOver(call: CallId): boolean {
    for (const leg of this.#byId.values()) if (leg.call === call) return false;
    return true;
  }
}
