import type { Cause } from '@alo/call-core';
import { bestCause } from '@alo/engine';
import type { AriChannel } from './ari/events.ts';
import { causeCode, causeOf, clearing, isSilent } from './causes.ts';
import type { AsteriskExchange } from './exchange.ts';
import type { AsteriskLeg } from './legs.ts';
import { unlessGone } from './unless-gone.ts';

/** What a leg's end is told to, besides call control. */
export interface LegEndEvents {
  /** Rings the next of a carrier's servers. */
  readonly tryNext: (leg: AsteriskLeg) => void;
  /** A call has no leg any more. */
  readonly onCallOver: (leg: AsteriskLeg) => void;
}

/** How legs end, and why. */
export class LegEnds {
  readonly #exchange: AsteriskExchange;
  readonly #events: LegEndEvents;

  constructor(exchange: AsteriskExchange, events: LegEndEvents) {
    this.#exchange = exchange;
    this.#events = events;
  }

  hangUp(leg: AsteriskLeg, cause: Cause): void {
    if (leg.endedBy !== null) return;
    leg.endedBy = cause;
    // It is looked for, and rings nowhere.
    if (leg.forks.size === 0) return this.ended(leg, { cause });
    for (const channel of leg.forks) this.drop(channel, cause);
  }

  /** Ends one channel of a leg. */
  drop(channel: string, cause: Cause): void {
    const { ari, attempt, legs } = this.#exchange;
    const leg = legs.byChannel(channel);
    const reason_code = causeCode(cause, { isAnswered: leg?.side === 'dialled' || leg?.isAnswered === true });
    attempt(unlessGone(ari.delete(`channels/${channel}`, { reason_code })));
  }

  /** Why a party hangs up, and how it was heard, is told before its channel ends. */
  hangsUp({ id, channelvars }: AriChannel, q850: number | undefined): void {
    const leg = this.#exchange.legs.byChannel(id);
    if (leg === undefined) return;
    if (q850 !== undefined && isSilent(q850)) leg.isSilent = true;
    const { RTPAUDIOQOS } = channelvars ?? {};
    if (RTPAUDIOQOS) this.#exchange.qualities.atEnd(leg, RTPAUDIOQOS);
  }

  /** Of who arrived nothing more is told once we have it no more; of who was dialled the end is. */
  left(channel: string): void {
    const leg = this.#exchange.legs.byChannel(channel);
    if (leg?.side === 'arrived') this.gone(channel, clearing, undefined);
  }

  /** A channel has ended: with the one that spoke, or the last that rang, its leg. */
  gone(channel: string, q850: number, status: number | undefined): void {
    const { bridges, legs } = this.#exchange;
    const leg = legs.byChannel(channel);
    if (leg === undefined) return;
    const wasIt = leg.state === 'up' && leg.channel === channel;
    legs.unfork(leg, channel);
    bridges.forget(channel);
    if (leg.endedBy !== null) {
      if (leg.forks.size === 0) this.ended(leg, { cause: leg.endedBy });
      return;
    }
    if (wasIt) return this.ended(leg, { cause: leg.isSilent || isSilent(q850) ? 'no-media' : 'normal' });
    if (leg.side === 'arrived') return this.ended(leg, { cause: 'cancelled' });
    if (leg.state === 'up') return;
    const refusal = causeOf(q850, status);
    if (leg.next.length > 0 && (refusal.cause === 'no-response' || refusal.cause === 'congestion'))
      return this.#events.tryNext(leg);
    leg.refusals.push(refusal);
    // Who declines speaks for its person; who is busy only for itself.
    if (refusal.cause === 'rejected') for (const other of leg.forks) this.drop(other, 'normal');
    if (leg.forks.size > 0) return;
    const cause = bestCause(leg.refusals.map((one) => one.cause));
    this.ended(leg, leg.refusals.find((one) => one.cause === cause) ?? { cause });
  }

  /** The leg is over, and with its last one the call. */
  ended(leg: AsteriskLeg, why: { readonly cause: Cause; readonly sipCode?: number }): void {
    const { bridges, legs, plays, qualities, tell } = this.#exchange;
    plays.drop(leg.id);
    legs.remove(leg);
    const quality = qualities.remove(leg);
    tell(leg, { type: 'ended', ...why, ...(quality === undefined ? {} : { quality }) });
    bridges.legGone(leg.id);
    if (legs.isOver(leg.call)) this.#events.onCallOver(leg);
  }
}
