import { randomBytes } from 'node:crypto';
import { type AudioFormats, type Codecs, eventClockOf, offeredFormats } from './audio-formats.ts';
import { AudioLeg, type LegSurroundings } from './audio-leg.ts';
import type { MediaCertificate } from './certificate.ts';
import { codecName } from './codec.ts';
import { MediaRefusal } from './media-leg.ts';
import type { LegOptions } from './media-plane.ts';
import type { IceCredentials, NativePeer, PeerEvents } from './native-peer.ts';
import { type RejectedSection, type RemoteAudio, readSdp, type SecureTransport } from './read-sdp.ts';
import { isRtcp } from './rtcp-packet.ts';
import { mirrored, sessionAfter, writeSdp } from './write-sdp.ts';

export interface WebRtcLegSurroundings extends LegSurroundings {
  readonly newPeer: (certificate: MediaCertificate, events: PeerEvents) => NativePeer;
  /** A browser takes a changed fingerprint for a new DTLS association, and stays with the old one else. */
  readonly certificates: readonly [MediaCertificate, MediaCertificate];
  /** Where we are reached now. */
  readonly candidates: () => readonly string[];
  /** Lets a far end with these credentials of ours come by TCP, until what is answered is called. */
  readonly expectByTcp: (credentials: IceCredentials) => () => void;
  /** In which it is spoken with, the best first. */
  readonly codecs: Codecs;
  /** The session that it goes on with, see `LegOptions`. */
  readonly after: LegOptions['after'];
}

/** The attributes of a transport in our SDP. */
interface LocalSide extends IceCredentials {
  readonly certificate: MediaCertificate;
}

/** A transport with what both sides call it. */
interface Transport {
  readonly peer: NativePeer;
  readonly local: LocalSide;
  /** The ICE user fragment of the far end, by which a restart is known (RFC 8839 §4.4.1.1). */
  readonly remoteUfrag: string;
}

/**
 * The audio of a browser: ICE and DTLS-SRTP, in which the server is always passive. We name our side ourselves; the
 * native transport is made when both sides are known.
 */
export class WebRtcLeg extends AudioLeg {
  readonly #newPeer: WebRtcLegSurroundings['newPeer'];
  readonly #certificates: WebRtcLegSurroundings['certificates'];
  readonly #candidates: WebRtcLegSurroundings['candidates'];
  readonly #expectByTcp: WebRtcLegSurroundings['expectByTcp'];
  readonly #codecs: Codecs;
  readonly #expected: (() => void)[] = [];
  readonly #sessionId: number;
  #sessionVersion: number;
  #mid = '0';
  #profile = 'UDP/TLS/RTP/SAVPF';
  #others: readonly (RejectedSection | undefined)[] = [undefined];
  /** The one that carries audio. */
  #transport: Transport | undefined;
  /** Agreed on, to replace the present one as soon as it is open. */
  #coming: Transport | undefined;
  /** Offered, not yet answered. */
  #offered: LocalSide | undefined;
  readonly #peers = new Set<NativePeer>();

  constructor(surroundings: WebRtcLegSurroundings) {
    super(surroundings);
    this.#newPeer = surroundings.newPeer;
    this.#certificates = surroundings.certificates;
    this.#candidates = surroundings.candidates;
    this.#expectByTcp = surroundings.expectByTcp;
    this.#codecs = surroundings.codecs;
    const { after } = surroundings;
    const { id, version } = sessionAfter(after);
    this.#sessionId = id;
    this.#sessionVersion = version;
    if (after === undefined || after.theirs === '') return;
    const before = this.#read(after.theirs);
    this.#mid = before.mid;
    this.#profile = before.profile;
    this.#others = before.others;
  }

  async answer(offer: string): Promise<string> {
    const remote = this.#read(offer);
    this.#mid = remote.mid;
    this.#profile = remote.profile;
    this.#others = remote.others;
    const local = this.#newSide();
    this.#connect(local, remote, 'controlled');
    this.agreed(remote.formats, remote.direction);
    return this.#describe(local, 'passive', [remote.formats], mirrored(remote.direction));
  }

  async renegotiate(offer: string): Promise<string> {
    const remote = this.#read(offer);
    const transport = this.#latest;
    if (!transport || transport.remoteUfrag !== remote.secure.iceUfrag) return this.answer(offer);
    this.#others = remote.others;
    this.agreed(remote.formats, remote.direction);
    return this.#describe(transport.local, 'passive', [remote.formats], mirrored(remote.direction));
  }

  async offer(): Promise<string> {
    const local = this.#latest?.local ?? this.#offered;
    return local ? this.#describe(local, 'actpass', offeredFormats(this.#codecs), 'sendrecv') : this.restart();
  }

  async restart(): Promise<string> {
    this.#offered = this.#newSide();
    return this.#describe(this.#offered, 'actpass', offeredFormats(this.#codecs), 'sendrecv');
  }

  async acceptAnswer(answer: string): Promise<void> {
    const remote = this.#read(answer);
    const offered = this.#offered;
    this.#offered = undefined;
    if (offered) this.#connect(offered, remote, 'controlling');
    this.agreed(remote.formats, remote.direction);
  }

  #read(sdp: string): SecureAudio {
    const remote = readSdp(sdp, 'dtls', this.#codecs, this.surroundings.lastResorts);
    if (!remote.secure) throw new MediaRefusal('no ICE and DTLS in the SDP', 'transport');
    return { ...remote, secure: remote.secure };
  }

  protected transmit(packet: Buffer): void {
    this.#transport?.peer.send(packet);
  }

  /** The native side encrypts it by its type (RFC 5761 §4). */
  protected transmitReport(packet: Buffer): void {
    this.transmit(packet);
  }

  protected closeTransport(): void {
    for (const peer of this.#peers) peer.close();
    this.#peers.clear();
    for (const forget of this.#expected.splice(0)) forget();
  }

  #newSide(): LocalSide {
    if (this.isClosed) throw new MediaRefusal('the leg is closed', 'other');
    const [first, second] = this.#certificates;
    const credentials = {
      iceUfrag: randomBytes(6).toString('base64'),
      icePwd: randomBytes(18).toString('base64'),
    };
    // Before it is told: whoever is told connects at once, and does not come again where it was turned away.
    this.#expected.push(this.#expectByTcp(credentials));
    return { ...credentials, certificate: this.#latest?.local.certificate === first ? second : first };
  }

  /** Makes the transport on which both sides agreed. An open one serves until the new one is open. */
  #connect(local: LocalSide, remote: SecureAudio, role: IceRole): void {
    if (this.isClosed) throw new MediaRefusal('the leg is closed', 'other');
    const peer = this.#openPeer(local.certificate);
    try {
      peer.connect(nativeSdp(remote, role), local);
    } catch (cause) {
      this.#drop(peer);
      throw new MediaRefusal('no transport for these parameters', 'other', { cause });
    }
    const transport = { peer, local, remoteUfrag: remote.secure.iceUfrag };
    if (this.#coming) this.#drop(this.#coming.peer);
    this.#coming = undefined;
    if (this.isOpen) this.#coming = transport;
    else this.#change(transport);
  }

  #openPeer(certificate: MediaCertificate): NativePeer {
    const peer: NativePeer = this.#newPeer(certificate, {
      onOpen: () => {
        if (peer === this.#coming?.peer) this.#change(this.#coming);
        if (peer === this.#transport?.peer) this.opened();
      },
      onMessage: (bytes) => {
        if (!this.#isAgreed(peer)) return;
        if (isRtcp(bytes)) return this.reported(bytes);
        const heard = this.read(bytes);
        if (heard) this.received(heard, performance.now());
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
    local: LocalSide,
    setup: 'actpass' | 'passive',
    formats: readonly AudioFormats[],
    direction: RemoteAudio['direction'],
  ): string {
    if (this.isClosed) throw new MediaRefusal('the leg is closed', 'other');
    const { iceUfrag, icePwd, certificate } = local;
    const candidates = this.#candidates();
    const [, , , , address = '127.0.0.1', port = '9'] = (candidates[0] ?? '').split(' ');
    return writeSdp({
      session: { id: this.#sessionId, version: ++this.#sessionVersion },
      address,
      port: Number(port),
      direction,
      formats,
      profile: this.#profile,
      secure: {
        iceUfrag,
        icePwd,
        fingerprint: certificate.fingerprint,
        candidates,
        setup,
        ssrc: this.outlet.sender.ssrc,
      },
      mid: this.#mid,
      others: this.#others,
    });
  }
}

/** Ours. */
type IceRole = 'controlling' | 'controlled';

type SecureAudio = RemoteAudio & { readonly secure: SecureTransport };

/**
 * What the native library is told of the far end: one audio section that always goes both ways. Holding is ours to do;
 * only then does a re-INVITE need no native renegotiation.
 *
 * Who offered controls ICE (RFC 8445 §6.1.1). The native side always answers, but controls a far end that is lite.
 */
function nativeSdp(remote: SecureAudio, role: IceRole): string {
  const { codec, payloadType, eventType } = remote.formats;
  const { iceUfrag, icePwd, fingerprint, candidates } = remote.secure;
  const events = eventType === undefined ? [] : [eventType];
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 0.0.0.0',
    's=-',
    't=0 0',
    ...(role === 'controlling' ? ['a=ice-lite'] : []),
    `a=group:BUNDLE ${remote.mid}`,
    `m=audio 9 UDP/TLS/RTP/SAVPF ${[payloadType, ...events].join(' ')}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${remote.mid}`,
    'a=sendrecv',
    'a=rtcp-mux',
    `a=rtpmap:${payloadType} ${codecName(codec)}`,
    ...events.map((event) => `a=rtpmap:${event} telephone-event/${eventClockOf(remote.formats)}`),
    'a=setup:active',
    `a=ice-ufrag:${iceUfrag}`,
    `a=ice-pwd:${icePwd}`,
    `a=fingerprint:${fingerprint}`,
    ...candidates.map((candidate) => `a=candidate:${candidate}`),
    'a=end-of-candidates',
  ];
  return `${lines.join('\r\n')}\r\n`;
}
