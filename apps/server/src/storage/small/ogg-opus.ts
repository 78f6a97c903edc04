/**
 * Opus in Ogg (RFC 7845), as recordings are kept: each side of the call is a stream of its own, so that neither is heard in the other
 * one's channel, and a page holds so many packets that any page can be decoded from the end of the one before it.
 */

/** Of the telephone's sound. */
export const sampleRate = 8_000;
/** Samples of a packet, of each side: 60 ms at 8 kHz. */
export const packetSamples = 480;
/** Packets of a page: a little less than two seconds. */
export const pagePackets = 32;
/** Of Ogg's clock for each of ours. */
export const clockTicks = 6;
const serial = 0x61_6c_6f_31;
const pageHead = 27;

/** What the first two pages say of a recording. */
export interface OpusAbout {
  readonly channels: 1 | 2;
  /** Samples of each side. */
  readonly frames: number;
  /** Samples that a decoder gives before the first one. */
  readonly early: number;
}

/** What is looked at of a file to know what it is: longer than its first two pages. */
export const aboutBytes = 512;

/** The first two pages. */
export function headPages({ channels, frames, early }: OpusAbout): Buffer {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 'latin1');
  head[8] = 1;
  head[9] = channels;
  head.writeUInt16LE(early * clockTicks, 10);
  head.writeUInt32LE(sampleRate, 12);
  // Family 1 says which stream is which channel; both are single, none a pair.
  head[18] = channels === 1 ? 0 : 1;
  const mapping = channels === 1 ? [] : [2, 0, 0, 1];
  const vendor = Buffer.from('Alo');
  const comment = Buffer.from(`ALO_FRAMES=${frames}`);
  const tags = Buffer.concat([
    Buffer.from('OpusTags', 'latin1'),
    length32(vendor.length),
    vendor,
    length32(1),
    length32(comment.length),
    comment,
  ]);
  return Buffer.concat([
    pageOf([Buffer.concat([head, Buffer.from(mapping)])], { nth: 0, granule: 0n, first: true }),
    pageOf([tags], { nth: 1, granule: 0n }),
  ]);
}

/** What a file begins with; undefined for what is no recording of ours in Opus. */
export function aboutIn(bytes: Buffer): OpusAbout | undefined {
  const first = oggPageIn(bytes, 0);
  const [head] = first?.packets ?? [];
  if (first === undefined || head === undefined || head.toString('latin1', 0, 8) !== 'OpusHead') return undefined;
  const tags = oggPageIn(bytes, first.bytes)?.packets[0]?.toString('latin1');
  const frames = /ALO_FRAMES=(\d+)/.exec(tags ?? '')?.[1];
  const channels = head[9];
  if (frames === undefined || (channels !== 1 && channels !== 2)) return undefined;
  return { channels, frames: Number(frames), early: head.readUInt16LE(10) / clockTicks };
}

interface PageAbout {
  readonly nth: number;
  /** Ticks by the end of the page. */
  readonly granule: bigint;
  readonly first?: boolean;
  readonly last?: boolean;
}

/** A page of whole packets. */
export function pageOf(packets: readonly Buffer[], { nth, granule, first = false, last = false }: PageAbout): Buffer {
  const lacing = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / 255) }, () => 255),
    length % 255,
  ]);
  if (lacing.length > 255) throw new RangeError('A page has no room for so many packets.');
  const head = Buffer.alloc(pageHead);
  head.write('OggS', 'latin1');
  head[5] = (first ? 2 : 0) | (last ? 4 : 0);
  head.writeBigUInt64LE(granule, 6);
  head.writeUInt32LE(serial, 14);
  head.writeUInt32LE(nth, 18);
  head[26] = lacing.length;
  const page = Buffer.concat([head, Buffer.from(lacing), ...packets]);
  page.writeUInt32LE(checksum(page), 22);
  return page;
}

/** A page at this place: its packets, and how long it is; undefined where there is none, or not all of it. */
export function oggPageIn(
  bytes: Buffer,
  at: number,
): { readonly packets: Buffer[]; readonly bytes: number } | undefined {
  if (bytes.length < at + pageHead || bytes.toString('latin1', at, at + 4) !== 'OggS') return undefined;
  const lacing = bytes.subarray(at + pageHead, at + pageHead + (bytes[at + 26] ?? 0));
  let to = at + pageHead + (bytes[at + 26] ?? 0);
  let from = to;
  const packets: Buffer[] = [];
  for (const length of lacing) {
    to += length;
    if (length === 255) continue;
    packets.push(bytes.subarray(from, to));
    from = to;
  }
  return to > bytes.length ? undefined : { packets, bytes: to - at };
}

/** Pages of a file that comes in pieces, one after the other. Ends where a page is cut off. */
export async function* pagesOf(content: AsyncIterable<unknown>): AsyncGenerator<Buffer[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of content) {
    if (!Buffer.isBuffer(piece)) continue;
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let at = 0;
    for (let page = oggPageIn(rest, at); page !== undefined; page = oggPageIn(rest, at)) {
      yield page.packets;
      at += page.bytes;
    }
    rest = rest.subarray(at);
  }
}

/** One packet of both sides: the first one says how long it is (RFC 6716, appendix B). */
export function bothOf([left, right]: readonly Buffer[]): Buffer {
  if (left === undefined) throw new RangeError('No side, no packet.');
  if (right === undefined) return left;
  // One frame a packet: code 0, of which nothing stands between the first octet and the frame.
  if (((left[0] ?? 0) & 3) !== 0) throw new RangeError('A packet of several frames.');
  return Buffer.concat([left.subarray(0, 1), lengthOf(left.length - 1), left.subarray(1), right]);
}

/** The packets of each side. */
export function sidesOf(packet: Buffer, channels: 1 | 2): Buffer[] {
  if (channels === 1) return [packet];
  const short = packet[1] ?? 0;
  const [length, from] = short < 252 ? [short, 2] : [short + 4 * (packet[2] ?? 0), 3];
  return [Buffer.concat([packet.subarray(0, 1), packet.subarray(from, from + length)]), packet.subarray(from + length)];
}

/** RFC 6716 §3.2.1. */
function lengthOf(length: number): Buffer {
  if (length < 252) return Buffer.from([length]);
  const low = 252 + ((length - 252) & 3);
  return Buffer.from([low, (length - low) >> 2]);
}

function length32(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(length);
  return bytes;
}

/** Ogg's CRC: zlib's is of the same polynomial the other way round. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04_c1_1d_b7 : 0);
  return sum >>> 0;
});

function checksum(page: Buffer): number {
  let sum = 0;
  for (const byte of page) sum = ((sum << 8) ^ (table[(sum >>> 24) ^ byte] ?? 0)) >>> 0;
  return sum;
}
