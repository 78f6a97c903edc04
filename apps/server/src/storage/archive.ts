import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ArchivePart {
  readonly name: string;
  readonly content: Buffer | AsyncIterable<Buffer>;
  /** How hard it is packed, 1 to 9: 6 where it is left out. */
  readonly level?: number;
}

/**
 * A zip (APPNOTE 6.3) of parts as they come, never whole in memory. By hand: what a part has is summed in JavaScript by the
 * libraries, and goes through five streams, which is a fifth of what an export of a million rows takes. What is longer or farther
 * back than `most` is told in eight bytes (zip64, §4.3.14).
 */
export async function* archiveOf(parts: AsyncIterable<ArchivePart>, most = 0xffff_fffe): AsyncGenerator<Buffer> {
  const at = timeOf(new Date());
  const told: Buffer[] = [];
  let offset = 0;
  for await (const { name, content, level = 6 } of parts) {
    const entry = { name: Buffer.from(name), at, crc: 0, bytes: 0, packed: 0, offset };
    const head = headOf(entry);
    offset += head.length;
    yield head;
    for await (const chunk of packedPart(Buffer.isBuffer(content) ? [content] : content, entry, level)) {
      entry.packed += chunk.length;
      yield chunk;
    }
    const tail = tailOf(entry, most);
    offset += entry.packed + tail.length;
    yield tail;
    told.push(directoryEntry(entry, most));
  }
  const directory = Buffer.concat(told);
  yield directory;
  yield endOf({ entries: told.length, bytes: directory.length, offset }, most);
}

interface Entry {
  readonly name: Buffer;
  readonly at: number;
  /** Where its head begins. */
  readonly offset: number;
  crc: number;
  bytes: number;
  packed: number;
}

/** Larger than the default: each chunk is a trip to another thread and back. */
const chunkSize = 128 * 1024;

async function* packedPart(content: Iterable<Buffer> | AsyncIterable<Buffer>, entry: Entry, level: number) {
  const packer = createDeflateRaw({ level, chunkSize });
  async function* summed() {
    for await (const chunk of content) {
      entry.crc = crc32(chunk, entry.crc);
      entry.bytes += chunk.length;
      yield chunk;
    }
  }
  // The next chunk is made while one is packed in another thread. What breaks the source breaks the packer, which is read here;
  // a reader who leaves breaks the source.
  pipeline(Readable.from(summed(), { objectMode: false }), packer).catch(() => undefined);
  for await (const chunk of packer) if (Buffer.isBuffer(chunk)) yield chunk;
}

const version = { plain: 20, zip64: 45 };
/** How long it is stands behind it (bit 3), its name is in UTF-8 (bit 11). */
const flags = 0x0808;
const deflated = 8;
/** Stands where a number of four bytes would, and says that it is elsewhere in eight. */
const elsewhere = 0xffff_ffff;

function headOf({ name, at }: Entry): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(version.plain, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(deflated, 8);
  head.writeUInt32LE(at, 10);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function tailOf({ crc, bytes, packed }: Entry, most: number): Buffer {
  const isLong = bytes > most || packed > most;
  const tail = Buffer.alloc(isLong ? 24 : 16);
  tail.writeUInt32LE(0x0807_4b50, 0);
  tail.writeUInt32LE(crc, 4);
  if (isLong) {
    writeLong(tail, packed, 8);
    writeLong(tail, bytes, 16);
  } else {
    tail.writeUInt32LE(packed, 8);
    tail.writeUInt32LE(bytes, 12);
  }
  return tail;
}

function directoryEntry({ name, at, crc, bytes, packed, offset }: Entry, most: number): Buffer {
  const isLong = bytes > most || packed > most || offset > most;
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x0201_4b50, 0);
  head.writeUInt16LE(isLong ? version.zip64 : version.plain, 4);
  head.writeUInt16LE(isLong ? version.zip64 : version.plain, 6);
  head.writeUInt16LE(flags, 8);
  head.writeUInt16LE(deflated, 10);
  head.writeUInt32LE(at, 12);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(isLong ? elsewhere : packed, 20);
  head.writeUInt32LE(isLong ? elsewhere : bytes, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(isLong ? elsewhere : offset, 42);
  if (!isLong) return Buffer.concat([head, name]);
  const long = Buffer.alloc(28);
  long.writeUInt16LE(1, 0);
  long.writeUInt16LE(24, 2);
  for (const [n, value] of [bytes, packed, offset].entries()) writeLong(long, value, 4 + 8 * n);
  head.writeUInt16LE(long.length, 30);
  return Buffer.concat([head, name, long]);
}

function endOf({ entries, bytes, offset }: { entries: number; bytes: number; offset: number }, most: number): Buffer {
  const isLong = offset > most || bytes > most || entries >= 0xffff;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(entries, 0xffff), 8);
  end.writeUInt16LE(Math.min(entries, 0xffff), 10);
  end.writeUInt32LE(isLong ? elsewhere : bytes, 12);
  end.writeUInt32LE(isLong ? elsewhere : offset, 16);
  if (!isLong) return end;
  const long = Buffer.alloc(56);
  long.writeUInt32LE(0x0606_4b50, 0);
  writeLong(long, long.length - 12, 4);
  long.writeUInt16LE(version.zip64, 12);
  long.writeUInt16LE(version.zip64, 14);
  for (const [n, value] of [entries, entries, bytes, offset].entries()) writeLong(long, value, 24 + 8 * n);
  const where = Buffer.alloc(20);
  where.writeUInt32LE(0x0706_4b50, 0);
  writeLong(where, offset + bytes, 8);
  where.writeUInt32LE(1, 16);
  return Buffer.concat([long, where, end]);
}

const writeLong = (buffer: Buffer, value: number, at: number) => buffer.writeBigUInt64LE(BigInt(value), at);

/** Two seconds at a time, since 1980 (§4.4.6): the time in the lower half, the day in the upper one. */
function timeOf(now: Date): number {
  const time = (now.getHours() << 11) | (now.getMinutes() << 5) | (now.getSeconds() >> 1);
  const day = ((now.getFullYear() - 1980) << 9) | ((now.getMonth() + 1) << 5) | now.getDate();
  return ((day << 16) | time) >>> 0;
}
