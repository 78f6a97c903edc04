import type { Cause, LegId } from '@alo/call-core';
import {
  contentType,
  cseq,
  type Dialog,
  dialogOfCaller,
  type Endpoint,
  type Flow,
  type Header,
  type NameAddr,
  newRequest,
  type Outgoing,
  type Response,
} from '@alo/sip';
import type { MediaLeg } from '../media/index.ts';
import { reasonHeader } from './causes.ts';
import { allow, Session, type SessionParts } from './session.ts';

/** One device that a dialled leg rings. */
export interface Destination {
  readonly uri: string;
  readonly flow: Flow;
  readonly kind: 'webrtc' | 'rtp';
  /** The secret of the desk phone that it is. */
  readonly device?: string;
}

export interface BranchParts {
  readonly leg: LegId;
  readonly endpoint: Endpoint;
  readonly destination: Destination;
  readonly media: MediaLeg;
  readonly from: NameAddr;
  readonly to: NameAddr;
  readonly callId: string;
  readonly contact: string;
  readonly maxForwards: number;
  readonly headers: readonly Header[];
  readonly route: SessionParts['route'];
  /** Asks a browser's page for a sign of life before it is rung; null for what needs none. */
  readonly isAwake: (() => Promise<boolean>) | null;
  /** How long there may be no answer whatsoever; null: as long as the transaction goes on (RFC 3261 §17.1.1.2, Timer B). */
  readonly patienceMs: number | null;
  readonly onRinging: () => void;
  /** A provisional response with SDP: the far end sounds before it answers. */
  readonly onEarlyMedia: (sdp: string) => void;
  /** The device was picked up. Nothing is told after this; `Branch.talk` or `Branch.drop` follows. */
  readonly onAnswer: (answer: Answer) => void;
  readonly onRefused: (status: number) => void;
  /** Its page does not answer: it was not rung. */
  readonly onAsleep: () => void;
  /** No sign of life at all in `patienceMs`. */
  readonly onSilent: () => void;
}

export interface Answer {
  readonly dialog: Dialog;
  readonly flow: Flow;
  readonly sdp: string;
}

const text = (body: Uint8Array): string => new TextDecoder().decode(body);

const hasSdp = (response: Response): boolean => response.body.length > 0 && contentType(response) === 'application/sdp';

/**
 *   idle ──start──► calling ──2xx──► picked up
 *                      └──refusal, cancel──► over
 */
export class Branch {
  readonly parts: BranchParts;
  #state: 'idle' | 'calling' | 'picked-up' | 'over' = 'idle';
  #outgoing: Outgoing | undefined;
  #impatience: NodeJS.Timeout | undefined;
  /** What is told to a device that is picked up too late. */
  #why: Cause = 'answered-elsewhere';

  constructor(parts: BranchParts) {
    this.parts = parts;
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  /** Makes the offer and sends the INVITE. Never rejects. */
  async start(): Promise<void> {
    const { media, isAwake } = this.parts;
    if (isAwake !== null && !(await isAwake())) return this.#asleep();
    if (this.#state !== 'idle') return;
    let offer: string;
    try {
      offer = await media.offer();
    } catch {
      // Closed while it was being made, or no port is left.
      return this.#refused(500);
    }
    if (this.#state !== 'idle') return;
    this.#state = 'calling';
    const { endpoint, destination, from, to, callId, contact, maxForwards, headers } = this.parts;
    const request = newRequest({
      method: 'INVITE',
      uri: destination.uri,
      from,
      to,
      callId,
      cseq: 1,
      maxForwards,
      headers: [
        { name: 'contact', value: contact },
        { name: 'allow', value: allow },
        { name: 'content-type', value: 'application/sdp' },
        ...headers,
      ],
      body: new TextEncoder().encode(offer),
    });
    const { patienceMs } = this.parts;
    if (patienceMs !== null) this.#impatience = setTimeout(() => this.#silent(), patienceMs);
    this.#outgoing = endpoint.request(destination.flow, request, {
      onResponse: (response, flow) => this.#receive(response, flow),
      onFailure: (why) => this.#refused(why === 'timeout' ? 408 : 503),
    });
  }

  /** Stops ringing; the device is told why (RFC 3326). */
  cancel(cause: Cause): void {
    if (this.#state === 'over' || this.#state === 'picked-up') return;
    this.#state = 'over';
    this.#why = cause;
    clearTimeout(this.#impatience);
    this.#outgoing?.cancel([{ name: 'reason', value: reasonHeader(cause) }]);
    this.parts.media.close();
  }

  /** The session of the device that was picked up. */
  sessionOf(answer: Answer, events: SessionParts['events']): Session {
    const { leg, endpoint, media, contact, route } = this.parts;
    return new Session({ leg, endpoint, dialog: answer.dialog, flow: answer.flow, media, contact, route, events });
  }

  #receive(response: Response, flow: Flow): void {
    clearTimeout(this.#impatience);
    if (response.status >= 300) return this.#refused(response.status);
    if (response.status < 200) {
      if (this.#state !== 'calling') return;
      if (response.status === 180) this.parts.onRinging();
      if (response.status > 100 && hasSdp(response)) this.parts.onEarlyMedia(text(response.body));
      return;
    }
    const request = this.#outgoing?.request;
    const dialog = request === undefined ? undefined : dialogOfCaller(request, response);
    if (request === undefined || dialog === undefined) return this.#refused(500);
    const answer = { dialog, flow, sdp: hasSdp(response) ? text(response.body) : '' };
    const session = this.sessionOf(answer, { onDigit() {}, onHeld() {}, onEnded() {}, onTransfer: null });
    const ack = session.ackOf(cseq(request)?.number ?? 1);
    this.#outgoing?.acknowledge(ack, this.parts.route(ack, flow));
    if (this.#state === 'calling') {
      this.#state = 'picked-up';
      this.parts.onAnswer(answer);
    } else {
      // Picked up when we had stopped ringing, or another fork beyond a proxy was first: hang up at once.
      session.bye(this.#why);
    }
  }

  #asleep(): void {
    if (this.#state !== 'idle') return;
    this.#state = 'over';
    this.parts.media.close();
    this.parts.onAsleep();
  }

  #silent(): void {
    if (this.#state !== 'calling') return;
    this.cancel('no-response');
    this.parts.onSilent();
  }

  #refused(status: number): void {
    clearTimeout(this.#impatience);
    if (this.#state === 'over' || this.#state === 'picked-up') return;
    this.#state = 'over';
    this.parts.media.close();
    this.parts.onRefused(status);
  }
}
