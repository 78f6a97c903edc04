import { SAMPLE_RATE } from '@alo/engine-host/audio';
import type { Clock } from './codec.ts';
import { type RtpPacket, sequenceAhead } from './rtp-packet.ts';

/** Counts what one party sends us: packets, losses (RFC 3550 A.3) and jitter (A.8), over changes of its SSRC. */
export class RtpReception {
  #received = 0;
  #lostBefore = 0;
  /** Of streams before the present one. */
  #before = { expected: 0, received: 0 };
  #jitterTicks = 0;
  #clock: Clock = SAMPLE_RATE;
  #stream:
    | { ssrc: number; first: number; cycles: number; highest: number; received: number; transit: number }
    | undefined;

  /** A packet whose timestamp is of that clock. */
  note(packet: RtpPacket, nowMs: number, clock: Clock = SAMPLE_RATE): void {
    this.#received++;
    const arrival = (nowMs * clock) / 1000;
    if (clock !== this.#clock) this.#setClock(clock, arrival - packet.timestamp);
    const stream = this.#stream;
    const ahead = stream ? sequenceAhead(packet.sequence, stream.highest) : 0;
    if (stream?.ssrc !== packet.ssrc || Math.abs(ahead) > 3000) {
      this.#lostBefore = this.packetsLost;
      const { expected, received } = this.counts;
      this.#before = { expected, received };
      const { ssrc, sequence } = packet;
      this.#stream = {
        ssrc,
        first: sequence,
        cycles: 0,
        highest: sequence,
        received: 1,
        transit: arrival - packet.timestamp,
      };
      return;
    }
    stream.received++;
    if (ahead > 0) {
      if (packet.sequence < stream.highest) stream.cycles += 65536;
      stream.highest = packet.sequence;
    }
    const transit = arrival - packet.timestamp;
    const difference = Math.abs(transit - stream.transit);
    stream.transit = transit;
    // A wrapped or jumping timestamp says nothing about the network.
    if (difference < clock) this.#jitterTicks += (difference - this.#jitterTicks) / 16;
  }

  /** The same stream goes on in another codec. */
  #setClock(clock: Clock, transit: number): void {
    this.#jitterTicks *= clock / this.#clock;
    this.#clock = clock;
    if (this.#stream) this.#stream.transit = transit;
  }

  /** For reports: of the present stream, and how much came of how much over all of them. */
  get counts(): {
    readonly ssrc: number | undefined;
    readonly highestSequence: number;
    readonly expected: number;
    readonly received: number;
    /** By the clock of the stream. */
    readonly jitterTicks: number;
  } {
    const stream = this.#stream;
    const expected = stream === undefined ? 0 : stream.cycles + stream.highest - stream.first + 1;
    return {
      ssrc: stream?.ssrc,
      highestSequence: stream === undefined ? 0 : stream.cycles + stream.highest,
      expected: this.#before.expected + expected,
      received: this.#before.received + (stream?.received ?? 0),
      jitterTicks: this.#jitterTicks,
    };
  }

  get packetsReceived(): number {
    return this.#received;
  }

  get packetsLost(): number {
    if (!this.#stream) return this.#lostBefore;
    const { cycles, highest, first, received } = this.#stream;
    return this.#lostBefore + Math.max(0, cycles + highest - first + 1 - received);
  }

  get jitterMs(): number {
    return (this.#jitterTicks * 1000) / this.#clock;
  }
}
