import type { Cause } from '@alo/call-core';
import { reasonHeader } from '@alo/engine';
import {
  ackFor,
  type Dialog,
  dialogOfCaller,
  type Flow,
  type Header,
  NO_BODY,
  type OutgoingRequest,
  type OutgoingWatch,
  proofsIn,
  type Request,
  type Response,
  requestInDialog,
  type SipEndpoint,
} from '@alo/sip';
import { proofFor } from './carrier-proof.ts';
import type { SessionParts } from './session.ts';

/** Dialogs in which provisional responses were acknowledged, by their tag, with the number of the last one. */
export type EarlyDialogs = ReadonlyMap<string, { readonly number: number; readonly dialog: Dialog }>;

export const noneEarly: EarlyDialogs = new Map();

/** An INVITE of ours that is under way. */
export interface OpenInvite {
  readonly endpoint: SipEndpoint;
  readonly outgoing: OutgoingRequest;
  readonly route: SessionParts['route'];
  readonly identity: SessionParts['identity'];
  readonly early: EarlyDialogs;
}

/** ACKs a 2xx; gives the dialog that it makes, none where it makes none. */
export function acknowledge(
  { outgoing, route, early }: OpenInvite,
  invite: Request,
  response: Response,
  flow: Flow,
): Dialog | undefined {
  const made = dialogOfCaller(invite, response);
  if (made === undefined) return undefined;
  const dialog = { ...made, localSeq: early.get(made.remoteTag)?.dialog.localSeq ?? made.localSeq };
  const ack = ackFor(dialog, invite);
  outgoing.acknowledge(ack, route(ack, flow));
  return dialog;
}

/**
 * Hangs up at once whoever is picked up when we had stopped ringing, or is another fork beyond a proxy (RFC 3261 §13.2.2.4). They may
 * come half a minute later: all that is kept for them is here, and nothing of the leg and its audio.
 */
export class LateAnswers implements OutgoingWatch {
  readonly #ringing: OpenInvite;
  readonly #uri: string;
  readonly #proofs: readonly Header[];
  readonly #why: Cause;
  readonly #onNobodyThere: (() => void) | undefined;

  constructor(ringing: OpenInvite, invite: Request, why: Cause, onNobodyThere?: () => void) {
    this.#ringing = ringing;
    this.#uri = invite.uri;
    this.#proofs = proofsIn(invite);
    this.#why = why;
    this.#onNobodyThere = onNobodyThere;
  }

  onResponse(response: Response, flow: Flow): void {
    if (response.status < 200 || response.status >= 300) return;
    // From, Call-ID and CSeq were copied from the request (§8.2.6.2), which need not be kept for them.
    const invite: Request = {
      kind: 'request',
      method: 'INVITE',
      uri: this.#uri,
      headers: [...response.headers, ...this.#proofs],
      body: NO_BODY,
    };
    const dialog = acknowledge(this.#ringing, invite, response, flow);
    if (dialog !== undefined) this.#hangUp(dialog, flow);
  }

  /** In a dialog that nobody keeps. */
  #hangUp(dialog: Dialog, flow: Flow, proof?: Header): void {
    const { endpoint, route, identity } = this.#ringing;
    const headers = [{ name: 'reason', value: reasonHeader(this.#why) }, ...(proof === undefined ? [] : [proof])];
    const { dialog: after, request } = requestInDialog(dialog, 'BYE', { headers });
    endpoint.request(route(request, flow), request, {
      onResponse: (response) => {
        const asked = proof === undefined ? proofFor(response, request, identity) : undefined;
        if (asked !== undefined) this.#hangUp(after, flow, asked);
      },
      onFailure() {},
    });
  }

  onFailure(): void {
    this.#onNobodyThere?.();
  }
}
