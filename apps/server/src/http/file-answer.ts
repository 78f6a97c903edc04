import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file on its way to the browser: bytes made for this answer, a stream of them, or a stored file, which may be asked for in parts. */
export type FileAnswer = {
  /** What the browser saves it as, Vietnamese allowed. */
  readonly name: string;
  readonly contentType: string;
  /** `inline` is played or shown, `attachment` is saved. */
  readonly disposition: 'inline' | 'attachment';
} & ({ readonly content: Buffer | Readable } | { readonly stored: Stored });

/** The file is made later, by a job whose progress can be followed. */
export interface JobAnswer {
  readonly jobId: string;
}

/** Bytes that are kept somewhere, and can be read in parts. */
interface Stored {
  readonly bytes: number;
  read(part: { start: number; end: number }): Promise<Readable>;
}

/** Answers the file, the asked-for part of it where `range` names one (RFC 9110 §14). */
export async function sendFile(reply: FastifyReply, file: FileAnswer, range: string | undefined): Promise<unknown> {
  const ascii = file.name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/đ/gi, 'd')
    .replace(/[^\w.-]+/g, '_');
  reply
    .type(file.contentType)
    .header('content-disposition', `${file.disposition}; filename="${ascii}"; filename*=UTF-8''${rfc5987(file.name)}`)
    .header('x-content-type-options', 'nosniff');
  if ('content' in file) return reply.send(file.content);

  const { bytes } = file.stored;
  const part = parseRange(range, bytes);
  reply.header('accept-ranges', 'bytes');
  if (part === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${bytes}`).send();
  const { start, end } = part ?? { start: 0, end: bytes - 1 };
  if (part !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`);
  reply.header('content-length', Math.max(0, end - start + 1));
  return reply.send(await file.stored.read({ start, end }));
}

/** The one part that is asked for; undefined for the whole, also where the header is malformed or names several parts. */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (match === null) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const suffix = Number(last);
    return suffix === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - suffix), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}

const rfc5987 = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
