import type { EngineCommand, LegId, PlayId } from '@alo/call-core';
import type { AsteriskExchange } from './exchange.ts';
import type { AsteriskLeg } from './legs.ts';
import { unlessGone } from './unless-gone.ts';

/** What one leg hears that no other leg says: plays, and silence. */
export class LegSound {
  readonly #exchange: AsteriskExchange;

  constructor(exchange: AsteriskExchange) {
    this.#exchange = exchange;
  }

  play(leg: AsteriskLeg, { play, sources, loop }: Extract<EngineCommand, { type: 'play' }>): void {
    const { ari, attempt, bridges, plays } = this.#exchange;
    if (leg.channel === null) return;
    const wasBusy = plays.playOf(leg.id) !== null;
    // Who has not been answered hears it all the same.
    if (leg.side === 'arrived' && leg.state !== 'up') {
      leg.isOpen = true;
      attempt(unlessGone(ari.post(`channels/${leg.channel}/progress`)));
    }
    plays.start(leg.id, leg.channel, play, sources, loop);
    if (!wasBusy) bridges.changed(leg.id);
  }

  stop(leg: AsteriskLeg | undefined, { leg: id, play }: Extract<EngineCommand, { type: 'stop' }>): void {
    const { bridges, plays } = this.#exchange;
    plays.stop(id, play);
    bridges.changed(id);
    this.silenceIfAlone(leg);
  }

  /** A play has come to its end by itself. */
  played(id: LegId, play: PlayId, missing: boolean): void {
    const { bridges, legs, tell } = this.#exchange;
    bridges.changed(id);
    for (const leg of legs.all()) {
      if (leg.id !== id) continue;
      this.silenceIfAlone(leg);
      return tell(leg, { type: 'played', play, ...(missing ? { missing: true } : {}) });
    }
  }

  /**
   * Who was answered and hears nothing is sent silence: without any packet phones and carriers take a call for dead, and nothing can be
   * whispered where nothing is sent.
   */
  silenceIfAlone(leg: AsteriskLeg | undefined): void {
    if (leg?.channel === undefined || leg.channel === null) return;
    const { ari, attempt, bridges, plays } = this.#exchange;
    const isAlone = leg.state === 'up' && plays.playOf(leg.id) === null && !bridges.isInside(leg.channel);
    if (leg.isSilenced === isAlone) return;
    leg.isSilenced = isAlone;
    bridges.touch(leg.channel);
    const path = `channels/${leg.channel}/silence`;
    attempt(unlessGone(isAlone ? ari.post(path) : ari.delete(path)));
  }
}
