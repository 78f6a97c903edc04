import { PassThrough, pipeline, type Readable, Transform } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';

import type { StoredFile } from '../../../storage/file-store.ts';
import { badFile } from './bad-file.ts';
import { textOf } from './encoding.ts';

const mostEntries = 2_000;
/** Unpacked; a million rows of twenty columns are about half of this. */
const mostBytes = 1_500 * 1024 * 1024;
/** Text of a table packs 5 to 40 times; what packs more is made to burst. Small parts may be anything. */
const mostRatio = 150;
const smallBytes = 5 * 1024 * 1024;

/** The parts of a zip by their names, in whatever case. Nothing is unpacked before what the archive says of itself is in bounds. */
export interface Archive {
  has(name: string): boolean;
  /** The text of a part, which is read once; breaks where it unpacks to more than the archive said. */
  text(name: string): AsyncGenerator<string>;
  close(): void;
}

export const withPassword = (): Error => badFile('Tệp có mật khẩu: hãy lưu lại không mật khẩu');

export async function openArchive(file: StoredFile): Promise<Archive> {
  const zip = await fromRandomAccessReaderPromise(new StoredReader(file), file.bytes, {
    lazyEntries: true,
    autoClose: false,
  }).catch(() => {
    throw badFile('Tệp bị hỏng');
  });
  const entries = new Map<string, Entry>();
  try {
    if (zip.entryCount > mostEntries) throw badFile('Tệp có quá nhiều phần');
    let bytes = 0;
    for (const entry of await allEntries(zip)) {
      bytes += entry.uncompressedSize;
      const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
      if (bytes > mostBytes || (entry.uncompressedSize > smallBytes && ratio > mostRatio)) {
        throw badFile('Tệp bung ra quá lớn');
      }
      if (entry.isEncrypted()) throw withPassword();
      entries.set(entry.fileName.toLowerCase(), entry);
    }
  } catch (error) {
    zip.close();
    throw error;
  }
  return {
    has: (name) => entries.has(name.toLowerCase()),
    async *text(name) {
      const entry = entries.get(name.toLowerCase());
      if (entry === undefined) throw badFile('Tệp không phải là bảng tính .xlsx');
      const bytes = await unpacked(zip, entry);
      try {
        yield* textOf(bytes, 'utf-8');
      } finally {
        bytes.destroy();
      }
    },
    close: () => zip.close(),
  };
}

/** In pieces that are few: each costs as much to hand on as a hundred rows to read. */
async function unpacked(zip: ZipFile, entry: Entry): Promise<Readable> {
  if (entry.compressionMethod !== deflated) return zip.openReadStreamPromise(entry);
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  let left = entry.uncompressedSize;
  const whole = new Transform({
    transform(piece: Buffer, _encoding, told) {
      left -= piece.length;
      told(left < 0 ? badFile('Tệp bung ra quá lớn') : null, piece);
    },
    flush: (told) => told(left > 0 ? badFile('Tệp bị hỏng') : null),
  });
  pipeline(packed, createInflateRaw({ chunkSize }), whole, () => undefined);
  return whole;
}

const deflated = 8;
const chunkSize = 64 * 1024;

async function allEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.once('end', () => resolve(entries));
    zip.once('error', () => reject(badFile('Tệp bị hỏng')));
    zip.readEntry();
  });
}

/** Lets the unpacker read a stored file in the parts that it wants. */
class StoredReader extends RandomAccessReader {
  readonly #file: StoredFile;

  constructor(file: StoredFile) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const out = new PassThrough();
    this.#file.read({ start, end: end - 1 }).then(
      (part) => part.on('error', (error) => out.destroy(error)).pipe(out),
      (error: Error) => out.destroy(error),
    );
    return out;
  }
}
