import {
  ackFor,
  contentType,
  type Dialog,
  dialogKey,
  type Flow,
  from,
  type Header,
  header,
  type IncomingRequest,
  type NameAddr,
  type OutgoingRequest,
  type Request,
  type Response,
  receiveInDialog,
  requestInDialog,
  type SipEndpoint,
} from '@alo/sip';
import { patienceMs } from '../patience.ts';
import type { PhoneAudio } from './phone-audio.ts';

/** How far a call has come, from the phone's side. */
export type CallState = 'calling' | 'ringing' | 'early' | 'talking' | 'ended';

const text = (body: Uint8Array): string => new TextDecoder().decode(body);
const bytes = (body: string): Uint8Array => new TextEncoder().encode(body);

const targeted: readonly string[] = ['INVITE', 'UPDATE', 'REFER', 'SUBSCRIBE', 'NOTIFY'];

/** A call of a test phone, from its first message on. It answers what it must; the test does the rest. */
export class PhoneCall<Audio extends PhoneAudio = PhoneAudio> {
  readonly audio: Audio;
  /** The INVITE, of either side. */
  invite: Request | undefined;
  /** The responses to our INVITE, but for the challenge. */
  readonly responses: Response[] = [];
  state: CallState = 'calling';
  /** What is heard was agreed on before the answer. */
  hasAudio = false;
  /** The final status that refused the call, or that it was cancelled with. */
  status: number | undefined;
  /** Reason header of the CANCEL or BYE that ended it. */
  reason: string | undefined;
  dialog: Dialog | undefined;
  /** What the switch sent in the call, in order. */
  readonly received: Request[] = [];
  flow: Flow;
  readonly #endpoint: SipEndpoint;
  readonly #contact: string;
  readonly #waiting: { readonly reached: () => boolean; readonly resolve: () => void }[] = [];
  /** What was told of whose audio. */
  readonly #sdps = new Map<PhoneAudio, string>();
  incoming: IncomingRequest | undefined;
  outgoing: OutgoingRequest | undefined;

  constructor(endpoint: SipEndpoint, flow: Flow, contact: string, audio: Audio) {
    this.#endpoint = endpoint;
    this.flow = flow;
    this.#contact = contact;
    this.audio = audio;
  }

  /** The last response to our INVITE. */
  get response(): Response | undefined {
    return this.responses.at(-1);
  }

  /** Who the other side says it is. */
  get from(): NameAddr | undefined {
    return this.invite && from(this.invite);
  }

  get key(): string | undefined {
    return this.dialog && dialogKey(this.dialog);
  }

  /** Waits for a state, or for the end where that comes first; rejects after `timeoutMs`. */
  async until(state: CallState, timeoutMs = patienceMs): Promise<this> {
    const reached = () => this.state === state || this.state === 'ended';
    if (!reached()) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`call is ${this.state}, not ${state}, after ${timeoutMs} ms`)),
          timeoutMs,
        );
        this.#waiting.push({
          reached,
          resolve: () => {
            clearTimeout(timer);
            resolve();
          },
        });
      });
    }
    if (this.state !== state) throw new Error(`call ended (${this.status ?? 'no status'}) before it was ${state}`);
    return this;
  }

  ring(): void {
    this.incoming?.respond({ status: 180, headers: [{ name: 'contact', value: this.#contact }] });
    this.move('ringing');
  }

  /** Answers; without an SDP where the one that sounded early counts. */
  async answer({ withSdp = true } = {}): Promise<void> {
    await this.#agree(200, withSdp ? this.audio : null);
    this.move('talking');
  }

  /** Lets the caller hear something before the answer; `by` another audio than the phone's, as a network's announcements are. */
  async soundEarly(status: 180 | 183 = 183, by: PhoneAudio = this.audio): Promise<void> {
    await this.#agree(status, by);
    this.move('early');
  }

  reject(status: number, headers: readonly Header[] = []): void {
    this.incoming?.respond({ status, headers });
    this.end(status);
  }

  /** Stops calling. */
  cancel(): void {
    this.outgoing?.cancel();
  }

  /** Hangs up a call that was answered; resolves with the status of the BYE's answer. */
  async hangUp(): Promise<number> {
    const response = await this.request('BYE');
    this.end(undefined);
    return response.status;
  }

  /** Ends it, however far it has come; a switch that died meanwhile knows nothing of it. */
  async leave(): Promise<void> {
    if (this.state === 'ended') return;
    if (this.state === 'talking') await this.request('BYE').catch(() => undefined);
    else if (this.incoming === undefined) this.cancel();
    else this.reject(486);
    this.end(undefined);
  }

  /** Puts the other side on hold, or comes back; gives the SDP answer. */
  async hold(on: boolean): Promise<string> {
    const offer = await this.audio.offer(on ? 'sendonly' : 'sendrecv');
    const response = await this.request('INVITE', this.#sdpHeaders(), bytes(offer));
    if (response.status >= 300) throw new Error(`re-INVITE was refused: ${response.status}`);
    await this.audio.acceptAnswer(text(response.body));
    return text(response.body);
  }

  /** Offers anew, in words of the test's; gives the answer, or the status that refused it. */
  async reoffer(asOffered: (sdp: string) => string): Promise<string | number> {
    const response = await this.request('INVITE', this.#sdpHeaders(), bytes(asOffered(await this.audio.offer())));
    return response.status < 300 ? text(response.body) : response.status;
  }

  /** Presses a key by INFO. */
  async info(type: 'application/dtmf-relay' | 'application/dtmf', body: string): Promise<number> {
    return (await this.request('INFO', [{ name: 'content-type', value: type }], bytes(body))).status;
  }

  /** Bodies of what the switch sent by this method. */
  told(method: string): readonly string[] {
    return this.received.filter((request) => request.method === method).map(({ body }) => text(body));
  }

  /** Any request in the call's dialog; resolves with its final response. */
  request(
    method: string,
    headers: readonly { readonly name: string; readonly value: string }[] = [],
    body: Uint8Array = new Uint8Array(),
  ): Promise<Response> {
    if (this.dialog === undefined) return Promise.reject(new Error('the call has no dialog yet'));
    // Where these are to be answered belongs to them (RFC 3261 §12.2.1.1, RFC 3311 §5.1, RFC 3515 §2.1).
    const isNamed = !targeted.includes(method) || headers.some(({ name }) => name === 'contact');
    const all = isNamed ? headers : [{ name: 'contact', value: this.#contact }, ...headers];
    const { dialog, request } = requestInDialog(this.dialog, method, { headers: all, body });
    this.dialog = dialog;
    return new Promise((resolve, reject) => {
      const outgoing = this.#endpoint.request(this.flow, request, {
        onResponse: (response, flow) => {
          if (response.status < 200) return;
          if (method === 'INVITE' && response.status < 300) {
            outgoing.acknowledge(ackFor(dialog, request), flow);
          }
          resolve(response);
        },
        onFailure: (why) => reject(new Error(`${method}: ${why}`)),
      });
    });
  }

  /** A request of the switch in this call. */
  receive(incoming: IncomingRequest): void {
    const { request } = incoming;
    const received = this.dialog && receiveInDialog(this.dialog, request);
    if (received === undefined || !received.ok) return void incoming.respond({ status: received?.status ?? 481 });
    this.dialog = received.dialog;
    this.received.push(request);
    if (request.method === 'BYE') {
      this.reason = header(request, 'reason');
      incoming.respond({ status: 200 });
      return this.end(undefined);
    }
    if (request.method === 'INVITE' && contentType(request) === 'application/sdp') {
      this.audio.answer(text(request.body)).then(
        (sdp) => incoming.respond({ status: 200, headers: this.#sdpHeaders(), body: bytes(sdp) }),
        () => incoming.respond({ status: 488 }),
      );
      return;
    }
    incoming.respond({ status: 200 });
  }

  move(state: CallState): void {
    if (this.state === 'ended') return;
    this.state = state;
    for (const waiting of this.#waiting) if (waiting.reached()) waiting.resolve();
  }

  end(status: number | undefined): void {
    if (this.state === 'ended') return;
    this.status = status;
    this.move('ended');
    this.audio.close();
  }

  async #agree(status: 180 | 183 | 200, audio: PhoneAudio | null): Promise<void> {
    const { incoming, invite } = this;
    if (incoming === undefined || invite === undefined) throw new Error('only a call that came in can be answered');
    if (audio === null) return void incoming.respond({ status, headers: [{ name: 'contact', value: this.#contact }] });
    const sdp =
      this.#sdps.get(audio) ?? (invite.body.length > 0 ? await audio.answer(text(invite.body)) : await audio.offer());
    this.#sdps.set(audio, sdp);
    incoming.respond({ status, headers: this.#sdpHeaders(), body: bytes(sdp) });
  }

  #sdpHeaders(): { readonly name: string; readonly value: string }[] {
    return [
      { name: 'contact', value: this.#contact },
      { name: 'content-type', value: 'application/sdp' },
    ];
  }
}
