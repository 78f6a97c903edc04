import type { LegId, TransferId } from '@alo/call-core';
import { cseq, type IncomingRequest, type Replaces } from '@alo/sip';
import { notification, readReferral, type TransferResult } from './refer.ts';

/** A transfer that a phone asked for by REFER. */
export interface TransferAsked {
  readonly transfer: TransferId;
  readonly to: string;
  readonly replaces: Replaces | null;
}

export interface TransfersOptions {
  readonly leg: LegId;
  /** Our Contact value in the dialog. */
  readonly contact: string;
  /** Sends a NOTIFY in the dialog. */
  readonly notify: (headers: { name: string; value: string }[], body: Uint8Array) => void;
  /** False when it cannot be: the call that is to be replaced is not there. */
  readonly ask: (asked: TransferAsked) => boolean;
}

/** A phone that changes its mind may ask again; one that asks on and on is broken. */
const mostOpen = 4;

/** The transfers that a phone asked for in one dialog, and what it is told of each. */
export class Transfers {
  readonly #options: TransfersOptions;
  /** The value of Event for each; null where the phone wants no news. */
  readonly #open = new Map<TransferId, string | null>();
  #count = 0;

  constructor(options: TransfersOptions) {
    this.#options = options;
  }

  receive(incoming: IncomingRequest): void {
    const { leg, contact, ask } = this.#options;
    const { request } = incoming;
    const referral = readReferral(request);
    if (referral === undefined) return void incoming.respond({ status: 400, reason: 'Malformed Refer-To' });
    if (this.#open.size >= mostOpen) return void incoming.respond({ status: 503 });
    const { to, replaces, wantsNews } = referral;
    this.#count += 1;
    const transfer = `${leg}/t${this.#count}` as TransferId; // The one place where transfers are named.
    // Only a second one in a dialog must be told apart (RFC 3515 §2.4.6).
    const event = this.#count === 1 ? 'refer' : `refer;id=${cseq(request)?.number ?? 0}`;
    this.#open.set(transfer, wantsNews ? event : null);
    const headers = [{ name: 'contact', value: contact }];
    incoming.respond({
      status: 202,
      headers: wantsNews ? headers : [...headers, { name: 'refer-sub', value: 'false' }],
    });
    this.tell(transfer, 'trying');
    if (!ask({ transfer, to, replaces })) this.tell(transfer, 'failed');
  }

  tell(transfer: TransferId, result: TransferResult): void {
    const event = this.#open.get(transfer);
    if (event === undefined) return;
    const { headers, body, isOver } = notification(event ?? 'refer', result);
    if (isOver) this.#open.delete(transfer);
    if (event === null) return;
    this.#options.notify([...headers, { name: 'contact', value: this.#options.contact }], body);
  }
}
