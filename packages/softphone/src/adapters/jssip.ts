import type * as Jssip from 'jssip';
import type { EndEvent, HoldEvent, IncomingEvent, OutgoingEvent, RTCSession } from 'jssip/lib/RTCSession';
import type { IncomingRTCSessionEvent, OutgoingRTCSessionEvent, UA } from 'jssip/lib/UA';

import type { Tone } from '../events.ts';
import type { AdapterListener, MakeAdapter, PhoneAccount, PhoneAdapter } from '../port.ts';
import type { Party } from '../state.ts';
import { fullJitter } from './backoff.ts';
import { callMedia, exchangeMicrophone } from './call-media.ts';
import { endCause, registrationFailure } from './jssip-causes.ts';
import { ReconnectingSocket } from './reconnecting-socket.ts';
import {
  callName,
  dtmf,
  offerAgainMs,
  refusedWaitMs,
  registerExpiresSeconds,
  ringSeconds,
  withoutMicrophone,
} from './sip-habits.ts';

/** Asked for by nobody: our own recovery is always there first. */
const jssipRecoverySeconds = 3600;

/** Voice mode 1: JsSIP over a WebSocket. The library is loaded when the phone is first made, in its own chunk. */
export const makeJssipAdapter: MakeAdapter = async (listener) => new JssipAdapter(await import('jssip'), listener);

class JssipAdapter implements PhoneAdapter {
  readonly #jssip: typeof Jssip;
  readonly #listener: AdapterListener;
  readonly #sessions = new Map<string, RTCSession>();
  readonly #wantsHold = new Map<string, boolean>();
  /** How `Replaces` names them. */
  readonly #dialogs = new Map<string, string>();
  readonly #registerBackoff = fullJitter(Math.random);
  #line: { readonly ua: UA; readonly socket: ReconnectingSocket; readonly account: PhoneAccount } | null = null;
  #registerAgain: ReturnType<typeof setTimeout> | undefined;
  #microphone: string | null = null;
  #relays: readonly RTCIceServer[] = [];
  #isHeard = true;
  /** The registration that is on its way may still say otherwise. */
  #owesNews = false;
  /** Microphones that were exchanged during a call, by its id: JsSIP does not know them, so we stop them. */
  readonly #exchanged = new Map<string, MediaStreamTrack>();

  constructor(jssip: typeof Jssip, listener: AdapterListener) {
    this.#jssip = jssip;
    this.#listener = listener;
  }

  connect(account: PhoneAccount, address: string): void {
    if (this.#line !== null && sameAccount(this.#line.account, account) && this.#line.socket.url === address) {
      if (this.#line.ua.isConnected()) this.#line.ua.register();
      else this.#line.socket.wake();
      return;
    }
    this.stop();
    const socket = new ReconnectingSocket(address, fullJitter(Math.random), {
      onConnecting: () => this.#listener.onEvent({ type: 'socket-connecting' }),
      onLost: () => this.#listener.onEvent({ type: 'socket-lost' }),
    });
    const ua = new this.#jssip.UA({
      sockets: socket,
      uri: `sip:${account.username}@${account.domain}`,
      password: account.password,
      register: true,
      register_expires: registerExpiresSeconds,
      session_timers: false,
      no_answer_timeout: ringSeconds,
      connection_recovery_min_interval: jssipRecoverySeconds,
      connection_recovery_max_interval: jssipRecoverySeconds,
      user_agent: 'Alo',
    });
    this.#line = { ua, socket, account };
    this.#listen(ua, socket);
    ua.registrator().setExtraHeaders(this.#isHeard ? [] : [withoutMicrophone]);
    ua.start();
  }

  unregister(): void {
    clearTimeout(this.#registerAgain);
    this.#line?.ua.unregister();
  }

  stop(): void {
    clearTimeout(this.#registerAgain);
    this.#line?.ua.stop();
    this.#line = null;
    this.#sessions.clear();
    this.#dialogs.clear();
  }

  wake(): void {
    if (this.#line === null) return;
    this.#line.socket.wake();
    // While the page slept the registration may have run out without anybody noticing.
    if (this.#line.ua.isConnected()) this.#line.ua.register();
  }

  dial(id: string, target: string): void {
    this.#call(id, target, []);
  }

  takeUp(id: string, replaces: string): void {
    // Who is called says the dialog; where there is none any more the switchboard calls nobody.
    const { username, domain } = this.#line?.account ?? { username: '', domain: '' };
    this.#call(id, `sip:${username}@${domain}`, [`Replaces: ${replaces}`]);
  }

  replacesOf(id: string): string | null {
    return this.#dialogs.get(id) ?? null;
  }

  #call(id: string, target: string, extraHeaders: string[]): void {
    const { ua } = this.#line ?? {};
    if (ua === undefined) {
      this.#listener.onEvent({ type: 'failed', id, cause: 'connection-lost' });
      return;
    }
    this.#attempt(id, () => {
      // JsSIP makes the peer connection before `call` returns, and does everything else after.
      const session = ua.call(target, { ...callMedia(this.#microphone, this.#relays), extraHeaders });
      this.#hearTracks(id, session.connection);
      this.#listenTo(id, session);
    });
  }

  answer(id: string): void {
    this.#with(id, (session) => session.answer(callMedia(this.#microphone, this.#relays)));
  }

  reject(id: string, why: 'busy' | 'declined' | 'offline'): void {
    const status_code = { busy: 486, declined: 603, offline: 480 }[why];
    this.#with(id, (session) => session.terminate({ status_code }));
  }

  hangUp(id: string): void {
    this.#with(id, (session) => session.terminate());
  }

  hold(id: string): void {
    this.#setHold(id, true);
  }

  resume(id: string): void {
    this.#setHold(id, false);
  }

  mute(id: string, on: boolean): void {
    this.#with(id, (session) => (on ? session.mute({ audio: true }) : session.unmute({ audio: true })));
  }

  sendDtmf(id: string, tone: Tone): void {
    this.#with(id, (session) => {
      const { INFO, RFC2833 } = this.#jssip.C.DTMF_TRANSPORT;
      const inAudio = audioSender(session)?.dtmf?.canInsertDTMF === true;
      session.sendDTMF(tone, { ...dtmf, transportType: inAudio ? RFC2833 : INFO });
    });
  }

  async setMicrophone(deviceId: string | null): Promise<void> {
    this.#microphone = deviceId;
    for (const [id, session] of this.#sessions) {
      if (!session.isEstablished() && !session.isInProgress()) continue;
      const track = await exchangeMicrophone(session.connection, deviceId);
      if (track !== null) this.#exchanged.set(id, track);
    }
  }

  setRelays(relays: readonly RTCIceServer[]): void {
    this.#relays = relays;
  }

  canBeHeard(heard: boolean): void {
    if (heard === this.#isHeard) return;
    this.#isHeard = heard;
    const { ua } = this.#line ?? {};
    if (ua === undefined) return;
    ua.registrator().setExtraHeaders(heard ? [] : [withoutMicrophone]);
    this.#owesNews = true;
    if (ua.isRegistered()) ua.register();
  }

  tryOffer(offer: string): Promise<string | null> {
    const { ua, account } = this.#line ?? {};
    // JsSIP's types do not know it.
    const sendOptions: unknown = ua === undefined ? undefined : Reflect.get(ua, 'sendOptions');
    if (ua === undefined || account === undefined || typeof sendOptions !== 'function') return Promise.resolve(null);
    return new Promise((resolve) => {
      const eventHandlers = {
        succeeded: ({ response }: { response: { body?: string } }) => resolve(response.body || null),
        failed: () => resolve(null),
      };
      sendOptions.call(ua, `sip:${account.username}@${account.domain}`, offer, { eventHandlers });
    });
  }

  async stats(id: string): Promise<RTCStatsReport | null> {
    const connection = this.#sessions.get(id)?.connection;
    return connection ? await connection.getStats() : null;
  }

  #listen(ua: UA, socket: ReconnectingSocket): void {
    const { onEvent } = this.#listener;
    const current = () => this.#line?.ua === ua;
    ua.on('registered', () => {
      if (!current()) return;
      socket.settled();
      this.#registerBackoff.reset();
      onEvent({ type: 'registered' });
      if (!this.#owesNews) return;
      this.#owesNews = false;
      ua.register();
    });
    ua.on('unregistered', () => {
      if (current()) onEvent({ type: 'unregistered' });
    });
    ua.on('registrationFailed', ({ response, cause }) => {
      // A lost socket has said so itself, and registers when it is back.
      if (!current() || cause === this.#jssip.C.causes.CONNECTION_ERROR) return;
      // JsSIP's types promise a response; on a time-out there is none.
      const sipCode = (response as typeof response | null)?.status_code ?? null;
      const why = registrationFailure(sipCode);
      onEvent({ type: 'failed-register', why, sipCode });
      const retryAfterMs = Number(sipCode === null ? 0 : response.getHeader('Retry-After')) * 1000 || 0;
      const wait = this.#registerBackoff.next(why === 'credentials' ? refusedWaitMs : retryAfterMs);
      clearTimeout(this.#registerAgain);
      this.#registerAgain = setTimeout(() => {
        if (current() && ua.isConnected()) ua.register();
      }, wait);
    });
    ua.on('newRTCSession', ({ originator, session, request }: IncomingRTCSessionEvent | OutgoingRTCSessionEvent) => {
      // Our own calls come by here too; `dial` has them.
      if (`${originator}` === 'local') return;
      const { id } = session;
      this.#note(id, dialogIn(request, 'theirs'));
      session.on('peerconnection', ({ peerconnection }) => this.#hearTracks(id, peerconnection));
      this.#listenTo(id, session);
      onEvent({
        type: 'incoming',
        id,
        party: partyOf(request.from),
        conversation: request.getHeader(callName) ?? null,
        answersItself: answersItself(request.getHeader('Call-Info')),
      });
    });
  }

  #listenTo(id: string, session: RTCSession): void {
    const { onEvent } = this.#listener;
    const over = (type: 'failed' | 'ended') => (event: EndEvent) => {
      // JsSIP's types promise a message; an end from our side has none, and only responses carry a status.
      const message = event.message as (typeof event.message & { status_code?: number }) | null;
      this.#forget(id);
      const reason = message?.getHeader('Reason') ?? '';
      onEvent({ type, id, cause: endCause({ cause: event.cause, sipCode: message?.status_code ?? null, reason }) });
    };
    const held = (on: boolean) => (event: HoldEvent) =>
      onEvent({ type: 'held', id, by: `${event.originator}` === 'local' ? 'us' : 'them', on });

    this.#sessions.set(id, session);
    // Without this JsSIP waits for gathering to end, up to 40 s where an interface leads nowhere. One address of ours
    // is enough: the server has a reachable one and learns ours from the checks themselves (RFC 8445 §7.3.1.3).
    session.on('icecandidate', ({ candidate, ready }) => {
      if (candidate.type === 'host' || candidate.type === 'srflx') ready();
    });
    session.on('sending', () => onEvent({ type: 'out', id }));
    // An answer in a 18x means that the far end plays its own ringing.
    const named = (conversation: string | undefined) =>
      conversation !== undefined && onEvent({ type: 'named', id, conversation });
    session.on('progress', (event: IncomingEvent | OutgoingEvent) => {
      const answer = 'response' in event ? event.response : null;
      named(answer?.getHeader(callName));
      onEvent({ type: 'progress', id, earlyMedia: Boolean(answer?.body) });
    });
    session.on('accepted', (event: IncomingEvent | OutgoingEvent) => {
      const answer = 'response' in event ? event.response : null;
      if (answer) this.#note(id, dialogIn(answer, 'ours'));
      named(answer?.getHeader(callName));
      onEvent({ type: 'accepted', id });
    });
    session.on('confirmed', () => onEvent({ type: 'confirmed', id }));
    session.on('failed', over('failed'));
    session.on('ended', over('ended'));
    session.on('hold', held(true));
    session.on('unhold', held(false));
  }

  #hearTracks(id: string, connection: RTCPeerConnection): void {
    connection.addEventListener('track', ({ streams, track }) =>
      this.#listener.onRemoteAudio(id, streams[0] ?? new MediaStream([track])),
    );
  }

  /**
   * JsSIP drops the wish while an offer is under way (RFC 3264 §4 allows one at a time): whoever holds and resumes in one
   * breath would stay on hold. The last wish counts, and is looked at again until it is met.
   */
  #setHold(id: string, on: boolean): void {
    this.#wantsHold.set(id, on);
    const meet = () =>
      this.#with(id, (session) => {
        const wanted = this.#wantsHold.get(id) ?? false;
        if (session.isOnHold().local === wanted) return;
        const offered = wanted ? session.hold() : session.unhold();
        if (!offered) setTimeout(meet, offerAgainMs);
      });
    meet();
  }

  #with(id: string, act: (session: RTCSession) => unknown): void {
    const session = this.#sessions.get(id);
    if (session !== undefined && !session.isEnded()) this.#attempt(id, () => act(session));
  }

  /** JsSIP throws where a wish does not fit its state; a failure here is an event like any other. */
  #attempt(id: string, act: () => unknown): void {
    try {
      act();
    } catch {
      this.#forget(id);
      this.#listener.onEvent({ type: 'failed', id, cause: 'failed' });
    }
  }

  #note(id: string, dialog: string | null): void {
    if (dialog !== null) this.#dialogs.set(id, dialog);
  }

  #forget(id: string): void {
    this.#sessions.delete(id);
    this.#dialogs.delete(id);
    this.#wantsHold.delete(id);
    this.#exchanged.get(id)?.stop();
    this.#exchanged.delete(id);
  }
}

const sameAccount = (a: PhoneAccount, b: PhoneAccount) =>
  a.username === b.username && a.domain === b.domain && a.password === b.password;

const partyOf = (from: { uri: { user: string }; display_name: string }): Party => ({
  number: from.uri.user,
  name: from.display_name ?? '',
});

/**
 * The dialog that an INVITE or its answer is of, as `Replaces` names it: to-tag is of the switch, from-tag ours (RFC 3891 §3).
 * JsSIP's types know nothing of the tags that it keeps in its messages.
 */
function dialogIn(message: object, invited: 'ours' | 'theirs'): string | null {
  const [callId, from, to] = ['call_id', 'from_tag', 'to_tag'].map((name): unknown => Reflect.get(message, name));
  if (typeof callId !== 'string' || typeof from !== 'string' || typeof to !== 'string') return null;
  return invited === 'ours' ? `${callId};to-tag=${to};from-tag=${from}` : `${callId};to-tag=${from};from-tag=${to}`;
}

/** The switch asks a phone to pick up by itself as most phones understand (`<sip:…>;answer-after=0`). */
const answersItself = (callInfo: string | undefined): boolean => /;\s*answer-after\s*=\s*0\b/i.test(callInfo ?? '');

function audioSender(session: RTCSession): RTCRtpSender | undefined {
  return session.connection?.getSenders().find((sender) => sender.track?.kind === 'audio');
}
