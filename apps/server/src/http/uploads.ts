import { type Multipart, messages } from '@alo/contract';
import type { MultipartFields } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

import { Problem } from '../kernel/problem.ts';
import { disagreement } from './upload-kind.ts';

/** A file that came with a form; it is gone when the request has been answered. */
export interface UploadedFile {
  /** The form's field. */
  readonly field: string;
  /** As the sender calls it: for people to read, never part of a path. */
  readonly name: string;
  readonly contentType: string;
  /** Where it lies while the request lasts. */
  readonly path: string;
}

const fieldsAtMost = 50;
const fieldBytesAtMost = 64 * 1024;

/** Takes a form as the endpoint allows it: each file at most once, of a kind that it takes, none of them too large. */
export async function readForm(
  request: FastifyRequest,
  { files: wanted, maxBytes, types }: Multipart,
): Promise<{ fields: Record<string, unknown>; files: readonly UploadedFile[] }> {
  if (!request.isMultipart()) throw Problem.unsupportedMediaType();
  // Of a sender who went while they waited for their turn nothing comes any more, not even an end.
  if (request.raw.destroyed && !request.raw.complete) throw Problem.badRequest({});
  const { files: saved, values } = await request.saveRequestFiles({
    limits: {
      files: wanted.length,
      fileSize: maxBytes,
      fields: fieldsAtMost,
      fieldSize: fieldBytesAtMost,
      parts: fieldsAtMost + wanted.length,
    },
  });
  const files = saved.map(({ fieldname, filename, mimetype, filepath }) => ({
    field: fieldname,
    name: filename,
    contentType: mimetype,
    path: filepath,
  }));
  const names = files.map(({ field }) => field);
  const missing = wanted.filter((name) => !names.includes(name));
  if (missing.length > 0) throw Problem.invalid(beside(missing, messages.required));
  const strange = names.filter((name, at) => !wanted.includes(name) || names.indexOf(name) !== at);
  if (strange.length > 0) throw Problem.invalid(beside(strange, 'Không nhận tệp ở đây'));
  if (files.some(({ contentType }) => !types.includes(contentType))) throw Problem.unsupportedMediaType();
  for (const file of files) {
    const words = await disagreement(file);
    if (words !== undefined) throw Problem.invalid({ [file.field]: words });
  }
  return { fields: textsIn(values as MultipartFields), files };
}

/** What was filled in besides: each field once, none cut off. */
function textsIn(values: MultipartFields): Record<string, unknown> {
  const texts: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(values)) {
    if (part === undefined || (!Array.isArray(part) && part.type === 'file')) continue;
    if (Array.isArray(part)) throw Problem.invalid({ [name]: 'Chỉ nhận một giá trị' });
    if (part.valueTruncated) throw Problem.tooLarge();
    texts[name] = part.value;
  }
  return texts;
}

const beside = (names: readonly string[], message: string) => Object.fromEntries(names.map((name) => [name, message]));
