import { SAMPLE_RATE } from '@alo/engine-host/audio';
import { type RtpPacket, sequenceAhead } from './rtp-packet.ts';

/** Counts what one party sends us: packets, losses (RFC 3550 A.3) and jitter (A.8), over changes of its SSRC. */
export class RtpReception {
  #received = 0;
  #lostBefore = 0;
  /** Of streams before the present one. */
  #before = { expected: 0, received: 0 };
  #jitterSamples = 0;
  #stream:
    | { ssrc: number; first: number; cycles: number; highest: number; received: number; transit: number }
    | undefined;

  note(packet: RtpPacket, nowMs: number): void {
    this.#received++;
    const arrival = (nowMs * SAMPLE_RATE) / 1000;
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
    if (difference < SAMPLE_RATE) this.#jitterSamples += (difference - this.#jitterSamples) / 16;
  }

  /** For reports: of the present stream, and how much came of how much over all of them. */
  get counts(): {
    readonly ssrc: number | undefined;
    readonly highestSequence: number;
    readonly expected: number;
    readonly received: number;
    readonly jitterSamples: number;
  } {
    const stream = this.#stream;
    const expected = stream === undefined ? 0 : stream.cycles + stream.highest - stream.first + 1;
    return {
      ssrc: stream?.ssrc,
      highestSequence: stream === undefined ? 0 : stream.cycles + stream.highest,
      expected: this.#before.expected + expected,
      received: this.#before.received + (stream?.received ?? 0),
      jitterSamples: this.#jitterSamples,
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
    return (this.#jitterSamples * 1000) / SAMPLE_RATE;
  }
}
