import { randomInt } from 'node:crypto';
import { AudioLeg, type LegSurroundings } from './audio-leg.ts';
import { MediaRefusal } from './media-leg.ts';
import { isRtcp } from './rtcp-packet.ts';
import type { RtpPorts, RtpSockets } from './rtp-socket.ts';
import { mirrored, OFFERED, type RejectedSection, type RemoteAudio, readSdp, writeSdp } from './sdp.ts';
import { type Endpoint, SourceLatch } from './source-latch.ts';

export interface RtpLegSurroundings extends LegSurroundings {
  readonly ports: RtpPorts;
  /** What our SDP names. */
  readonly localAddress: string;
  readonly signalledFrom: string | undefined;
}

/** The audio of a desk phone or a carrier: plain RTP on a port of its own. */
export class RtpLeg extends AudioLeg {
  readonly #ports: RtpPorts;
  readonly #localAddress: string;
  readonly #latch: SourceLatch;
  readonly #sessionId = randomInt(1, 2 ** 31);
  #sessionVersion = 0;
  #sockets: Promise<RtpSockets> | undefined;
  /** The sockets once they are bound, for sending without a wait. */
  #bound: RtpSockets | undefined;
  /** Where the party takes reports: at its audio's port, or at one of their own. */
  #rtcp: RemoteAudio['rtcp'] = { port: undefined };

  constructor(surroundings: RtpLegSurroundings) {
    super(surroundings);
    this.#ports = surroundings.ports;
    this.#localAddress = surroundings.localAddress;
    this.#latch = new SourceLatch(surroundings.signalledFrom);
  }

  async answer(offer: string): Promise<string> {
    const remote = readPlain(offer);
    const port = await this.#port();
    this.#take(remote);
    return this.#describe(port, [remote.formats], mirrored(remote.direction), remote.others);
  }

  renegotiate(offer: string): Promise<string> {
    return this.answer(offer);
  }

  async offer(): Promise<string> {
    return this.#describe(await this.#port(), OFFERED, 'sendrecv', [undefined]);
  }

  /** A plain leg has no transport to set up; whatever is wrong, the same address is worth another try. */
  restart(): Promise<string> {
    return this.offer();
  }

  async acceptAnswer(answer: string): Promise<void> {
    const remote = readPlain(answer);
    await this.#port();
    this.#take(remote);
  }

  protected transmit(packet: Buffer): void {
    const target = this.#latch.target;
    if (target) this.#bound?.rtp.send(packet, target.port, target.address);
  }

  protected transmitReport(packet: Buffer): void {
    const { target } = this.#latch;
    if (target === undefined) return;
    if (this.#rtcp === 'mux') return this.transmit(packet);
    const port = this.#rtcp.port ?? target.port + 1;
    if (port < 65_536) this.#bound?.rtcp.send(packet, port, target.address);
  }

  protected closeTransport(): void {
    this.#bound = undefined;
    this.#sockets?.then(
      ({ rtp, rtcp }) => {
        rtp.close();
        rtcp.close();
      },
      () => {}, // It was never bound, which whoever asked for it was told.
    );
  }

  #take(remote: RemoteAudio): void {
    this.#latch.describe(remote.target, performance.now());
    this.#rtcp = remote.rtcp;
    this.agreed(remote.formats, remote.direction);
    if (remote.target) this.opened();
  }

  #describe(
    port: number,
    formats: typeof OFFERED,
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
      secure: undefined,
      rtcpMux: this.#rtcp === 'mux',
      mid: '0',
      others,
    });
  }

  async #port(): Promise<number> {
    if (this.isClosed) throw new MediaRefusal('the leg is closed');
    this.#sockets ??= this.#ports.open({
      onRtp: (bytes, from) => this.#onMessage(bytes, from),
      onRtcp: (bytes, from) => this.#onReport(bytes, from),
    });
    const sockets = await this.#sockets;
    if (this.isClosed) throw new MediaRefusal('the leg is closed');
    if (!this.#bound) {
      // Errors of sending (an unreachable network) are silence, which the watchdog sees.
      for (const socket of [sockets.rtp, sockets.rtcp]) socket.on('error', () => this.refused());
      this.#bound = sockets;
    }
    return sockets.rtp.address().port;
  }

  #onReport(bytes: Buffer, from: Endpoint): void {
    // Reports move nothing, so the party's address is enough.
    if (from.address === this.#latch.target?.address) this.reported(bytes);
  }

  #onMessage(bytes: Buffer, from: Endpoint): void {
    if (isRtcp(bytes)) return this.#onReport(bytes, from);
    const heard = this.read(bytes);
    if (heard && this.#latch.accepts(from, heard.packet, performance.now())) this.received(heard);
    else this.refused();
  }
}

function readPlain(sdp: string): RemoteAudio {
  const remote = readSdp(sdp);
  if (remote.secure && !remote.target) throw new MediaRefusal('a browser on a plain leg');
  return remote;
}
