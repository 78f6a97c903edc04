import { isIPv6 } from 'node:net';
import { type AudioFormats, type Codecs, offeredFormats } from './audio-formats.ts';
import { AudioLeg, type LegSurroundings } from './audio-leg.ts';
import { MediaRefusal } from './media-leg.ts';
import type { LegOptions } from './media-plane.ts';
import { type RejectedSection, type RemoteAudio, readSdp } from './read-sdp.ts';
import { isRtcp } from './rtcp-packet.ts';
import type { RtpPorts, RtpSockets } from './rtp-socket.ts';
import { SdesKeys } from './sdes-keys.ts';
import { SourceLatch, type UdpAddress } from './source-latch.ts';
import { mirrored, sessionAfter, writeSdp } from './write-sdp.ts';

export interface RtpLegSurroundings extends LegSurroundings {
  readonly ports: RtpPorts;
  /** The address that our SDP names. */
  readonly localAddress: string;
  readonly signalledFrom: string | undefined;
  readonly codecs: Codecs;
  /** Whether telephone-event is offered and taken. */
  readonly hasEvents: boolean;
  /** Whether what we offer is SRTP; what we are offered is taken either way. */
  readonly isSecret: boolean;
  /** The session that it goes on with, see `LegOptions`. */
  readonly after: LegOptions['after'];
}

/** The audio of a desk phone or a carrier: plain RTP, or SRTP with its keys in the SDP, on a port of its own. */
export class RtpLeg extends AudioLeg {
  readonly #ports: RtpPorts;
  readonly #localAddress: string;
  readonly #codecs: Codecs;
  readonly #hasEvents: boolean;
  readonly #latch: SourceLatch;
  readonly #keys = new SdesKeys();
  readonly #sessionId: number;
  #sessionVersion: number;
  /** From when its first SDP was asked for until it is closed. */
  #sockets: RtpSockets | undefined;
  /** Where the party takes reports: at its audio's port, or at one of their own. */
  #rtcp: RemoteAudio['rtcp'] = { port: undefined };
  #profile: string;

  constructor(surroundings: RtpLegSurroundings) {
    super(surroundings);
    this.#ports = surroundings.ports;
    this.#localAddress = surroundings.localAddress;
    this.#codecs = surroundings.codecs;
    this.#hasEvents = surroundings.hasEvents;
    this.#latch = new SourceLatch(surroundings.signalledFrom);
    const { after } = surroundings;
    const { id, version } = sessionAfter(after);
    this.#sessionId = id;
    this.#sessionVersion = version;
    this.#profile = after?.theirs ? this.#read(after.theirs).profile : surroundings.isSecret ? 'RTP/SAVP' : 'RTP/AVP';
  }

  async answer(offer: string): Promise<string> {
    const remote = this.#read(offer);
    const port = this.#port();
    this.#profile = remote.profile;
    this.#keys.takeOffer(remote.crypto);
    this.#take(remote);
    return this.#describe(port, [remote.formats], mirrored(remote.direction), remote.others);
  }

  renegotiate(offer: string): Promise<string> {
    return this.answer(offer);
  }

  async offer(): Promise<string> {
    const port = this.#port();
    if (isSecret(this.#profile)) this.#keys.offer();
    return this.#describe(port, offeredFormats(this.#codecs).map(this.#withKeys), 'sendrecv', [undefined]);
  }

  /** A plain leg has no transport to set up: the same address is offered once more. */
  restart(): Promise<string> {
    return this.offer();
  }

  async acceptAnswer(answer: string): Promise<void> {
    const remote = this.#read(answer);
    if (isSecret(remote.profile) !== isSecret(this.#profile)) {
      throw new MediaRefusal('an answer of another profile than the offer', 'transport');
    }
    this.#port();
    this.#keys.takeAnswer(remote.crypto);
    this.#take(remote);
  }

  protected transmit(packet: Buffer): void {
    const target = this.#latch.target;
    if (target) this.#sockets?.rtp.send(this.#keys.srtp?.protect(packet) ?? packet, target.port, target.address);
  }

  protected transmitReport(report: Buffer): void {
    const { target } = this.#latch;
    if (target === undefined) return;
    const packet = this.#keys.srtp?.protectReport(report) ?? report;
    if (this.#rtcp === 'mux') return this.#sockets?.rtp.send(packet, target.port, target.address);
    const port = this.#rtcp.port ?? target.port + 1;
    if (port < 65_536) this.#sockets?.rtcp.send(packet, port, target.address);
  }

  protected closeTransport(): void {
    this.#sockets?.rtp.close();
    this.#sockets?.rtcp.close();
    this.#sockets = undefined;
  }

  /** What it says, of an address that our sockets can send to. */
  #read(sdp: string): RemoteAudio {
    const remote = readSdp(sdp, 'plain', this.#codecs, this.surroundings.lastResorts);
    if (remote.target !== undefined && isIPv6(remote.target.address) !== isIPv6(this.#localAddress)) {
      throw new MediaRefusal(`audio by IPv${isIPv6(this.#localAddress) ? 4 : 6} is not to be had here`, 'network');
    }
    return { ...remote, formats: this.#withKeys(remote.formats) };
  }

  readonly #withKeys = (formats: AudioFormats): AudioFormats =>
    this.#hasEvents ? formats : { ...formats, eventType: undefined };

  #take(remote: RemoteAudio): void {
    this.#latch.describe(remote.target, performance.now());
    this.#rtcp = remote.rtcp;
    this.agreed(remote.formats, remote.direction);
    if (remote.target) this.opened();
  }

  #describe(
    port: number,
    formats: readonly AudioFormats[],
    direction: RemoteAudio['direction'],
    others: readonly (RejectedSection | undefined)[],
  ): string {
    const session = { id: this.#sessionId, version: ++this.#sessionVersion };
    const address = this.#localAddress;
    return writeSdp({
      session,
      address,
      port,
      direction,
      formats,
      others,
      profile: this.#profile,
      crypto: this.#keys.told,
      rtcpMux: this.#rtcp === 'mux',
      mid: '0',
    });
  }

  #port(): number {
    if (this.isClosed) throw new MediaRefusal('the leg is closed', 'other');
    this.#sockets ??= this.#open();
    return this.#sockets.port;
  }

  #open(): RtpSockets {
    const sockets = this.#ports.open(this.#localAddress, {
      onRtp: (bytes, from) => this.#onMessage(bytes, from),
      onRtcp: (bytes, from) => this.#onReport(bytes, from),
    });
    // Errors of sending (an unreachable network) are silence, which the watchdog sees.
    for (const socket of [sockets.rtp, sockets.rtcp]) socket.on('error', () => this.refused());
    return sockets;
  }

  #onReport(bytes: Buffer, from: UdpAddress): void {
    // Reports move nothing, so the party's address is enough.
    if (from.address !== this.#latch.target?.address) return;
    const { srtp } = this.#keys;
    const report = srtp ? srtp.unprotectReport(bytes) : bytes;
    if (report) this.reported(report);
    else this.refused();
  }

  #onMessage(bytes: Buffer, from: UdpAddress): void {
    if (isRtcp(bytes)) return this.#onReport(bytes, from);
    const { srtp } = this.#keys;
    const packet = srtp ? srtp.unprotect(bytes) : bytes;
    const heard = packet && this.read(packet);
    const now = performance.now();
    if (heard && this.#latch.accepts(from, heard.packet, now)) this.received(heard, now);
    else this.refused();
  }
}

const isSecret = (profile: string): boolean => profile.includes('SAVP');
