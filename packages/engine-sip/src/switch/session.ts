import type { Cause, LegId, TransferId } from '@alo/call-core';
import { reasonHeader } from '@alo/engine';
import {
  ackFor,
  answerSessionTimer,
  checkRequest,
  type Dialog,
  type DigestIdentity,
  dialogKey,
  type Flow,
  type Header,
  headerList,
  type IncomingRequest,
  type Request,
  type Response,
  type ResponseParts,
  receiveInDialog,
  refreshTarget,
  requestInDialog,
  type SipEndpoint,
  waitAfterGlare,
} from '@alo/sip';
import type { MediaLeg, Press } from '../media/index.ts';
import { proofFor } from './carrier-proof.ts';
import { infoBody, pressOfInfo } from './dtmf-info.ts';
import { Freshness } from './freshness.ts';
import { LifeWatch } from './life-watch.ts';
import type { TransferResult } from './refer.ts';
import { refusalOfSdp, sdpOf } from './sdp-body.ts';
import { abilities, allow, sdpAnswer, sdpHeaders, timerHeaders } from './session-words.ts';
import { type TransferAsked, Transfers } from './transfers.ts';

/** The events that a session tells its leg. */
export interface SessionEvents {
  /** A key by INFO. */
  onPress(press: Press): void;
  /** The party put us on hold, or came back. */
  onHeld(on: boolean): void;
  /** The party hung up, or does not know the call any more. */
  onEnded(cause: Cause): void;
  /** The party has heard what we said before the answer (RFC 3262); absent where that cannot be. */
  onPrack?(incoming: IncomingRequest): void;
  /** The party wants the other side to go elsewhere; false when that cannot be. Null: it may not, as carriers may not. */
  readonly onTransfer: ((asked: TransferAsked) => boolean) | null;
}

/** Of a party by RTP. A browser's connection shows its end. */
export interface LifeQuestions {
  /** So often where it should be heard and is not. */
  readonly whileSilentMs: number;
  /** So often while it holds; null for a carrier, which may hold for as long as it likes. */
  readonly whileHeldMs: number | null;
}

export interface SessionParts {
  readonly endpoint: SipEndpoint;
  readonly leg: LegId;
  readonly dialog: Dialog;
  readonly flow: Flow;
  readonly media: MediaLeg;
  /** Our Contact value in this dialog. */
  readonly contact: string;
  /** The flow that a request of this dialog goes to; `flow` is the one that the party was last heard on. */
  readonly route: (request: Request, flow: Flow) => Flow;
  /** Our user and password at the party, where it asks for a proof. */
  readonly identity?: DigestIdentity | undefined;
  /** How a party whose audio says nothing of it is asked whether it is still there; absent: its end shows otherwise. */
  readonly asks?: LifeQuestions | undefined;
  readonly events: SessionEvents;
}

/** Without audio it is not asked a third time. */
const refusalsAtMost = 2;

/** One party's dialog and its requests: hold, keys, transfer, hanging up. */
export class Session {
  #dialog: Dialog;
  #flow: Flow;
  #held = false;
  /** The side whose offer is open (RFC 3261 §14): a second offer must wait. */
  #offer: 'none' | 'ours' | 'theirs' = 'none';
  #ended = false;
  /** So often in a row it did not take another transport in place of one that was lost. */
  #refusals = 0;
  readonly #freshness: Freshness;
  /** It should be heard, and is not. */
  #silent = false;
  readonly #lifeWatch: LifeWatch | undefined;
  /** Methods that the party takes. */
  #allows: readonly string[] = [];
  readonly #parts: SessionParts;
  readonly #transfers: Transfers;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#transfers = new Transfers({
      leg: parts.leg,
      contact: parts.contact,
      notify: (headers, body) => this.#send('NOTIFY', headers, body, () => {}),
      ask: (asked) => parts.events.onTransfer?.(asked) ?? false,
    });
    this.#freshness = new Freshness({
      after: (ms, fire) => parts.endpoint.after(ms, fire),
      refresh: (headers) => this.#refresh(headers),
      afterGlareMs: () => waitAfterGlare(this.#dialog, Math.random()),
    });
    if (parts.asks !== undefined) {
      this.#lifeWatch = new LifeWatch({
        after: (ms, fire) => parts.endpoint.after(ms, fire),
        ask: (heard) =>
          this.#send('OPTIONS', [], new Uint8Array(), (response) => {
            if (response !== undefined) heard();
          }),
        onGone: () => this.#gone(),
      });
    }
    this.#dialog = parts.dialog;
    this.#flow = parts.flow;
  }

  get dialog(): Dialog {
    return this.#dialog;
  }

  get key(): string {
    return dialogKey(this.#dialog);
  }

  /** The party has put us on hold. */
  get isHeld(): boolean {
    return this.#held;
  }

  get flow(): Flow {
    return this.#flow;
  }

  /** The early dialog was answered. */
  confirm(): void {
    this.#dialog = { ...this.#dialog, state: 'confirmed' };
  }

  /** A request of the party in this dialog. */
  receive(incoming: IncomingRequest): void {
    const { request } = incoming;
    const received = receiveInDialog(this.#dialog, request);
    if (!received.ok) return void incoming.respond({ status: received.status });
    this.#dialog = received.dialog;
    // The party proved by its tags that it is itself: from now on it is reached where it speaks from.
    this.#flow = incoming.flow;
    const refusal = checkRequest(request, abilities) ?? tooBrief(request);
    if (refusal !== undefined) return void incoming.respond(refusal);
    switch (request.method) {
      case 'PRACK':
        if (this.#parts.events.onPrack) return this.#parts.events.onPrack(incoming);
        return void incoming.respond({ status: 481 });
      case 'INVITE':
        return this.#receiveOffer(incoming);
      case 'UPDATE':
        if (sdpOf(request) !== '') return this.#receiveOffer(incoming);
        this.#freshness.keep(request);
        return void incoming.respond({
          status: 200,
          headers: [{ name: 'contact', value: this.#parts.contact }, ...timerHeaders(request)],
        });
      case 'INFO':
        return this.#receiveInfo(incoming);
      case 'REFER':
        if (this.#parts.events.onTransfer === null) return void incoming.respond({ status: 403 });
        return this.#transfers.receive(incoming);
      case 'BYE':
        incoming.respond({ status: 200 });
        return this.#end('normal');
      default: // OPTIONS
        return void incoming.respond({ status: 200, headers: [{ name: 'allow', value: allow }] });
    }
  }

  /** Hangs up. Nothing is told any more. */
  bye(cause: Cause): void {
    if (this.#ended) return;
    this.#over();
    this.#send('BYE', [{ name: 'reason', value: reasonHeader(cause) }], new Uint8Array(), () => {});
  }

  /** Tells the party how the transfer goes that it asked for; nothing more when it is over. */
  transferResult(transfer: TransferId, result: TransferResult): void {
    if (!this.#ended) this.#transfers.tell(transfer, result);
  }

  /** Sends keys by INFO, for a party whose SDP has no telephone-event. */
  sendDigits(digits: string, durationMs: number): void {
    for (const digit of digits) {
      const body = infoBody(digit, durationMs);
      this.#send('INFO', [{ name: 'content-type', value: 'application/dtmf-relay' }], body, () => {});
    }
  }

  /** A re-INVITE with a fresh transport, when no audio came. Whether it helped shows in the audio. */
  async restart(): Promise<void> {
    if (this.#offer !== 'none' || this.#ended) return;
    const response = await this.#reoffer(() => this.#parts.media.restart());
    // Our offer met one of the party: each waits a different while before it tries again.
    if (response?.status !== 491) return this.#ifRefused(response);
    // That it did not help shows in the audio.
    this.#parts.endpoint.after(waitAfterGlare(this.#dialog, Math.random()), () => void this.restart().catch(() => {}));
  }

  /** A party that takes no other transport hears nothing any more: it is let go, and nobody stays with silence. */
  #ifRefused(response: Response | undefined): void {
    const isTaken = response !== undefined && response.status < 300;
    this.#refusals = isTaken || !this.#parts.media.isLost ? 0 : this.#refusals + 1;
    if (this.#refusals >= refusalsAtMost && !this.#ended) this.#gone();
  }

  /** The INVITE or 2xx that began the session, as the party sent it: it may want to be kept fresh (RFC 4028). */
  started(message: Request | Response): void {
    this.#allows = headerList(message, 'allow');
    this.#freshness.keep(message);
  }

  /** By UPDATE where the party takes it, which leaves the audio alone; nothing while another offer is open. */
  async #refresh(headers: readonly Header[]): Promise<Response | undefined> {
    if (this.#offer !== 'none') return undefined;
    if (this.#allows.includes('UPDATE')) return this.#update(headers);
    return this.#reoffer(() => this.#parts.media.offer(), headers);
  }

  #update(headers: readonly Header[]): Promise<Response | undefined> {
    return new Promise((resolve) => {
      const all = [{ name: 'contact', value: this.#parts.contact }, ...headers];
      this.#send('UPDATE', all, new Uint8Array(), (response) => {
        if (response === undefined || response.status >= 200) resolve(response);
      });
    });
  }

  /** An offer of ours in the session; gives its final response, if one came. */
  async #reoffer(newOffer: () => Promise<string>, headers: readonly Header[] = []): Promise<Response | undefined> {
    this.#offer = 'ours';
    try {
      const offer = await newOffer();
      const response = await this.#sendOffer(offer, headers);
      if (response === undefined || response.status >= 300) return response;
      this.#dialog = refreshTarget(this.#dialog, response);
      await this.#parts.media.acceptAnswer(sdpOf(response));
      return response;
    } finally {
      this.#offer = 'none';
    }
  }

  /** The final response to our offer; none where nothing came. */
  #sendOffer(offer: string, headers: readonly Header[]): Promise<Response | undefined> {
    return new Promise((resolve) => {
      const body = new TextEncoder().encode(offer);
      this.#send('INVITE', [...sdpHeaders(this.#parts.contact, offer), ...headers], body, (response) => {
        if (response === undefined || response.status >= 200) resolve(response);
      });
    });
  }

  #receiveOffer(incoming: IncomingRequest): void {
    // RFC 3261 §14.2: ours is open: 491; theirs is still being answered: 500 with a time to wait, by chance up to 10 s.
    if (this.#offer === 'ours') return void incoming.respond({ status: 491 });
    if (this.#offer === 'theirs') {
      return void incoming.respond({
        status: 500,
        headers: [{ name: 'retry-after', value: String(Math.floor(11 * Math.random())) }],
      });
    }
    this.#offer = 'theirs';
    this.#answerOffer(incoming)
      .catch((error: unknown) => void incoming.respond(refusalOfSdp(error)))
      .finally(() => {
        this.#offer = 'none';
      });
  }

  async #answerOffer(incoming: IncomingRequest): Promise<void> {
    const { media, contact } = this.#parts;
    const { request } = incoming;
    const itsOffer = sdpOf(request);
    if (itsOffer !== '') {
      const answer = await media.renegotiate(itsOffer);
      incoming.watch({ onLost: () => this.#end('failed') });
      this.#freshness.keep(request);
      incoming.respond(sdpAnswer(request, contact, answer));
      return this.#tellHold();
    }
    // An INVITE without an offer wants ours in the 2xx, and its answer comes in the ACK (RFC 3261 §14.1).
    const offer = await media.offer();
    const answer = await new Promise<string | undefined>((resolve) => {
      incoming.watch({ onAck: (ack) => resolve(sdpOf(ack)), onLost: () => resolve(undefined) });
      this.#freshness.keep(request);
      incoming.respond(sdpAnswer(request, contact, offer));
    });
    if (answer === undefined) return this.#end('failed');
    await media.acceptAnswer(answer);
    this.#tellHold();
  }

  #tellHold(): void {
    const held = this.#parts.media.remoteHolds;
    if (held === this.#held || this.#ended) return;
    this.#held = held;
    this.#watchLife();
    this.#parts.events.onHeld(held);
  }

  /** The party is not heard although it should be, or is heard again. */
  silent(on: boolean): void {
    if (this.#silent === on || this.#ended) return;
    this.#silent = on;
    this.#watchLife();
  }

  #watchLife(): void {
    const { asks } = this.#parts;
    if (asks === undefined) return;
    if (this.#held && asks.whileHeldMs !== null) this.#lifeWatch?.begin('later', asks.whileHeldMs);
    else if (!this.#held && this.#silent) this.#lifeWatch?.begin('now', asks.whileSilentMs);
    else this.#lifeWatch?.end();
  }

  #receiveInfo(incoming: IncomingRequest): void {
    const press = pressOfInfo(incoming.request);
    incoming.respond({ status: 200 });
    if (press !== undefined && !this.#ended) this.#parts.events.onPress(press);
  }

  /** The party did not answer for long: it is told BYE, in case that it lives after all. */
  #gone(): void {
    this.bye('no-media');
    this.#parts.events.onEnded('no-media');
  }

  #end(cause: Cause): void {
    if (this.#ended) return;
    this.#over();
    this.#parts.events.onEnded(cause);
  }

  #over(): void {
    this.#ended = true;
    this.#freshness.close();
    this.#lifeWatch?.end();
  }

  #send(
    method: 'BYE' | 'INFO' | 'INVITE' | 'NOTIFY' | 'OPTIONS' | 'UPDATE',
    headers: readonly Header[],
    body: Uint8Array,
    onResponse: (response: Response | undefined) => void,
    proof?: Header,
  ): void {
    const { endpoint, route, identity } = this.#parts;
    const all = proof === undefined ? headers : [...headers, proof];
    const { dialog, request } = requestInDialog(this.#dialog, method, { headers: all, body });
    this.#dialog = dialog;
    const flow = route(request, this.#flow);
    const outgoing = endpoint.request(flow, request, {
      onResponse: (response, responseFlow) => {
        // With our proof it is another request (RFC 3261 §22.2). A party that refuses the proof refuses every one.
        const asked = proof === undefined ? proofFor(response, request, identity) : undefined;
        if (asked !== undefined) return this.#send(method, headers, body, onResponse, asked);
        if (method === 'INVITE' && response.status >= 200 && response.status < 300) {
          outgoing.acknowledge(ackFor(this.#dialog, request), responseFlow);
        }
        // The party lost the dialog, by restart or crash (RFC 3261 §12.2.1.2); a NOTIFY may be unwanted alone.
        if (method !== 'NOTIFY' && (response.status === 481 || response.status === 408)) this.#end('interrupted');
        onResponse(response);
      },
      onFailure: () => onResponse(undefined),
    });
  }
}

function tooBrief(request: Request): ResponseParts | undefined {
  if (request.method !== 'INVITE' && request.method !== 'UPDATE') return undefined;
  const timer = answerSessionTimer(request);
  return timer.kind === 'too-brief' ? { status: 422, headers: timer.headers } : undefined;
}
