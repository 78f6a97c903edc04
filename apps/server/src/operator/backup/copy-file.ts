import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Duplex, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What was written, as it is in the file. */
export interface FileDigest {
  readonly bytes: number;
  readonly sha256: string;
}

/** Counts and digests what passes. */
export function measured(): { readonly through: Transform; readonly result: () => FileDigest } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** Writes a new file of a backup, and says what is in it: of a file that still grows, what was copied of it. */
export async function writeMeasured(path: string, from: Readable, through: readonly Duplex[]): Promise<FileDigest> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const measure = measured();
  const to = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline([from, ...through, measure.through, to]);
  return measure.result();
}

/** What a file has in it now. */
export async function measureFile(path: string): Promise<FileDigest> {
  const measure = measured();
  await pipeline(createReadStream(path), measure.through.resume());
  return measure.result();
}
