import { FRAME_MS, SAMPLE_RATE } from '@alo/engine-host/audio';
import { randomNumber } from '@alo/sip';
import type { Clock } from './codec.ts';
import { isPlainRtp, RTP_HEADER, type RtpPacket, sequenceAhead, writeRtpHeader } from './rtp-packet.ts';

/**
 * Where the numbers of a stream may begin: in the first quarter. Beyond the half they go round soon after the start, which a
 * party that decrypts may not notice (RFC 3711 §3.3.1). And Debian's Asterisk, which has said a key by its sound as packet 0, takes
 * what comes through it with a number beyond the half for older than that, and drops it: every second call was silent so.
 */
const LATEST_START = 0x3fff;

/** How a forwarded stream is mapped to ours. */
interface Forwarding {
  readonly from: object;
  readonly ssrc: number;
  readonly sequenceOffset: number;
  readonly timestampOffset: number;
  /** Highest sequence number forwarded, as the far end numbered it. */
  highest: number;
  /** How far that is beyond the first one. */
  span: number;
}

/**
 * The one RTP stream that a party receives, whatever it is made of: own frames, digits, packets of bridged parties.
 * Sequence numbers have no gaps of our making, and the timestamp follows the wall clock over changes of source.
 */
export class RtpSender {
  readonly ssrc = randomNumber();
  #packetsSent = 0;
  #skipped = 0;
  #octetsSent = 0;
  #sequence = randomNumber() & LATEST_START;
  #timestamp = randomNumber();
  readonly #now: () => number;
  #clock: Clock = SAMPLE_RATE;
  #clockStart: number;
  #timestampStart = this.#timestamp;
  #forwarding: Forwarding | undefined;
  #lastSentAt = -Infinity;

  /** `now` tells milliseconds of a clock that is never set. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#clockStart = now();
  }

  /** By which the timestamps go on from now on. */
  setClock(clock: Clock): void {
    if (clock === this.#clock) return;
    this.#clock = clock;
    this.#clockStart = this.#now();
    this.#timestampStart = this.#timestamp;
    this.#forwarding = undefined;
  }

  get packetsSent(): number {
    return this.#packetsSent;
  }

  /** Numbers that were left out because the packets of a bridged party never came: the receiver misses them, and we lost none. */
  get packetsSkipped(): number {
    return this.#skipped;
  }

  /** For a report (RFC 3550 §6.4.1), with the timestamp of now; undefined before the first packet. */
  get sent(): { readonly packets: number; readonly octets: number; readonly timestamp: number } | undefined {
    if (this.#packetsSent === 0) return undefined;
    const sinceLast = Math.round(((this.#now() - this.#lastSentAt) * this.#clock) / 1000);
    return { packets: this.#packetsSent, octets: this.#octetsSent, timestamp: (this.#timestamp + sinceLast) >>> 0 };
  }

  /** A packet of so many octets, which `fill` writes: samples of G.711 or G.722, or 20 ms of Opus. */
  frame(payloadType: number, octets: number, fill: (bytes: Buffer, offset: number) => void): Buffer {
    const now = this.#now();
    const resumed = this.#forwarding !== undefined || now - this.#lastSentAt > 3 * FRAME_MS;
    if (resumed) this.#startSource(now);
    const bytes = Buffer.allocUnsafe(RTP_HEADER + octets);
    fill(bytes, RTP_HEADER);
    this.#write(bytes, payloadType, resumed, this.#timestamp, now);
    this.#timestamp = (this.#timestamp + (this.#clock === SAMPLE_RATE ? octets : this.#frameTicks)) >>> 0;
    return bytes;
  }

  /** The timestamp that all packets of a telephone event carry (RFC 4733 §2.1). */
  startEvent(): number {
    this.#startSource(this.#now());
    return this.#timestamp;
  }

  event(payloadType: number, payload: Buffer, marker: boolean, timestamp: number): Buffer {
    const bytes = Buffer.concat([Buffer.allocUnsafe(RTP_HEADER), payload]);
    this.#write(bytes, payloadType, marker, timestamp, this.#now());
    return bytes;
  }

  /** So many samples of 8 kHz belong to it. */
  endEvent(samples: number): void {
    this.#timestamp = (this.#timestamp + samples * (this.#clock / SAMPLE_RATE)) >>> 0;
  }

  /**
   * Renumbers a packet of `from`, which came `now`, into this stream, in place where it has a bare header. Undefined for a
   * packet of before `from` came on, which would collide with what was sent then.
   */
  forward(packet: RtpPacket, from: object, payloadType: number, now: number): Buffer | undefined {
    let forwarding = this.#forwarding;
    let marker = packet.marker;
    if (forwarding?.from !== from || forwarding.ssrc !== packet.ssrc || isJump(packet.sequence, forwarding.highest)) {
      this.#startSource(now);
      marker = true;
      forwarding = {
        from,
        ssrc: packet.ssrc,
        sequenceOffset: this.#sequence - packet.sequence,
        timestampOffset: this.#timestamp - packet.timestamp,
        highest: packet.sequence,
        span: 0,
      };
      this.#forwarding = forwarding;
    }
    const ahead = sequenceAhead(packet.sequence, forwarding.highest);
    if (forwarding.span + ahead < 0) return undefined;
    // Who comes late was counted as missing.
    if (ahead !== 0) this.#skipped += ahead > 0 ? ahead - 1 : -1;
    const sequence = (packet.sequence + forwarding.sequenceOffset) & 0xffff;
    const timestamp = (packet.timestamp + forwarding.timestampOffset) >>> 0;
    if (ahead >= 0) {
      forwarding.highest = packet.sequence;
      forwarding.span += ahead;
      this.#sequence = (sequence + 1) & 0xffff;
      this.#timestamp = (timestamp + this.#frameTicks) >>> 0;
    }
    const bytes = isPlainRtp(packet) ? packet.bytes : Buffer.concat([Buffer.allocUnsafe(RTP_HEADER), packet.payload]);
    writeRtpHeader(bytes, { payloadType, marker, sequence, timestamp, ssrc: this.ssrc });
    this.#count(bytes, now);
    return bytes;
  }

  /** What is forwarded next goes on with the numbers where ours end, so that what was left out is no loss. */
  interrupt(): void {
    this.#forwarding = undefined;
  }

  get #frameTicks(): number {
    return (this.#clock * FRAME_MS) / 1000;
  }

  #write(bytes: Buffer, payloadType: number, marker: boolean, timestamp: number, now: number): void {
    writeRtpHeader(bytes, { payloadType, marker, sequence: this.#sequence, timestamp, ssrc: this.ssrc });
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#count(bytes, now);
  }

  #count(bytes: Buffer, now: number): void {
    this.#packetsSent++;
    this.#octetsSent += bytes.length - RTP_HEADER;
    this.#lastSentAt = now;
  }

  /** Another source comes on: its timestamps start where the wall clock is, but never before what was sent. */
  #startSource(now: number): void {
    this.#forwarding = undefined;
    const frames = Math.round((now - this.#clockStart) / FRAME_MS);
    const wallClock = (this.#timestampStart + frames * this.#frameTicks) >>> 0;
    if (((wallClock - this.#timestamp) | 0) > 0) this.#timestamp = wallClock;
  }
}

/** A stream that starts again under the same SSRC. */
function isJump(sequence: number, highest: number): boolean {
  return Math.abs(sequenceAhead(sequence, highest)) > 3000;
}
