import type { EngineCommand, TransferId } from '@alo/call-core';
import type { AriEvent } from './ari/events.ts';
import type { AsteriskExchange } from './exchange.ts';
import { unlessGone } from './unless-gone.ts';

const transferStates = {
  trying: undefined,
  ringing: 'channel_progress',
  done: 'channel_answered',
  failed: 'channel_unavailable',
} as const;

/** Transfers that phones ask for (REFER): call control decides, and the phone is told how it goes. */
export class AsteriskTransfers {
  readonly #exchange: AsteriskExchange;
  #count = 0;

  constructor(exchange: AsteriskExchange) {
    this.#exchange = exchange;
  }

  asked({ refer_to, referred_by }: Extract<AriEvent, { type: 'ChannelTransfer' }>): void {
    const { legs, tell } = this.#exchange;
    const leg = legs.byChannel(referred_by.source_channel.id);
    if (leg === undefined) return;
    const taken = refer_to.destination_channel && legs.byChannel(refer_to.destination_channel.id);
    this.#count += 1;
    const transfer = `${leg.id}/t${this.#count}` as TransferId; // The one place where transfers are named.
    tell(leg, {
      type: 'transfer-requested',
      transfer,
      to: refer_to.requested_destination?.destination ?? '',
      replaces: taken === undefined ? null : { call: taken.call, leg: taken.id },
    });
  }

  result(channel: string | null | undefined, { result }: Extract<EngineCommand, { type: 'transfer-result' }>): void {
    const { ari, attempt } = this.#exchange;
    const states = transferStates[result];
    if (channel && states) attempt(unlessGone(ari.post(`channels/${channel}/transfer_progress`, { states })));
  }
}
