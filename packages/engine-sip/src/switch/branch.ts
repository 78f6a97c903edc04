import type { Cause, LegId } from '@alo/call-core';
import { reasonHeader, type TrunkManner } from '@alo/engine';
import {
  contacts,
  type Dialog,
  dialogKey,
  dialogOfCaller,
  type Flow,
  type Header,
  headerNumber,
  type NameAddr,
  newRequest,
  numberOf,
  type OutgoingRequest,
  parseUri,
  type Request,
  type Response,
  rackOf,
  reliableNumber,
  requestInDialog,
  type SipEndpoint,
} from '@alo/sip';
import type { HeardBeforeAnswer, MediaLeg } from '../media/index.ts';
import { proofFor } from './carrier-proof.ts';
import { EarlySession } from './early-session.ts';
import { acknowledge, type EarlyDialogs, LateAnswers, noneEarly, type OpenInvite } from './late-answers.ts';
import { Patience } from './patience.ts';
import { sdpOf } from './sdp-body.ts';
import { Session, type SessionParts } from './session.ts';
import type { Sessions } from './session-table.ts';
import { allow, offeredExtensions } from './session-words.ts';

/** One device that a dialled leg rings. */
export interface BranchTarget {
  readonly uri: string;
  readonly flow: Flow;
  readonly kind: 'webrtc' | 'rtp';
  /** The proxies on the way, as it registered through them (RFC 3327 §5.3). */
  readonly path?: readonly string[];
  /** The secret of the desk phone that it is. */
  readonly device?: string;
  /** That phone itself, however often its secret is changed. */
  readonly deviceId?: string;
}

/** The way of a request to a device. */
export const routesTo = ({ path = [] }: Pick<BranchTarget, 'path'>): readonly Header[] =>
  path.map((value) => ({ name: 'route', value }));

export interface BranchParts {
  readonly leg: LegId;
  readonly endpoint: SipEndpoint;
  readonly destination: BranchTarget;
  readonly media: MediaLeg;
  /** What a carrier said that has not answered. */
  readonly onSaid?: (said: HeardBeforeAnswer) => void;
  readonly from: NameAddr;
  readonly to: NameAddr;
  readonly callId: string;
  readonly contact: string;
  readonly maxForwards: number;
  readonly headers: readonly Header[];
  readonly route: SessionParts['route'];
  readonly identity?: SessionParts['identity'];
  /** How a carrier wants it otherwise. */
  readonly manner?: TrunkManner | undefined;
  readonly asks?: SessionParts['asks'];
  /** There was no answer, or no way there: another of the party's machines is better asked first for a while. */
  readonly onNobodyThere?: () => void;
  /** Asks a browser's page for a sign of life before it is rung; null for what needs none. */
  readonly isAwake: (() => Promise<boolean>) | null;
  /** How long there may be no answer whatsoever; null: as long as the transaction goes on (RFC 3261 §17.1.1.2, Timer B). */
  readonly patienceMs: number | null;
  /** Where what comes in its early dialogs is found. */
  readonly sessions: Sessions;
  readonly onRinging: () => void;
  /** A provisional response with SDP, whatever its status: the far end sounds before it answers. */
  readonly onEarlyMedia: (sdp: string) => void;
  /** The device was picked up. Nothing is told after this. */
  readonly onAnswer: (answer: BranchAnswer) => void;
  /** `divertedTo` is the number that it sends its callers to (RFC 3261 §21.3). */
  readonly onRefused: (status: number, divertedTo?: string) => void;
  /** Its page does not answer: it was not rung. */
  readonly onAsleep: () => void;
  /** No sign of life at all in `patienceMs`. */
  readonly onSilent: () => void;
}

export interface BranchAnswer {
  /** The 2xx itself. */
  readonly response: Response;
  readonly dialog: Dialog;
  readonly flow: Flow;
  /** Null where the audio is agreed on already, later than by what the 2xx repeats. */
  readonly sdp: string | null;
}

/** So many phones beyond a proxy may ring and ask; further ones ring. */
const mostForks = 20;

/** A provisional response that is to be acknowledged, and the dialog that it is of. */
interface Provisional {
  readonly response: Response;
  readonly number: number;
  readonly dialog: Dialog;
  readonly flow: Flow;
}

/**
 *   idle ──start──► calling ──2xx──► picked up
 *                      └──refusal, cancel──► over
 */
export class Branch {
  readonly parts: BranchParts;
  #state: 'idle' | 'calling' | 'picked-up' | 'over' = 'idle';
  #invited: { readonly request: Request; readonly outgoing: OutgoingRequest } | undefined;
  #patience: Patience | undefined;
  #early: EarlyDialogs = noneEarly;
  #offer = '';
  #proof: Header | null = null;
  /** How often the INVITE was sent anew, as another request each time. */
  #invites = 0;
  /** A carrier wants a session of ours to last longer than its trunk says (RFC 4028 §7.3). */
  #refreshSeconds: number | undefined;
  /** The last SDP of a provisional response: it is the answer where the 2xx brings none (RFC 3262 §5). */
  #earlySdp = '';
  /** The party has offered something else since (RFC 3311). */
  #isUpdated = false;
  readonly #earlySessions = new Map<string, EarlySession>();

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
    try {
      this.#offer = await media.offer();
    } catch {
      // Closed while it was being made, or no port is left.
      return this.#refused(500);
    }
    if (this.#state !== 'idle') return;
    this.#state = 'calling';
    this.#invite();
  }

  /** Sends the INVITE, with what was asked for meanwhile, as a proof: it is another request then (RFC 3261 §22.2). */
  #invite(): void {
    const { endpoint, destination, from, to, callId, contact, maxForwards, headers, patienceMs, manner } = this.parts;
    this.#invites += 1;
    if (patienceMs !== null) this.#patience = new Patience(patienceMs, () => this.#silent());
    const request = newRequest({
      method: 'INVITE',
      uri: destination.uri,
      from,
      to,
      callId,
      cseq: this.#invites,
      maxForwards,
      headers: [
        ...routesTo(destination),
        { name: 'contact', value: contact },
        { name: 'allow', value: allow },
        ...offeredExtensions(manner, this.#refreshSeconds),
        { name: 'content-type', value: 'application/sdp' },
        ...headers,
        ...(this.#proof === null ? [] : [this.#proof]),
      ],
      body: new TextEncoder().encode(this.#offer),
    });
    const outgoing = endpoint.request(destination.flow, request, {
      onResponse: (response, flow) => this.#receive(response, flow),
      onFailure: (why) => {
        this.parts.onNobodyThere?.();
        this.#refused(why === 'timeout' ? 408 : 503);
      },
    });
    this.#invited = { request, outgoing };
  }

  /** Stops ringing; the device is told why (RFC 3326). */
  cancel(cause: Cause): void {
    if (this.#state === 'over' || this.#state === 'picked-up') return;
    this.#state = 'over';
    this.#patience?.end();
    this.#forgetEarly();
    this.#invited?.outgoing.cancel([{ name: 'reason', value: reasonHeader(cause) }]);
    this.#leave(cause, this.parts.onNobodyThere);
    this.#closeMedia();
  }

  /** What comes from now on is answered without us. */
  #leave(why: Cause, onNobodyThere?: () => void): void {
    if (this.#invited === undefined) return;
    const { request, outgoing } = this.#invited;
    outgoing.leaveTo(new LateAnswers(this.#ringing(outgoing), request, why, onNobodyThere));
  }

  #ringing(outgoing: OutgoingRequest): OpenInvite {
    const { endpoint, route, identity } = this.parts;
    return { endpoint, outgoing, route, identity, early: this.#early };
  }

  /** The session of the device that was picked up. */
  sessionOf(answer: BranchAnswer, events: SessionParts['events']): Session {
    const { leg, endpoint, media, contact, route, identity, asks } = this.parts;
    const { dialog, flow } = answer;
    return new Session({ leg, endpoint, dialog, flow, media, contact, route, identity, asks, events });
  }

  #receive(response: Response, flow: Flow): void {
    this.#patience?.end();
    if (this.#proves(response) || this.#lasts(response)) return this.#invite();
    if (response.status >= 300) return this.#refused(response.status, divertedBy(response));
    if (response.status < 200) {
      if (response.status > 100 && this.#isNews(response, flow)) {
        this.#remember(response, flow);
        this.#alerted(response);
      }
      return;
    }
    this.#forgetEarly();
    const invited = this.#invited;
    const dialog = invited && acknowledge(this.#ringing(invited.outgoing), invited.request, response, flow);
    this.#leave('answered-elsewhere');
    if (dialog === undefined) return this.#refused(500);
    this.#state = 'picked-up';
    this.parts.onAnswer({ response, dialog, flow, sdp: this.#answerIn(response) });
  }

  /** What a 2xx says that a provisional response has said before it is older than what was agreed on since. */
  #answerIn(response: Response): string | null {
    const said = sdpOf(response);
    if (this.#isUpdated && (said === '' || said === this.#earlySdp)) return null;
    return said || this.#earlySdp;
  }

  /** The dialog that a provisional response makes is one, in which the party may ask for something. */
  #remember(response: Response, flow: Flow): void {
    const request = this.#invited?.request;
    const dialog = request && dialogOfCaller(request, response);
    if (dialog === undefined || this.#earlySessions.has(dialogKey(dialog))) return;
    if (this.#earlySessions.size >= mostForks) return;
    const { sessions, contact } = this.parts;
    const session = new EarlySession({ dialog, flow, contact, answerTo: (offer) => this.#answerUpdate(offer) });
    this.#earlySessions.set(dialogKey(dialog), session);
    sessions.set(dialogKey(dialog), session);
  }

  #answerUpdate(offer: string): Promise<string> | null {
    if (this.#earlySdp === '') return null;
    this.#isUpdated = true;
    return this.parts.media.renegotiate(offer);
  }

  #forgetEarly(): void {
    for (const key of this.#earlySessions.keys()) this.parts.sessions.delete(key);
    this.#earlySessions.clear();
  }

  /**
   * A provisional response that its sender wants acknowledged is, once (RFC 3262 §4); one that comes again, or before
   * another that was lost, says nothing.
   */
  #isNews(response: Response, flow: Flow): boolean {
    const number = reliableNumber(response);
    const request = this.#invited?.request;
    const made = number === undefined || request === undefined ? undefined : dialogOfCaller(request, response);
    if (number === undefined || made === undefined) return true;
    const known = this.#early.get(made.remoteTag);
    if (known !== undefined && number !== known.number + 1) return false;
    this.#prack({ response, number, dialog: known?.dialog ?? made, flow });
    return true;
  }

  /** With our proof where the carrier asks for one: it would say the same again for half a minute, and then refuse the call. */
  #prack(said: Provisional, proof?: Header): void {
    const { response, number, dialog, flow } = said;
    const headers = [{ name: 'rack', value: rackOf(response) }, ...(proof === undefined ? [] : [proof])];
    const prack = requestInDialog(dialog, 'PRACK', { headers });
    this.#early = new Map(this.#early).set(dialog.remoteTag, { number, dialog: prack.dialog });
    const { endpoint, route, identity } = this.parts;
    endpoint.request(route(prack.request, flow), prack.request, {
      // Its answer says nothing that the INVITE's does not, but who wants a proof.
      onResponse: (answer) => {
        const asked = proof === undefined ? proofFor(answer, prack.request, identity) : undefined;
        const known = this.#early.get(dialog.remoteTag);
        if (asked === undefined || known === undefined || this.#state !== 'calling') return;
        this.#prack({ ...said, number: known.number, dialog: known.dialog }, asked);
      },
      onFailure() {},
    });
  }

  /** The far end asks who we are, for the first time: now there is something to say. */
  #proves(response: Response): boolean {
    const request = this.#invited?.request;
    if (request === undefined || this.#proof !== null || this.#state !== 'calling') return false;
    this.#proof = proofFor(response, request, this.parts.identity) ?? null;
    return this.#proof !== null;
  }

  /** The carrier wants a session to last longer than the trunk says, for the first time. */
  #lasts(response: Response): boolean {
    const seconds = this.parts.manner?.refreshSeconds;
    const least = response.status === 422 ? headerNumber(response, 'min-se') : undefined;
    if (!seconds || least === undefined || least <= seconds || this.#refreshSeconds !== undefined) return false;
    if (this.#state !== 'calling') return false;
    this.#refreshSeconds = least;
    return true;
  }

  /** A sound of its own is the far end's ringing: nobody makes another one for it (RFC 3960 §3.1). */
  #alerted(response: Response): void {
    const sdp = sdpOf(response);
    if (sdp === '') {
      if (response.status === 180) this.parts.onRinging();
      return;
    }
    this.#earlySdp = sdp;
    if (this.parts.manner?.ignoresEarlyMedia === true) this.parts.onRinging();
    else this.parts.onEarlyMedia(sdp);
  }

  #asleep(): void {
    if (this.#state !== 'idle') return;
    this.#state = 'over';
    this.parts.media.close();
    this.parts.onAsleep();
  }

  #silent(): void {
    if (this.#state !== 'calling') return;
    this.parts.onNobodyThere?.();
    this.cancel('no-response');
    this.parts.onSilent();
  }

  #refused(status: number, divertedTo?: string): void {
    this.#patience?.end();
    this.#forgetEarly();
    if (this.#state === 'over' || this.#state === 'picked-up') return;
    this.#state = 'over';
    this.#closeMedia();
    this.parts.onRefused(status, divertedTo);
  }

  /** It has not been picked up: what was heard of it is all that it says. */
  #closeMedia(): void {
    this.parts.media.close((stats) => {
      if (stats?.said !== undefined) this.parts.onSaid?.(stats.said);
    });
  }
}

/** The first number among the places that a redirection names, in their order. */
function divertedBy(response: Response): string | undefined {
  if (response.status >= 400) return undefined;
  const numbers = (contacts(response) ?? [])
    .flatMap(({ uri }) => parseUri(uri) ?? [])
    .map((uri) => numberOf(uri).number);
  return numbers.find((number) => /^\+?[0-9*#]{1,30}$/.test(number));
}
