import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that lie in a file without a name until they are let go of: only who holds it can read it, and it goes with the process. */
export interface Spool extends AsyncDisposable {
  readonly bytes: number;
  readonly handle: FileHandle;
  read(): AsyncIterable<Buffer>;
}

const atATime = 64 * 1024;

/** Takes all that comes, so that whoever made it need not wait for whoever wants it. */
export async function spool(content: AsyncIterable<Uint8Array>): Promise<Spool> {
  const path = join(tmpdir(), `alo-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  let bytes = 0;
  try {
    await unlink(path);
    for await (const piece of content) {
      // All of it, or an error: `write` may do a part.
      await handle.appendFile(piece);
      bytes += piece.length;
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  return {
    bytes,
    handle,
    async *read() {
      for (let at = 0; at < bytes; at += atATime) {
        const length = Math.min(atATime, bytes - at);
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
        yield buffer.subarray(0, bytesRead);
      }
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}
