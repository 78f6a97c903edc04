import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ArchivePart {
  readonly name: string;
  readonly content: Buffer | Readable;
}

/** A zip of parts as they come, never whole in memory. */
export async function* archiveOf(parts: AsyncIterable<ArchivePart>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const out = new PassThrough();
  // A zip tells of a broken source by an event only.
  zip.on('error', (error: Error) => out.destroy(error));
  zip.outputStream.pipe(out);
  const writing = addAll(zip, parts).catch((error: unknown) => {
    out.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  for await (const chunk of out) if (Buffer.isBuffer(chunk)) yield chunk;
  await writing;
}

async function addAll(zip: ZipFile, parts: AsyncIterable<ArchivePart>): Promise<void> {
  for await (const { name, content } of parts) {
    if (Buffer.isBuffer(content)) zip.addBuffer(content, name);
    else {
      // One open file at a time.
      zip.addReadStream(content, name);
      await once(content, 'close');
      if (content.errored) throw content.errored;
    }
  }
  zip.end();
}
