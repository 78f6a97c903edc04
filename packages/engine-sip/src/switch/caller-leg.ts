import type { AudioSource, Cause, LegId, PlayId, TransferId } from '@alo/call-core';
import { reasonHeader, refusalFor } from '@alo/engine';
import {
  type Dialog,
  type Header,
  type IncomingRequest,
  type ResponseParts,
  reasonPhrase,
  type SipEndpoint,
} from '@alo/sip';
import type { MediaLeg, Play } from '../media/index.ts';
import { endedBy, type FindReplaced, type Leg, type LegNews, transferNews } from './leg.ts';
import { LegAudio } from './leg-audio.ts';
import { Provisionals } from './provisionals.ts';
import type { TransferResult } from './refer.ts';
import { refusalOfSdp, sdpOf } from './sdp-body.ts';
import { Session, type SessionParts } from './session.ts';
import type { Sessions } from './session-table.ts';
import { sdpAnswer } from './session-words.ts';

export interface CallerLegParts {
  readonly id: LegId;
  readonly endpoint: SipEndpoint;
  readonly incoming: IncomingRequest;
  /** The early dialog of the INVITE. */
  readonly dialog: Dialog;
  readonly media: MediaLeg;
  readonly kind: 'webrtc' | 'rtp';
  /** Our answer to the INVITE's offer, or our offer where it brought none. */
  readonly sdp: string;
  readonly contact: string;
  /** How the call is called, for a phone of ours. */
  readonly names: readonly Header[];
  readonly route: SessionParts['route'];
  readonly identity?: SessionParts['identity'];
  /** The secret of the desk phone that calls. */
  readonly device: string | null;
  readonly deviceId?: string | undefined;
  readonly asks?: SessionParts['asks'];
  /** How long it may be silent, see `TrunkManner`. */
  readonly silenceMs?: number | undefined;
  readonly sessions: Sessions;
  /** Null for a carrier, who transfers nobody. */
  readonly findReplaced: FindReplaced | null;
  readonly tell: (news: LegNews) => void;
}

/**
 *   offered ──ring──► ringing ──┐
 *      ├──openEarly──► early ───┤
 *      └────────────────────────┴──answer──► answered
 *   from any: cancelled, hung up on either side ──► ended
 */
type State = 'offered' | 'ringing' | 'early' | 'answered' | 'ended';

/** A party that called us. */
export class CallerLeg implements Leg {
  readonly id: LegId;
  readonly side = 'arrived';
  readonly media: MediaLeg;
  readonly #parts: CallerLegParts;
  readonly #session: Session;
  readonly #audio: LegAudio;
  readonly #provisionals: Provisionals;
  /** The audio was agreed on, beyond doubt, before the call was answered: the answer says nothing of it (RFC 3262 §5). */
  #agreedEarly = false;
  #state: State = 'offered';
  /** Our 2xx has gone out. */
  #isAccepted = false;
  /** It was acknowledged; a BYE or another INVITE before that is forbidden to the callee (RFC 3261 §14.1, §15). */
  #acknowledged = false;
  #restartAfterAck = false;
  #byeAfterAck: Cause | undefined;
  /** Our own ringing tone, while it sounds. */
  #ringback: Play | undefined;

  constructor(parts: CallerLegParts) {
    this.#parts = parts;
    this.id = parts.id;
    this.media = parts.media;
    this.#session = new Session({
      leg: parts.id,
      endpoint: parts.endpoint,
      dialog: parts.dialog,
      flow: parts.incoming.flow,
      media: parts.media,
      contact: parts.contact,
      route: parts.route,
      identity: parts.identity,
      asks: parts.asks,
      events: {
        onPress: ({ digit, durationMs }) => parts.media.pressed(digit, durationMs),
        onHeld: (on) => parts.tell({ type: 'held', on }),
        onEnded: (cause) => this.#endedByParty(cause),
        onPrack: (prack) => void this.#acknowledgedEarly(prack), // Never rejects.
        onTransfer: parts.findReplaced && transferNews(parts.findReplaced, parts.tell),
      },
    });
    this.#audio = new LegAudio({
      media: parts.media,
      kind: parts.kind,
      silenceMs: parts.silenceMs,
      device: parts.deviceId,
      tell: parts.tell,
      restart: () => this.#restart(),
      sendDigits: (digits, durationMs) => this.#session.sendDigits(digits, durationMs),
      onDead: () => this.hangUp('no-media'),
      onSilent: (on) => this.#session.silent(on),
    });
    this.#provisionals = new Provisionals({
      endpoint: parts.endpoint,
      incoming: parts.incoming,
      onUnheard: () => this.hangUp('failed'),
    });
    // Sound before our SDP makes phones and gateways stop their own ringing tone (RFC 3960 §3.2).
    parts.media.setSending(false);
    parts.sessions.set(this.#session.key, this.#session);
    parts.incoming.watch({
      onCancelled: () => this.#end('cancelled', 487),
      onAck: (ack) => this.#takeAck(sdpOf(ack)),
      onLost: () => this.#lost(),
    });
  }

  get state(): Leg['state'] {
    return this.#state === 'offered' ? 'new' : this.#state === 'answered' ? 'up' : 'ringing';
  }

  get isHeld(): boolean {
    return this.#session.isHeld;
  }

  get plays(): readonly PlayId[] {
    return this.#audio.plays;
  }

  get devices(): readonly string[] {
    const { device } = this.#parts;
    return this.#state === 'ended' || device === null ? [] : [device];
  }

  cut(device: string): void {
    if (this.devices.includes(device)) this.hangUp('forbidden');
  }

  /** A caller who hears us already has no ringing tone of its own any more: it hears ours (RFC 3960 §3.2). */
  ring(): void {
    if (this.#state === 'early' && this.#audio.plays.length === 0) {
      this.#ringback ??= this.media.play([{ kind: 'tone', tone: 'ringback' }], { loop: true }, () => {
        this.#ringback = undefined;
      });
    }
    if (this.#state !== 'offered') return;
    this.#state = 'ringing';
    // A caller without an offer that takes reliable provisionals gets ours with the first one (RFC 3262 §5).
    const isOffered = this.#provisionals.areReliable && !this.#broughtOffer;
    this.#provisionals.tell(this.#says(isOffered ? this.#parts.sdp : '', 180));
  }

  openEarly(): void {
    this.#stopRinging();
    // Without an offer there is nothing that a 183 could answer.
    if ((this.#state !== 'offered' && this.#state !== 'ringing') || !this.#broughtOffer) return;
    this.#state = 'early';
    this.media.setSending(true);
    this.#provisionals.tell(this.#says(this.#parts.sdp, 183));
    this.#agreedEarly = this.#provisionals.areReliable;
  }

  answer(): void {
    if (this.#state === 'answered' || this.#state === 'ended') return;
    this.#state = 'answered';
    this.#stopRinging();
    this.#provisionals.then(() => this.#accept());
    this.#parts.tell({ type: 'answered' });
  }

  #accept(): void {
    if (this.#state !== 'answered') return;
    this.#isAccepted = true;
    const { incoming, sdp } = this.#parts;
    this.media.setSending(true);
    this.#session.confirm();
    incoming.respond(this.#says(this.#agreedEarly ? '' : sdp, 200));
    this.#session.started(incoming.request);
    this.#audio.answered();
  }

  #says(sdp: string, status: 180 | 183 | 200): ResponseParts {
    const { incoming, contact, names } = this.#parts;
    const answer = sdpAnswer(incoming.request, contact, sdp, status);
    return { ...answer, headers: [...(answer.headers ?? []), ...names] };
  }

  /** The caller has heard what we said before the answer; it may bring the answer to our offer, or another offer. */
  async #acknowledgedEarly(prack: IncomingRequest): Promise<void> {
    const sdp = sdpOf(prack.request);
    if (!this.#provisionals.expects(prack.request)) return void prack.respond({ status: 481 });
    try {
      const isAnswer = sdp !== '' && !this.#broughtOffer && !this.#agreedEarly;
      if (isAnswer) {
        await this.media.acceptAnswer(sdp);
        this.#agreedEarly = true;
      }
      const answer = sdp === '' || isAnswer ? '' : await this.media.renegotiate(sdp);
      prack.respond(sdpAnswer(prack.request, this.#parts.contact, answer));
      this.#provisionals.acknowledged();
    } catch (error) {
      prack.respond(refusalOfSdp(error));
    }
  }

  hangUp(cause: Cause): void {
    if (this.#state === 'ended') return;
    if (this.#isAccepted) {
      if (this.#acknowledged) this.#session.bye(cause);
      else this.#byeAfterAck = cause;
      return this.#end(cause);
    }
    const { status, reason } = refusalFor(cause);
    this.#provisionals.stop();
    this.#parts.incoming.respond({ status, reason, headers: [{ name: 'reason', value: reasonHeader(cause) }] });
    this.#end(cause, status);
  }

  play(id: PlayId, sources: readonly AudioSource[], loop: boolean): void {
    if (this.#state === 'ended') return;
    this.openEarly();
    this.#audio.play(id, sources, loop);
  }

  stop(id: PlayId): void {
    this.#audio.stop(id);
  }

  sendDigits(digits: string): void {
    if (this.#state === 'answered') this.media.sendDtmf(digits);
  }

  transferResult(transfer: TransferId, result: TransferResult): void {
    this.#session.transferResult(transfer, result);
  }

  #stopRinging(): void {
    if (this.#ringback !== undefined) this.media.stop(this.#ringback);
  }

  #restart(): void {
    this.#restartAfterAck = !this.#acknowledged;
    // That it did not help is found out by the grace time.
    if (this.#acknowledged) void this.#session.restart().catch(() => {});
  }

  get #broughtOffer(): boolean {
    return sdpOf(this.#parts.incoming.request) !== '';
  }

  #takeAck(answer: string): void {
    this.#acknowledged = true;
    if (this.#byeAfterAck !== undefined) return this.#session.bye(this.#byeAfterAck);
    if (this.#restartAfterAck && this.#state === 'answered') this.#restart();
    if (this.#broughtOffer || this.#agreedEarly || this.#state === 'ended') return;
    // The ACK answers our offer (RFC 3261 §13.2.2.4).
    this.media.acceptAnswer(answer).catch(() => this.hangUp('incompatible'));
  }

  #lost(): void {
    this.#acknowledged = true;
    this.#session.bye(this.#byeAfterAck ?? 'failed');
    this.#end('failed');
  }

  #endedByParty(cause: Cause): void {
    if (this.#isAccepted) return this.#end(cause);
    // A BYE in the early dialog ends the call like a CANCEL (RFC 3261 §15).
    this.#parts.incoming.respond({ status: 487, reason: reasonPhrase(487) });
    this.#end('cancelled', 487);
  }

  #end(cause: Cause, sipCode?: number): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#provisionals.stop();
    this.#parts.sessions.delete(this.#session.key);
    this.#audio.close((quality) => this.#parts.tell(endedBy(cause, sipCode, quality)));
  }
}
