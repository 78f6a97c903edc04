import { randomInt } from 'node:crypto';
import { AudioLeg, type LegSurroundings } from './audio-leg.ts';
import { MediaRefusal } from './media-leg.ts';
import { type NativePeer, PeerDied, type PeerEvents } from './native-peer.ts';
import {
  type AudioFormats,
  mirrored,
  OFFERED,
  type RejectedSection,
  type RemoteAudio,
  readSdp,
  type SecureTransport,
  writeSdp,
} from './sdp.ts';

/** A peer that dies while it is set up, about one in a thousand under load, is replaced this often. */
const ATTEMPTS = 3;

export interface WebRtcLegSurroundings extends LegSurroundings {
  readonly newPeer: (events: PeerEvents) => NativePeer;
  /** Candidates beside those that the native library finds. */
  readonly alsoReachable: readonly string[];
}

/** A transport with what both sides call it. */
interface Transport {
  readonly peer: NativePeer;
  readonly local: SecureTransport;
  /** The ICE user fragment of the far end, by which a restart is known (RFC 8839 §4.4.1.1). */
  remoteUfrag: string | undefined;
}

/** The audio of a browser: ICE and DTLS-SRTP, in which the server is always passive. */
export class WebRtcLeg extends AudioLeg {
  readonly #newPeer: (events: PeerEvents) => NativePeer;
  readonly #alsoReachable: readonly string[];
  readonly #sessionId = randomInt(1, 2 ** 31);
  #sessionVersion = 0;
  #mid = '0';
  #others: readonly (RejectedSection | undefined)[] = [undefined];
  /** The one that carries audio. */
  #transport: Transport | undefined;
  /** Agreed on, to replace the present one as soon as it is open. */
  #coming: Transport | undefined;
  /** Offered, not yet answered. */
  #offered: Transport | undefined;
  readonly #peers = new Set<NativePeer>();

  constructor(surroundings: WebRtcLegSurroundings) {
    super(surroundings);
    this.#newPeer = surroundings.newPeer;
    this.#alsoReachable = surroundings.alsoReachable;
  }

  async answer(offer: string): Promise<string> {
    const remote = readSecure(offer);
    this.#mid = remote.mid;
    this.#others = remote.others;
    const local = await this.#attempt(async (peer) => {
      // Told that the browser is the active one, the native side waits for its ClientHello instead of sending one
      // that arrives too early and is repeated a second later.
      peer.setRemote(nativeSdp(remote), 'offer');
      return peer.describe('answer');
    });
    this.#use({ ...local, remoteUfrag: remote.secure.iceUfrag });
    this.agreed(remote.formats, remote.direction);
    return this.#describe(local.local, 'passive', [remote.formats], mirrored(remote.direction));
  }

  async renegotiate(offer: string): Promise<string> {
    const remote = readSecure(offer);
    const transport = this.#latest;
    if (!transport || transport.remoteUfrag !== remote.secure.iceUfrag) return this.answer(offer);
    this.#others = remote.others;
    this.agreed(remote.formats, remote.direction);
    return this.#describe(transport.local, 'passive', [remote.formats], mirrored(remote.direction));
  }

  async offer(): Promise<string> {
    const transport = this.#latest ?? this.#offered;
    if (!transport) return this.restart();
    return this.#describe(transport.local, 'actpass', OFFERED, 'sendrecv');
  }

  async restart(): Promise<string> {
    if (this.#offered) this.#drop(this.#offered.peer);
    this.#offered = undefined;
    const transport = await this.#attempt((peer) => {
      peer.addAudio(this.sender.ssrc);
      return peer.describe('offer');
    });
    this.#offered = { ...transport, remoteUfrag: undefined };
    return this.#describe(transport.local, 'actpass', OFFERED, 'sendrecv');
  }

  async acceptAnswer(answer: string): Promise<void> {
    const remote = readSecure(answer);
    const offered = this.#offered;
    this.agreed(remote.formats, remote.direction);
    if (!offered) return;
    this.#offered = undefined;
    this.#use({ ...offered, remoteUfrag: remote.secure.iceUfrag });
    this.#setAnswer(offered.peer, remote);
  }

  protected transmit(packet: Buffer): void {
    this.#transport?.peer.send(packet);
  }

  protected closeTransport(): void {
    for (const peer of this.#peers) peer.close();
    this.#peers.clear();
  }

  /**
   * The handshake of a near browser can overtake the library while it is still taking the answer; its check of the
   * certificate then fails (about one set-up in a thousand, more on a busy machine). The leg is dead and says so as
   * soon as media is expected, and a `restart` mends it.
   */
  #setAnswer(peer: NativePeer, remote: SecureAudio): void {
    try {
      peer.setRemote(nativeSdp(remote), 'answer');
    } catch (error) {
      this.surroundings.log.warn({ err: error }, 'a browser transport could not be set up');
      this.died();
    }
  }

  async #attempt(
    describe: (peer: NativePeer) => Promise<SecureTransport>,
  ): Promise<{ peer: NativePeer; local: SecureTransport }> {
    for (let attempt = 1; ; attempt++) {
      if (this.isClosed) throw new MediaRefusal('the leg is closed');
      const peer = this.#openPeer();
      try {
        const local = await describe(peer);
        if (!this.isClosed) return { peer, local };
      } catch (error) {
        this.#drop(peer);
        if (attempt === ATTEMPTS || !(error instanceof PeerDied)) {
          throw new MediaRefusal('no transport for these parameters', { cause: error });
        }
        this.surroundings.log.warn({ err: error, attempt }, 'a browser transport died while it was set up');
      }
    }
  }

  #openPeer(): NativePeer {
    const peer: NativePeer = this.#newPeer({
      onOpen: () => {
        if (peer === this.#coming?.peer) this.#change(this.#coming);
        if (peer === this.#transport?.peer) this.opened();
      },
      onMessage: (bytes) => {
        const heard = this.#isAgreed(peer) && this.read(bytes);
        if (heard) this.received(heard);
      },
      onDied: () => {
        // While a fresh one is offered, the end of the old one is no news.
        if (peer === this.#latest?.peer && !this.#offered) this.died();
      },
    });
    this.#peers.add(peer);
    return peer;
  }

  get #latest(): Transport | undefined {
    return this.#coming ?? this.#transport;
  }

  /** Both the present transport and the coming one may speak: while they change, no word is lost. */
  #isAgreed(peer: NativePeer): boolean {
    return peer === this.#transport?.peer || peer === this.#coming?.peer;
  }

  /** Takes a transport on which both sides agreed. An open one serves until the new one is open. */
  #use(transport: Transport): void {
    if (this.#coming) this.#drop(this.#coming.peer);
    this.#coming = undefined;
    if (this.isOpen && !transport.peer.isOpen) this.#coming = transport;
    else this.#change(transport);
  }

  #change(transport: Transport): void {
    if (this.#transport) this.#drop(this.#transport.peer);
    this.#transport = transport;
    this.#coming = undefined;
  }

  #drop(peer: NativePeer): void {
    peer.close();
    this.#peers.delete(peer);
  }

  #describe(
    local: SecureTransport,
    setup: 'actpass' | 'passive',
    formats: readonly AudioFormats[],
    direction: RemoteAudio['direction'],
  ): string {
    const candidates = [...local.candidates, ...this.#alsoReachable];
    const [, , , , address = '127.0.0.1', port = '9'] = (candidates[0] ?? '').split(' ');
    return writeSdp({
      session: { id: this.#sessionId, version: ++this.#sessionVersion },
      address,
      port: Number(port),
      direction,
      formats,
      secure: { ...local, candidates, setup, ssrc: this.sender.ssrc },
      mid: this.#mid,
      others: this.#others,
    });
  }
}

type SecureAudio = RemoteAudio & { readonly secure: SecureTransport };

function readSecure(sdp: string): SecureAudio {
  const remote = readSdp(sdp);
  if (!remote.secure) throw new MediaRefusal('no ICE and DTLS in the SDP');
  return { ...remote, secure: remote.secure };
}

/**
 * What the native library is told of the far end: one audio section that always goes both ways. Holding is ours to do;
 * only then does a re-INVITE need no native renegotiation.
 */
function nativeSdp(remote: SecureAudio): string {
  const { law, payloadType, eventType } = remote.formats;
  const { iceUfrag, icePwd, fingerprint, candidates } = remote.secure;
  const events = eventType === undefined ? [] : [eventType];
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 0.0.0.0',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${remote.mid}`,
    `m=audio 9 UDP/TLS/RTP/SAVPF ${[payloadType, ...events].join(' ')}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${remote.mid}`,
    'a=sendrecv',
    'a=rtcp-mux',
    `a=rtpmap:${payloadType} ${law.toUpperCase()}/8000`,
    ...events.map((event) => `a=rtpmap:${event} telephone-event/8000`),
    'a=setup:active',
    `a=ice-ufrag:${iceUfrag}`,
    `a=ice-pwd:${icePwd}`,
    `a=fingerprint:${fingerprint}`,
    ...candidates.map((candidate) => `a=candidate:${candidate}`),
    'a=end-of-candidates',
  ];
  return `${lines.join('\r\n')}\r\n`;
}
