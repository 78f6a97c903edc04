import type { Cause } from '@alo/call-core';
import {
  ackFor,
  cseq,
  type Dialog,
  dialogOfCaller,
  type Endpoint,
  type Flow,
  type Outgoing,
  type OutgoingWatch,
  type Response,
  requestInDialog,
} from '@alo/sip';
import { reasonHeader } from './causes.ts';
import type { SessionParts } from './session.ts';

/** Dialogs in which provisional responses were acknowledged, by their tag, with the number of the last one. */
export type EarlyDialogs = ReadonlyMap<string, { readonly number: number; readonly dialog: Dialog }>;

/** An INVITE of ours that is under way. */
export interface Ringing {
  readonly endpoint: Endpoint;
  readonly outgoing: Outgoing;
  readonly route: SessionParts['route'];
  readonly early: EarlyDialogs;
}

/** ACKs a 2xx; gives the dialog that it makes, none where it makes none. */
export function acknowledge({ outgoing, route, early }: Ringing, response: Response, flow: Flow): Dialog | undefined {
  const { request } = outgoing;
  const made = dialogOfCaller(request, response);
  if (made === undefined) return undefined;
  const dialog = { ...made, localSeq: early.get(made.remoteTag)?.dialog.localSeq ?? made.localSeq };
  const ack = ackFor(dialog, cseq(request)?.number ?? 1);
  outgoing.acknowledge(ack, route(ack, flow));
  return dialog;
}

/**
 * Hangs up at once whoever is picked up when we had stopped ringing, or is another fork beyond a proxy (RFC 3261 §13.2.2.4). They may
 * come half a minute later: all that is kept for them is here, and nothing of the leg and its audio.
 */
export const hangUpLate = (ringing: Ringing, why: Cause, onNobodyThere: (() => void) | undefined): OutgoingWatch => ({
  onResponse(response, flow) {
    if (response.status < 200 || response.status >= 300) return;
    const dialog = acknowledge(ringing, response, flow);
    if (dialog === undefined) return;
    const { request } = requestInDialog(dialog, 'BYE', { headers: [{ name: 'reason', value: reasonHeader(why) }] });
    ringing.endpoint.request(ringing.route(request, flow), request, { onResponse() {}, onFailure() {} });
  },
  onFailure: () => onNobodyThere?.(),
});
