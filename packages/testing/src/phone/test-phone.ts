import {
  ackFor,
  answerChallenge,
  callIdOf,
  contentType,
  dialogKeyOfRequest,
  dialogOfCallee,
  dialogOfCaller,
  type Header,
  header,
  type IncomingRequest,
  NO_BODY,
  newRequest,
  type Request,
  type Response,
  randomToken,
  responseTo,
  SipEndpoint,
} from '@alo/sip';
import { patienceMs } from '../patience.ts';
import type { PhoneAudio } from './phone-audio.ts';
import { PhoneCall } from './phone-call.ts';
import { PhoneSubscription } from './phone-subscription.ts';
import { openWire, type PhoneServer, type PhoneWire } from './phone-wire.ts';
import { RtpAudio } from './rtp-audio.ts';

/** Whose phone it is, and how it speaks. */
export interface PhoneOptions<Audio extends PhoneAudio> {
  readonly server: PhoneServer;
  readonly domain: string;
  readonly user: string;
  readonly password: string;
  readonly name?: string;
  readonly newAudio: () => Promise<Audio>;
}

/** What is odd about a call: without any of these a phone does as phones do. */
export interface CallOptions {
  /** `false` leaves a challenge unanswered. */
  readonly withCredentials?: boolean;
  /** `false`: the INVITE brings no SDP, and the ACK answers what the 200 offers (RFC 3261 §13.2.1). */
  readonly withOffer?: boolean;
  /** What is said instead of the offer, and of what kind that is. */
  readonly asOffered?: (sdp: string) => { readonly type: string; readonly body: string };
  /** Another user than the phone's own in From. */
  readonly from?: string;
  readonly headers?: readonly Header[];
}

/** A phone that was refused asks again so much later. */
const soonMs = 2_000;

/** A real SIP phone for tests: registers, calls, is called, and hears. */
export class TestPhone<Audio extends PhoneAudio = RtpAudio> {
  readonly #options: PhoneOptions<Audio>;
  readonly #wire: PhoneWire;
  readonly #endpoint: SipEndpoint;
  /** Those that have ended only until the next one comes: a program of load makes tens of thousands. */
  #calls: PhoneCall<Audio>[] = [];
  readonly #arrivals: PhoneCall<Audio>[] = [];
  readonly #waiting: ((call: PhoneCall<Audio>) => void)[] = [];
  readonly #subscriptions: PhoneSubscription[] = [];
  /** What it was told without having asked. */
  readonly notifies: Request[] = [];
  /** The status that it answers such news by. */
  notifyAnswer = 200;
  #onNotify: (() => void) | undefined;
  #notifiesRead = 0;
  readonly #registerCallId = randomToken();
  #registerSeq = 0;
  #registered = false;
  #registersAgain: NodeJS.Timeout | undefined;
  /** What came while the page was frozen. */
  #unread: Uint8Array[] | null = null;
  #closed = false;

  private constructor(options: PhoneOptions<Audio>, wire: PhoneWire) {
    this.#options = options;
    this.#wire = wire;
    this.#endpoint = new SipEndpoint({
      send: (_flow, bytes) => wire.send(bytes),
      closeFlow: () => wire.close(),
      sentBy: () => wire.hostPort,
      onRequest: (incoming) => void this.#receive(incoming),
    });
    wire.onBytes((bytes) => {
      if (this.#unread === null) this.#endpoint.receive(wire.flow, bytes);
      else this.#unread.push(bytes);
    });
  }

  /** A phone that speaks plain RTP from the loopback address. */
  static rtp(options: Omit<PhoneOptions<RtpAudio>, 'newAudio'>): Promise<TestPhone<RtpAudio>> {
    const address = options.server.transport === 'udp' ? (options.server.from ?? '127.0.0.1') : '127.0.0.1';
    return TestPhone.open({ ...options, newAudio: () => RtpAudio.open(address) });
  }

  static async open<Audio extends PhoneAudio>(options: PhoneOptions<Audio>): Promise<TestPhone<Audio>> {
    return new TestPhone(options, await openWire(options.server));
  }

  get isRegistered(): boolean {
    return this.#registered;
  }

  /** Where the phone's SIP comes from, `address:port`. */
  get hostPort(): string {
    return this.#wire.hostPort;
  }

  get contact(): string {
    const { hostPort, uriParams } = this.#wire;
    return `<sip:${this.#options.user}@${hostPort}${uriParams}>`;
  }

  /** Registers for so many seconds, 0 to leave, and says more where it has more to say; resolves with the final response. */
  async register(seconds = 60, says: readonly Header[] = []): Promise<Response> {
    const { domain, user } = this.#options;
    const uri = `sip:${domain}`;
    const send = (more: readonly Header[]) => {
      this.#registerSeq += 1;
      return this.#request(
        newRequest({
          method: 'REGISTER',
          uri,
          from: { display: '', uri: `sip:${user}@${domain}`, params: new Map([['tag', randomToken()]]) },
          to: { display: '', uri: `sip:${user}@${domain}`, params: new Map() },
          callId: this.#registerCallId,
          cseq: this.#registerSeq,
          headers: [
            { name: 'contact', value: this.contact },
            { name: 'expires', value: String(seconds) },
            ...says,
            ...more,
          ],
        }),
      );
    };
    const first = await send([]);
    const credentials = this.#credentials(first, { method: 'REGISTER', uri });
    const response = credentials === undefined ? first : await send([credentials]);
    if (response.status === 200) this.#registered = seconds > 0;
    return response;
  }

  /** Registers and stays so until it is closed, as phones do: again when half of the time that it was given is over. */
  async stayRegistered(): Promise<Response> {
    const response = await this.register(3_600);
    const given = header(response, 'contact')?.matchAll(/;expires=(\d+)/gi) ?? [];
    const [seconds] = [...given].map(([, text]) => Number(text)).sort((a, b) => a - b);
    this.#registerAgainIn(seconds === undefined ? soonMs : seconds * 500);
    return response;
  }

  #registerAgainIn(ms: number): void {
    clearTimeout(this.#registersAgain);
    if (this.#closed) return;
    this.#registersAgain = setTimeout(() => {
      // Nobody answers: perhaps somebody does later.
      this.stayRegistered().catch(() => this.#registerAgainIn(soonMs));
    }, ms).unref();
  }

  /** Calls somebody; the call tells how it goes. */
  async call(user: string, options: CallOptions = {}): Promise<PhoneCall<Audio>> {
    const { domain, newAudio, name = '' } = this.#options;
    const audio = await newAudio();
    const call = new PhoneCall(this.#endpoint, this.#wire.flow, this.contact, audio);
    this.#keep(call);
    const uri = `sip:${user}@${domain}`;
    const plain = (sdp: string) => ({ type: 'application/sdp', body: sdp });
    const said = options.withOffer === false ? undefined : (options.asOffered ?? plain)(await audio.offer());
    const offer = said === undefined ? NO_BODY : new TextEncoder().encode(said.body);
    const from = {
      display: name,
      uri: `sip:${options.from ?? this.#options.user}@${domain}`,
      params: new Map([['tag', randomToken()]]),
    };
    const newCallId = randomToken();
    const send = (sequence: number, more: readonly Header[]): void => {
      const request = newRequest({
        method: 'INVITE',
        uri,
        from,
        to: { display: '', uri, params: new Map() },
        callId: newCallId,
        cseq: sequence,
        headers: [
          { name: 'contact', value: this.contact },
          ...(said === undefined ? [] : [{ name: 'content-type', value: said.type }]),
          ...(options.headers ?? []),
          ...more,
        ],
        body: offer,
      });
      call.invite = request;
      call.outgoing = this.#endpoint.request(this.#wire.flow, request, {
        onResponse: (response) => {
          const credentials =
            options.withCredentials === false ? undefined : this.#credentials(response, { method: 'INVITE', uri });
          if (sequence === 1 && credentials !== undefined) send(2, [credentials]);
          else void this.#progress(call, response).catch(() => call.end(488)); // An answer without audio.
        },
        onFailure: (why) => call.end(why === 'timeout' ? 408 : 503),
      });
    };
    send(1, []);
    return call;
  }

  /** The next call that comes in, or came in unseen; rejects when none does. */
  nextCall(timeoutMs = patienceMs): Promise<PhoneCall<Audio>> {
    const waiting = this.#arrivals.shift();
    if (waiting !== undefined) return Promise.resolve(waiting);
    return new Promise((resolve, reject) => {
      const take = (call: PhoneCall<Audio>) => {
        clearTimeout(timer);
        resolve(call);
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(new Error(`no call came in ${timeoutMs} ms`));
      }, timeoutMs);
      this.#waiting.push(take);
    });
  }

  /** The next news that nobody asked for. */
  async nextNotify(): Promise<Request> {
    for (;;) {
      const next = this.notifies[this.#notifiesRead];
      if (next !== undefined) {
        this.#notifiesRead += 1;
        return next;
      }
      await new Promise<void>((resolve) => {
        this.#onNotify = resolve;
      });
    }
  }

  /** Ends all that is under way. */
  async leaveAll(): Promise<void> {
    this.#arrivals.length = 0;
    await Promise.all(this.#calls.map((call) => call.leave()));
  }

  /** Asks to hear of an extension; the NOTIFYs come to what is answered. */
  async subscribe(
    user: string,
    event: string,
    seconds = 600,
    more: readonly Header[] = [],
  ): Promise<PhoneSubscription> {
    const { domain } = this.#options;
    const uri = `sip:${user}@${domain}`;
    const subscription = new PhoneSubscription(randomToken(), (request) => this.#request(request));
    this.#subscriptions.push(subscription);
    const from = {
      display: '',
      uri: `sip:${this.#options.user}@${domain}`,
      params: new Map([['tag', randomToken()]]),
    };
    const ask = async (sequence: number, credentials: readonly Header[]): Promise<Response> => {
      const request = newRequest({
        method: 'SUBSCRIBE',
        uri,
        from,
        to: { display: '', uri, params: new Map() },
        callId: subscription.callId,
        cseq: sequence,
        headers: [
          { name: 'contact', value: this.contact },
          { name: 'event', value: event },
          { name: 'expires', value: String(seconds) },
          ...more,
          ...credentials,
        ],
      });
      const response = await this.#request(request);
      const proof = sequence === 1 ? this.#credentials(response, { method: 'SUBSCRIBE', uri }) : undefined;
      if (proof !== undefined) return ask(2, [proof]);
      subscription.answered(request, response);
      return response;
    };
    await ask(1, []);
    return subscription;
  }

  /** Asks what the switch can, or what it says to an offer; resolves with its final response. */
  options(offer = ''): Promise<Response> {
    const { domain, user } = this.#options;
    return this.#request(
      newRequest({
        method: 'OPTIONS',
        uri: `sip:${domain}`,
        from: { display: '', uri: `sip:${user}@${domain}`, params: new Map([['tag', randomToken()]]) },
        to: { display: '', uri: `sip:${domain}`, params: new Map() },
        callId: randomToken(),
        cseq: 1,
        headers: offer === '' ? [] : [{ name: 'content-type', value: 'application/sdp' }],
        body: new TextEncoder().encode(offer),
      }),
    );
  }

  /** As a page that its browser froze: the connection lives on, and nothing is read from it. */
  freeze(): void {
    this.#unread ??= [];
  }

  thaw(): void {
    const unread = this.#unread ?? [];
    this.#unread = null;
    for (const bytes of unread) this.#endpoint.receive(this.#wire.flow, bytes);
  }

  /** Writes bytes that need not be SIP. */
  sendRaw(bytes: Uint8Array): void {
    this.#wire.send(bytes);
  }

  /** Vanishes without a word; a second time does nothing. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#registered = false;
    clearTimeout(this.#registersAgain);
    for (const call of this.#calls) call.end(undefined);
    this.#endpoint.close();
    this.#wire.close();
  }

  #keep(call: PhoneCall<Audio>): void {
    this.#calls = [...this.#calls.filter(({ state }) => state !== 'ended'), call];
  }

  #credentials(response: Response, request: Pick<Request, 'method' | 'uri'>): Header | undefined {
    const { user, password } = this.#options;
    return response.status === 401 || response.status === 407
      ? answerChallenge(response, request, { username: user, password })
      : undefined;
  }

  #request(request: Request): Promise<Response> {
    return new Promise((resolve, reject) => {
      this.#endpoint.request(this.#wire.flow, request, {
        onResponse: (response) => {
          if (response.status >= 200) resolve(response);
        },
        onFailure: (why) => reject(new Error(`${request.method}: ${why}`)),
      });
    });
  }

  async #progress(call: PhoneCall<Audio>, response: Response): Promise<void> {
    const { status } = response;
    if (status > 100) call.responses.push(response);
    if (status >= 300) return call.end(status);
    const sdp = contentType(response) === 'application/sdp' ? new TextDecoder().decode(response.body) : undefined;
    const made = call.invite && dialogOfCaller(call.invite, response);
    // A PRACK has been said in it perhaps.
    if (made !== undefined) call.dialog = { ...made, localSeq: Math.max(made.localSeq, call.dialog?.localSeq ?? 0) };
    if (status >= 200 && call.dialog !== undefined && call.invite !== undefined) {
      // Nothing more is said of the audio where it was agreed on before (RFC 3262 §5).
      const isAgreed = sdp === undefined && call.hasAudio;
      const isDelayed = call.invite.body.length === 0 && !isAgreed;
      const delayed = isDelayed ? await call.audio.answer(sdp ?? '') : undefined;
      const parts =
        delayed === undefined
          ? {}
          : {
              headers: [{ name: 'content-type', value: 'application/sdp' }],
              body: new TextEncoder().encode(delayed),
            };
      call.outgoing?.acknowledge(ackFor(call.dialog, call.invite, parts), this.#wire.flow);
      if (!isDelayed && !isAgreed) await call.audio.acceptAnswer(sdp ?? '');
      return call.move('talking');
    }
    if (status === 180) call.move('ringing');
    if (status > 100 && sdp !== undefined) {
      await call.audio.acceptAnswer(sdp);
      call.hasAudio = true;
      call.move('early');
    }
  }

  async #receive(incoming: IncomingRequest): Promise<void> {
    const { request } = incoming;
    const subscription = this.#subscriptions.find((one) => one.callId === callIdOf(request));
    if (subscription !== undefined) {
      incoming.respond({ status: 200 });
      return subscription.notified(request);
    }
    const key = dialogKeyOfRequest(request);
    const call = key === undefined ? undefined : this.#calls.find((one) => one.key === key);
    if (call !== undefined) return call.receive(incoming);
    if (key !== undefined) return void incoming.respond({ status: 481 });
    if (request.method === 'NOTIFY') {
      incoming.respond({ status: this.notifyAnswer });
      this.notifies.push(request);
      return this.#onNotify?.();
    }
    if (request.method !== 'INVITE') return void incoming.respond({ status: 405 });
    const arrived = new PhoneCall(this.#endpoint, this.#wire.flow, this.contact, await this.#options.newAudio());
    arrived.invite = request;
    arrived.incoming = incoming;
    incoming.watch({
      onCancelled: (cancel) => {
        arrived.reason = header(cancel, 'reason');
        arrived.end(487);
      },
      onLost: () => arrived.end(undefined),
    });
    arrived.dialog = dialogOfCallee(request, responseTo(request, { status: 180, toTag: incoming.toTag }));
    this.#keep(arrived);
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#arrivals.push(arrived);
    else waiting(arrived);
  }
}
