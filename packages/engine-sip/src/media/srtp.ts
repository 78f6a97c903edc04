import { createHmac, timingSafeEqual } from 'node:crypto';
import { RTP_HEADER } from './rtp-packet.ts';
import type { SrtpSuite } from './sdes.ts';
import { cipher, type SessionKeys, sessionKeys } from './srtp-keys.ts';

/** Octets by which a packet is proven; reports always have ten (RFC 4568 §6.2). */
const TAGS: Readonly<Record<SrtpSuite, number>> = { AES_CM_128_HMAC_SHA1_80: 10, AES_CM_128_HMAC_SHA1_32: 4 };
const REPORT_TAG = 10;
/** Length of a report's header, of which the SSRC is the end. */
const REPORT_HEADER = 8;
const ENCRYPTED = 0x8000_0000;
/** Streams of one party at a time: who changes the number of its stream soon needs one. */
const MOST_STREAMS = 4;

/** SRTP and SRTCP of one party (RFC 3711): AES in counter mode, proven by HMAC-SHA1. What is not proven is not there. */
export class Srtp {
  readonly #tag: number;
  readonly #ours: { readonly rtp: SessionKeys; readonly rtcp: SessionKeys };
  readonly #theirs: { readonly rtp: SessionKeys; readonly rtcp: SessionKeys };
  readonly #sent = new Indices();
  readonly #heard = new Streams();
  readonly #reportsHeard = new Streams();
  #reports = 0;

  /** Keys are master key and salt, as the SDP has them. */
  constructor(suite: SrtpSuite, ours: Buffer, theirs: Buffer) {
    this.#tag = TAGS[suite];
    this.#ours = { rtp: sessionKeys(ours, 'rtp'), rtcp: sessionKeys(ours, 'rtcp') };
    this.#theirs = { rtp: sessionKeys(theirs, 'rtp'), rtcp: sessionKeys(theirs, 'rtcp') };
  }

  /** One of our RTP packets as it travels. */
  protect(packet: Buffer): Buffer {
    const index = this.#sent.indexOf(packet.readUInt16BE(2));
    this.#sent.note(index);
    const at = payloadAt(packet) ?? packet.length;
    const text = cipher(this.#ours.rtp, packet.readUInt32BE(8), index, packet.subarray(at));
    const bytes = Buffer.concat([packet.subarray(0, at), text]);
    return Buffer.concat([bytes, tagOf(this.#ours.rtp, bytes, rollOver(index), this.#tag)]);
  }

  /** The packet in the clear; undefined where it is not proven, or came before. */
  unprotect(packet: Buffer): Buffer | undefined {
    const end = packet.length - this.#tag;
    const bytes = packet.subarray(0, Math.max(0, end));
    const at = payloadAt(bytes);
    if (at === undefined) return undefined;
    const ssrc = bytes.readUInt32BE(8);
    const indices = this.#heard.of(ssrc);
    const index = indices.indexOf(bytes.readUInt16BE(2));
    if (indices.isOld(index)) return undefined;
    const tag = tagOf(this.#theirs.rtp, bytes, rollOver(index), this.#tag);
    if (!timingSafeEqual(tag, packet.subarray(end))) return undefined;
    indices.note(index);
    this.#heard.keep(ssrc, indices);
    return Buffer.concat([bytes.subarray(0, at), cipher(this.#theirs.rtp, ssrc, index, bytes.subarray(at))]);
  }

  /** One of our RTCP packets as it travels (§3.4): its number goes along. */
  protectReport(packet: Buffer): Buffer {
    const index = ++this.#reports;
    const text = cipher(this.#ours.rtcp, packet.readUInt32BE(4), index, packet.subarray(REPORT_HEADER));
    const number = Buffer.alloc(4);
    number.writeUInt32BE((ENCRYPTED | index) >>> 0);
    const bytes = Buffer.concat([packet.subarray(0, REPORT_HEADER), text, number]);
    return Buffer.concat([bytes, tagOf(this.#ours.rtcp, bytes, NOTHING, REPORT_TAG)]);
  }

  unprotectReport(packet: Buffer): Buffer | undefined {
    const end = packet.length - REPORT_TAG;
    if (end < REPORT_HEADER + 4) return undefined;
    const bytes = packet.subarray(0, end);
    const tag = tagOf(this.#theirs.rtcp, bytes, NOTHING, REPORT_TAG);
    if (!timingSafeEqual(tag, packet.subarray(end))) return undefined;
    const number = bytes.readUInt32BE(end - 4);
    const index = number % ENCRYPTED;
    const ssrc = bytes.readUInt32BE(4);
    const indices = this.#reportsHeard.of(ssrc);
    if (indices.isOld(index)) return undefined;
    indices.note(index);
    this.#reportsHeard.keep(ssrc, indices);
    const text = bytes.subarray(REPORT_HEADER, end - 4);
    const clear = number >= ENCRYPTED ? cipher(this.#theirs.rtcp, ssrc, index, text) : text;
    return Buffer.concat([bytes.subarray(0, REPORT_HEADER), clear]);
  }
}

const NOTHING = Buffer.alloc(0);

function tagOf({ authentication }: SessionKeys, bytes: Buffer, more: Buffer, octets: number): Buffer {
  return createHmac('sha1', authentication).update(bytes).update(more).digest().subarray(0, octets);
}

/** How often the sequence numbers began anew, as it goes into the proof (§4.2). */
function rollOver(index: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(Math.floor(index / 65_536) % 2 ** 32);
  return bytes;
}

/** Where the payload begins, which alone is enciphered; undefined for what is no RTP packet. */
function payloadAt(packet: Buffer): number | undefined {
  if (packet.length < RTP_HEADER) return undefined;
  const flags = packet.readUInt8(0);
  const extension = RTP_HEADER + 4 * (flags & 0x0f);
  if ((flags & 0x10) === 0) return extension <= packet.length ? extension : undefined;
  if (extension + 4 > packet.length) return undefined;
  const at = extension + 4 + 4 * packet.readUInt16BE(extension + 2);
  return at <= packet.length ? at : undefined;
}

/** Packets that came this far behind the newest one are too old to be told from ones that came before (§3.3.2). */
const WINDOW = 128;

/** The packets of one stream by numbers that do not begin anew (§3.3.1), and which of them came. */
class Indices {
  #highest = -1;
  /** Which packet was seen last in each place. */
  readonly #seen = new Float64Array(WINDOW).fill(-1);

  /** The nearest to the newest one that ends in these 16 bits; there is none before the beginning. */
  indexOf(sequence: number): number {
    if (this.#highest < 0) return sequence;
    const index = this.#highest + (((sequence - this.#highest) << 16) >> 16);
    return index < 0 ? index + 65_536 : index;
  }

  isOld(index: number): boolean {
    return index <= this.#highest - WINDOW || this.#seen[index % WINDOW] === index;
  }

  note(index: number): void {
    this.#seen[index % WINDOW] = index;
    this.#highest = Math.max(this.#highest, index);
  }
}

/** The state of a party's streams; of a stream that is not proven nothing is kept. */
class Streams {
  readonly #known = new Map<number, Indices>();

  of(ssrc: number): Indices {
    return this.#known.get(ssrc) ?? new Indices();
  }

  keep(ssrc: number, indices: Indices): void {
    if (this.#known.has(ssrc)) return;
    this.#known.set(ssrc, indices);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_STREAMS) return;
      this.#known.delete(oldest);
    }
  }
}
