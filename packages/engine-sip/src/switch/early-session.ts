import { checkRequest, type Dialog, type Flow, type IncomingRequest, receiveInDialog } from '@alo/sip';
import { refusalOfSdp, sdpOf } from './sdp-body.ts';
import type { LiveSession } from './session-table.ts';
import { abilities, allow, sdpAnswer } from './session-words.ts';

export interface EarlySessionParts {
  readonly dialog: Dialog;
  readonly flow: Flow;
  /** Our Contact value in this dialog. */
  readonly contact: string;
  /** Answers an offer of the party; null while ours is not answered yet. */
  readonly answerTo: (offer: string) => Promise<string> | null;
}

/** The dialog of a party that we call and that rings: it may ask, tell keys, and sound from another place before it answers (RFC 3311). */
export class EarlySession implements LiveSession {
  readonly flow: Flow;
  readonly #parts: EarlySessionParts;
  #dialog: Dialog;

  constructor(parts: EarlySessionParts) {
    this.#parts = parts;
    this.#dialog = parts.dialog;
    this.flow = parts.flow;
  }

  get dialog(): Dialog {
    return this.#dialog;
  }

  receive(incoming: IncomingRequest): void {
    const { request } = incoming;
    const received = receiveInDialog(this.#dialog, request);
    if (!received.ok) return void incoming.respond({ status: received.status });
    this.#dialog = received.dialog;
    const refusal = checkRequest(request, abilities);
    if (refusal !== undefined) return void incoming.respond(refusal);
    switch (request.method) {
      case 'UPDATE':
        return void this.#update(incoming); // Never rejects.
      case 'OPTIONS':
        return void incoming.respond({ status: 200, headers: [{ name: 'allow', value: allow }] });
      case 'INFO':
        return void incoming.respond({ status: 200 });
      case 'INVITE': // Ours is under way in it (RFC 3261 §14.2).
        return void incoming.respond({ status: 491 });
      case 'REFER':
        return void incoming.respond({ status: 403 });
      default: // Who was called may not send BYE before it answers (RFC 3261 §15), and acknowledges nothing of ours.
        return void incoming.respond({ status: 481 });
    }
  }

  async #update(incoming: IncomingRequest): Promise<void> {
    const { request } = incoming;
    const offer = sdpOf(request);
    const answering = offer === '' ? '' : this.#parts.answerTo(offer);
    if (answering === null) return void incoming.respond({ status: 491 });
    try {
      incoming.respond(sdpAnswer(request, this.#parts.contact, await answering));
    } catch (error) {
      incoming.respond(refusalOfSdp(error));
    }
  }
}
