import type * as Sipjs from 'sip.js';
import type { Inviter, Registerer, Session, UserAgent, Web } from 'sip.js';

import type { Tone } from '../events.ts';
import type { AdapterListener, MakeAdapter, PhoneAccount, PhoneAdapter } from '../port.ts';
import type { EndCause } from '../state.ts';
import { fullJitter } from './backoff.ts';
import { callMedia, exchangeMicrophone } from './call-media.ts';
import { endCause, registrationFailure } from './jssip-causes.ts';
import {
  callName,
  dtmf,
  offerAgainMs,
  refusedWaitMs,
  registerExpiresSeconds,
  ringSeconds,
  withoutMicrophone,
} from './sip-habits.ts';

/** Registered anew when so much of its time is over, in percent. */
const refreshAfter = 80;
const openWithinSeconds = 10;
const pingEverySeconds = 20;
/** One address of ours is enough, and the first comes at once. */
const gatherMs = 500;

/** Voice mode 2: SIP.js over a WebSocket. The library comes in a chunk of its own. */
export const sipjsAdapter: MakeAdapter = async (listener) => new SipjsAdapter(await import('sip.js'), listener);

interface Line {
  readonly account: PhoneAccount;
  readonly address: string;
  readonly ua: UserAgent;
  readonly registerer: Registerer;
}

interface Held {
  readonly session: Session;
  wanted: boolean;
  is: boolean;
  asked: boolean;
}

class SipjsAdapter implements PhoneAdapter {
  readonly #sip: typeof Sipjs;
  readonly #listener: AdapterListener;
  readonly #calls = new Map<string, Held>();
  readonly #connectBackoff = fullJitter(Math.random);
  readonly #registerBackoff = fullJitter(Math.random);
  #line: Line | null = null;
  #again: ReturnType<typeof setTimeout> | undefined;
  /** Not once the registration was taken back, while a call goes on. */
  #keepsRegistered = false;
  #microphone: string | null = null;
  /** SIP.js looks at it for each call. */
  readonly #connecting: { iceServers: RTCIceServer[] } = { iceServers: [] };
  #isHeard = true;
  /** The registration that is on its way may still say otherwise. */
  #owesNews = false;

  constructor(sip: typeof Sipjs, listener: AdapterListener) {
    this.#sip = sip;
    this.#listener = listener;
  }

  connect(account: PhoneAccount, address: string): void {
    const line = this.#line;
    if (line !== null && JSON.stringify([line.account, line.address]) === JSON.stringify([account, address])) {
      this.wake();
      return;
    }
    this.stop();
    const uri = this.#sip.UserAgent.makeURI(`sip:${account.username}@${account.domain}`);
    if (uri === undefined) {
      this.#listener.onEvent({ type: 'failed-register', why: 'credentials', sipCode: null });
      return;
    }
    const ua = new this.#sip.UserAgent({
      uri,
      authorizationUsername: account.username,
      authorizationPassword: account.password,
      noAnswerTimeout: ringSeconds,
      transportOptions: {
        server: address,
        connectionTimeout: openWithinSeconds,
        keepAliveInterval: pingEverySeconds,
      },
      sessionDescriptionHandlerFactoryOptions: {
        iceGatheringTimeout: gatherMs,
        peerConnectionConfiguration: this.#connecting,
      },
      userAgentString: 'Alo',
      logBuiltinEnabled: false,
      delegate: {
        onConnect: () => this.#connected(ua),
        onDisconnect: (error) => this.#lost(ua, error),
        onInvite: (invitation) => this.#arrived(invitation),
      },
    });
    const registerer = new this.#sip.Registerer(ua, {
      expires: registerExpiresSeconds,
      refreshFrequency: refreshAfter,
    });
    registerer.stateChange.addListener((state) => {
      if (this.#line?.ua !== ua || state !== this.#sip.RegistererState.Unregistered) return;
      this.#listener.onEvent({ type: 'unregistered' });
      if (this.#keepsRegistered && ua.isConnected())
        this.#later(this.#registerBackoff.next(refusedWaitMs), () => this.#register());
    });
    this.#line = { account, address, ua, registerer };
    this.#open(() => ua.start());
  }

  unregister(): void {
    clearTimeout(this.#again);
    this.#keepsRegistered = false;
    // Where it cannot be taken back now, it runs out within the minute.
    this.#line?.registerer.unregister().catch(() => undefined);
  }

  stop(): void {
    clearTimeout(this.#again);
    const line = this.#line;
    this.#line = null;
    this.#calls.clear();
    // What is still open ends with it: SIP.js says goodbye to everybody first, as far as it can.
    line?.ua.stop().catch(() => undefined);
  }

  wake(): void {
    const { ua } = this.#line ?? {};
    if (ua === undefined) return;
    if (ua.isConnected()) this.#register();
    else this.#open(() => ua.reconnect());
  }

  dial(id: string, target: string): void {
    this.#call(id, `sip:${encodeURIComponent(target)}@${this.#line?.account.domain ?? ''}`, []);
  }

  takeUp(id: string, replaces: string): void {
    const { username, domain } = this.#line?.account ?? { username: '', domain: '' };
    this.#call(id, `sip:${username}@${domain}`, [`Replaces: ${replaces}`]);
  }

  /** To-tag is of the switch, from-tag ours (RFC 3891 §3). */
  replacesOf(id: string): string | null {
    const dialog = this.#calls.get(id)?.session.dialog;
    return dialog === undefined ? null : `${dialog.callId};to-tag=${dialog.remoteTag};from-tag=${dialog.localTag}`;
  }

  answer(id: string): void {
    const session = this.#session(id);
    if (!(session instanceof this.#sip.Invitation)) return;
    session.accept({ sessionDescriptionHandlerOptions: this.#media() }).catch((error: unknown) => {
      this.#over(id, 'failed', whyNot(error));
      void session.reject({ statusCode: 480 }).catch(() => undefined);
    });
  }

  reject(id: string, why: 'busy' | 'declined' | 'offline'): void {
    const session = this.#session(id);
    if (!(session instanceof this.#sip.Invitation)) return;
    this.#ended(session.reject({ statusCode: { busy: 486, declined: 603, offline: 480 }[why] }), id);
  }

  hangUp(id: string): void {
    const session = this.#session(id);
    if (session === undefined) return;
    if (session.state === this.#sip.SessionState.Established) this.#ended(session.bye(), id);
    else if (session instanceof this.#sip.Inviter) this.#ended(session.cancel(), id);
    else if (session instanceof this.#sip.Invitation) this.#ended(session.reject({ statusCode: 603 }), id);
  }

  hold(id: string): void {
    this.#setHold(id, true);
  }

  resume(id: string): void {
    this.#setHold(id, false);
  }

  mute(id: string, on: boolean): void {
    this.#handler(id)?.enableSenderTracks(!on);
  }

  sendDtmf(id: string, tone: Tone): void {
    if (this.#handler(id)?.sendDtmf(tone, dtmf) === true) return;
    const content = `Signal=${tone}\r\nDuration=${dtmf.duration}`;
    const body = { contentDisposition: 'render', contentType: 'application/dtmf-relay', content };
    void this.#session(id)?.info({ requestOptions: { body } });
  }

  async setMicrophone(deviceId: string | null): Promise<void> {
    this.#microphone = deviceId;
    for (const connection of this.#connections()) await exchangeMicrophone(connection, deviceId);
  }

  setRelays(relays: readonly RTCIceServer[]): void {
    this.#connecting.iceServers = [...relays];
  }

  canBeHeard(heard: boolean): void {
    if (heard === this.#isHeard) return;
    this.#isHeard = heard;
    if (this.#line === null) return;
    this.#owesNews = true;
    if (this.#line.registerer.state === this.#sip.RegistererState.Registered) this.#register();
  }

  tryOffer(offer: string): Promise<string | null> {
    const { ua, account } = this.#line ?? {};
    const uri = account && this.#sip.UserAgent.makeURI(`sip:${account.username}@${account.domain}`);
    if (ua === undefined || uri === undefined) return Promise.resolve(null);
    const { userAgentCore } = ua;
    const body = { contentDisposition: 'render', contentType: 'application/sdp', content: offer };
    const request = userAgentCore.makeOutgoingRequestMessage('OPTIONS', uri, uri, uri, {}, [], body);
    return new Promise((resolve) => {
      userAgentCore.request(request, {
        onAccept: ({ message }) => resolve(message.body || null),
        onReject: () => resolve(null),
      });
    });
  }

  async stats(id: string): Promise<RTCStatsReport | null> {
    return (await this.#handler(id)?.peerConnection?.getStats()) ?? null;
  }

  #open(connect: () => Promise<void>): void {
    clearTimeout(this.#again);
    this.#listener.onEvent({ type: 'socket-connecting' });
    const { ua } = this.#line ?? {};
    connect().catch(() => {
      // A connection that stood and broke has told so itself.
      if (ua !== undefined && this.#line?.ua === ua && !ua.isConnected()) this.#reconnect(ua);
    });
  }

  #connected(ua: UserAgent): void {
    if (this.#line?.ua !== ua) return;
    this.#register();
  }

  #lost(ua: UserAgent, error: Error | undefined): void {
    // Without one we have closed it ourselves.
    if (this.#line?.ua === ua && error !== undefined) this.#reconnect(ua);
  }

  #reconnect(ua: UserAgent): void {
    this.#listener.onEvent({ type: 'socket-lost' });
    this.#later(this.#connectBackoff.next(), () => this.#open(() => ua.reconnect()));
  }

  #later(ms: number, act: () => void): void {
    clearTimeout(this.#again);
    const line = this.#line;
    this.#again = setTimeout(() => {
      if (this.#line === line) act();
    }, ms);
  }

  #register(): void {
    const line = this.#line;
    if (line === null) return;
    this.#keepsRegistered = true;
    const { onEvent } = this.#listener;
    const requestDelegate = {
      onAccept: () => {
        this.#connectBackoff.reset();
        this.#registerBackoff.reset();
        clearTimeout(this.#again);
        if (this.#line !== line) return;
        onEvent({ type: 'registered' });
        if (!this.#owesNews) return;
        this.#owesNews = false;
        // Until SIP.js is done with this one it takes no other.
        this.#later(0, () => this.#register());
      },
      onReject: ({ message }: { message: { statusCode?: number | undefined } }) => {
        if (this.#line !== line) return;
        // SIP.js makes a 408 of its own where nobody answers.
        const sipCode = message.statusCode === 408 ? null : (message.statusCode ?? null);
        onEvent({ type: 'failed-register', why: registrationFailure(sipCode), sipCode });
        this.#later(this.#registerBackoff.next(refusedWaitMs), () => this.#register());
      },
    };
    // SIP.js says the same with each refresh.
    const requestOptions = { extraHeaders: this.#isHeard ? [] : [withoutMicrophone] };
    line.registerer.register({ requestDelegate, requestOptions }).catch((error: unknown) => {
      // One is under way, whose answer tells.
      if (!(error instanceof this.#sip.RequestPendingError)) throw error;
    });
  }

  #call(id: string, to: string, extraHeaders: string[]): void {
    const { ua } = this.#line ?? {};
    const { onEvent } = this.#listener;
    const target = this.#sip.UserAgent.makeURI(to);
    if (ua === undefined || target === undefined) {
      onEvent({ type: 'failed', id, cause: ua === undefined ? 'connection-lost' : 'not-found' });
      return;
    }
    // What the far end plays before it answers is heard.
    const session: Inviter = new this.#sip.Inviter(ua, target, { extraHeaders, earlyMedia: true });
    this.#listenTo(id, session);
    const named = (conversation: string | undefined) =>
      conversation !== undefined && onEvent({ type: 'named', id, conversation });
    session
      .invite({
        sessionDescriptionHandlerOptions: this.#media(),
        requestDelegate: {
          onProgress: ({ message }) => {
            named(message.getHeader(callName));
            onEvent({ type: 'progress', id, earlyMedia: message.body !== '' });
          },
          onAccept: ({ message }) => named(message.getHeader(callName)),
          onReject: ({ message }) =>
            this.#over(id, 'failed', reasonOf(message.statusCode ?? null, message.getHeader('Reason'))),
        },
      })
      .then(() => onEvent({ type: 'out', id }))
      .catch((error: unknown) => this.#over(id, 'failed', whyNot(error)));
  }

  #arrived(invitation: Sipjs.Invitation): void {
    const { onEvent } = this.#listener;
    const { id } = invitation;
    this.#listenTo(id, invitation);
    const { uri, displayName } = invitation.remoteIdentity;
    onEvent({
      type: 'incoming',
      id,
      party: { number: uri.user ?? '', name: displayName },
      conversation: invitation.request.getHeader(callName) ?? null,
      answersItself: /;\s*answer-after\s*=\s*0\b/i.test(invitation.request.getHeader('Call-Info') ?? ''),
    });
    if (invitation.state !== this.#sip.SessionState.Initial) return;
    void invitation.progress();
    onEvent({ type: 'progress', id, earlyMedia: false });
  }

  #listenTo(id: string, session: Session): void {
    const { onEvent, onRemoteAudio } = this.#listener;
    this.#calls.set(id, { session, wanted: false, is: false, asked: false });
    session.delegate = {
      onSessionDescriptionHandler: (handler) =>
        connectionOf(handler)?.addEventListener('track', ({ streams, track }) =>
          onRemoteAudio(id, streams[0] ?? new MediaStream([track])),
        ),
      onAck: () => onEvent({ type: 'confirmed', id }),
      onCancel: ({ request }) => this.#over(id, 'failed', reasonOf(null, request.getHeader('Reason'), 'Canceled')),
      onBye: (bye) => {
        void bye.accept();
        this.#over(id, 'ended', reasonOf(null, bye.request.getHeader('Reason')));
      },
      onInvite: ({ body }) => onEvent({ type: 'held', id, by: 'them', on: /^a=(sendonly|inactive)\s*$/m.test(body) }),
    };
    session.stateChange.addListener((state) => {
      if (state === this.#sip.SessionState.Established) {
        onEvent({ type: 'accepted', id });
        // The acknowledgement is on its way; that of a call to us comes by itself.
        if (session instanceof this.#sip.Inviter) onEvent({ type: 'confirmed', id });
      }
      // Whatever brought it about is told by SIP.js in the same breath, and says more.
      if (state === this.#sip.SessionState.Terminated) setTimeout(() => this.#over(id, 'ended', 'normal'));
    });
  }

  /** The first to say why is right. */
  #over(id: string, type: 'failed' | 'ended', cause: EndCause): void {
    if (this.#calls.delete(id)) this.#listener.onEvent({ type, id, cause });
  }

  #ended(goodbye: Promise<unknown>, id: string): void {
    goodbye.catch(() => this.#over(id, 'ended', 'normal'));
  }

  /** One offer at a time (RFC 3264 §4): the last wish counts, and is looked at again until it is met. */
  #setHold(id: string, on: boolean): void {
    const held = this.#calls.get(id);
    if (held === undefined) return;
    held.wanted = on;
    this.#meetHold(id);
  }

  #meetHold(id: string): void {
    const held = this.#calls.get(id);
    if (held === undefined || held.asked || held.is === held.wanted) return;
    const on = held.wanted;
    held.asked = true;
    const settled = (is: boolean) => {
      held.asked = false;
      if (is !== held.is) this.#listener.onEvent({ type: 'held', id, by: 'us', on: is });
      held.is = is;
      // What was refused is asked for again only where somebody wants something else by now.
      if (is !== on) held.wanted = is;
      this.#meetHold(id);
    };
    // With the microphone of now SIP.js would take a new one where another was chosen since, and whoever is muted would be heard.
    const media: Web.SessionDescriptionHandlerOptions = { hold: on };
    held.session
      .invite({
        sessionDescriptionHandlerOptions: media,
        requestDelegate: { onAccept: () => settled(on), onReject: () => settled(held.is) },
      })
      .catch(() => {
        held.asked = false;
        setTimeout(() => this.#meetHold(id), offerAgainMs);
      });
  }

  #media(): Web.SessionDescriptionHandlerOptions {
    return { constraints: callMedia(this.#microphone).mediaConstraints };
  }

  #session(id: string): Session | undefined {
    return this.#calls.get(id)?.session;
  }

  #handler(id: string): Web.SessionDescriptionHandler | undefined {
    const handler = this.#session(id)?.sessionDescriptionHandler;
    return handler instanceof this.#sip.Web.SessionDescriptionHandler ? handler : undefined;
  }

  #connections(): readonly RTCPeerConnection[] {
    return [...this.#calls.keys()].flatMap((id) => this.#handler(id)?.peerConnection ?? []);
  }
}

/** The library's general type says nothing of the connection; the one that it makes for browsers has it. */
const connectionOf = (handler: object): RTCPeerConnection | undefined =>
  'peerConnection' in handler && handler.peerConnection instanceof RTCPeerConnection
    ? handler.peerConnection
    : undefined;

const reasonOf = (sipCode: number | null, reason = '', cause = 'Terminated'): EndCause =>
  endCause({ cause, sipCode, reason });

/** The browser gave no microphone, or the call could not be begun. */
const whyNot = (error: unknown): EndCause => (error instanceof DOMException ? 'no-microphone' : 'failed');
