import type { Readable } from 'node:stream';

/** What files are kept for; each area is a folder, or the first part of a key. */
export type FileArea = 'recordings' | 'prompts' | 'uploads' | 'exports';

/** A file's address: whose it is, and what it is called. Made of our own ids, never of what people type. */
export interface FileKey {
  readonly area: FileArea;
  readonly tenantId: string;
  readonly name: string;
}

/** A file that is there: its size, and its bytes as often as they are wanted. */
export interface StoredFile {
  readonly bytes: number;
  /** The bytes from `start` to `end`, both included; all of them where no part is named. */
  read(part?: { readonly start: number; readonly end: number }): Promise<Readable>;
}

/**
 * Where files are kept: a folder of this machine, or a bucket that several machines share. Nobody outside knows which, and
 * nobody is given a path.
 */
export interface FileStore {
  /** Keeps what the stream brings, whole or not at all: nobody ever finds half of it. Takes the place of what was there. */
  put(key: FileKey, content: AsyncIterable<Buffer>): Promise<{ readonly bytes: number }>;
  /** Undefined where there is no such file. */
  find(key: FileKey): Promise<StoredFile | undefined>;
  /** Quietly does nothing where there is none. */
  remove(key: FileKey): Promise<void>;
}

/** `recordings/<tenant>/<name>`; undefined for a name that could lead elsewhere, which therefore names no file. */
export function pathOf({ area, tenantId, name }: FileKey): string | undefined {
  const safe = /^[\w-][\w.-]*$/;
  return safe.test(tenantId) && safe.test(name) ? `${area}/${tenantId}/${name}` : undefined;
}
