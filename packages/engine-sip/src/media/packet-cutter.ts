import { type RtpPacket, timestampAhead } from './rtp-packet.ts';

/** Makes packets of one length of what comes in others: a party that wants 30 ms in each gets so much from every speaker. */
export class PacketCutter {
  #rest = Buffer.alloc(0);
  /** Where what comes from elsewhere goes on; undefined for what is our own. */
  #next: number | undefined;

  /** Whole packets of so many octets, of what we say ourselves; what is left waits for more. */
  cut(octets: Buffer, length: number): Buffer[] {
    if (this.#next !== undefined) this.#rest = Buffer.alloc(0);
    this.#next = undefined;
    return this.#cut(octets, length);
  }

  /** The same of a packet of another stream: what is lost there cuts off what waits, and what is late is left out. */
  cutPacket({ timestamp, payload }: RtpPacket, length: number): Buffer[] {
    const ahead = this.#next === undefined ? undefined : timestampAhead(timestamp, this.#next);
    if (ahead !== undefined && ahead < 0 && ahead > -MOST_LATE) return [];
    if (ahead !== 0) this.#rest = Buffer.alloc(0);
    this.#next = (timestamp + payload.length) >>> 0;
    return this.#cut(payload, length);
  }

  #cut(octets: Buffer, length: number): Buffer[] {
    const all = Buffer.concat([this.#rest, octets]);
    const whole = Math.floor(all.length / length);
    this.#rest = all.subarray(whole * length);
    return Array.from({ length: whole }, (_, i) => all.subarray(i * length, (i + 1) * length));
  }
}

/** Further behind it is no late packet but a clock that began anew: a second. */
const MOST_LATE = 8_000;
