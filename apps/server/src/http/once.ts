import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { By } from '../kernel/by.ts';
import { Problem } from '../kernel/problem.ts';

/** What was answered to a request, whole: it is answered again to the same one. */
export interface RememberedResponse {
  readonly status: number;
  readonly body: string;
}

/**
 * Does what a request with a key asks for once, however often it comes. `fingerprint` tells it from another that comes with its
 * key by mistake. `work` rejects where nothing came of it, so that it may be tried again; or by a
 * `DatabaseUnavailable` that says that something may have come of it.
 */
export type Once = (
  by: By,
  asked: { readonly key: string; readonly fingerprint: Buffer },
  work: () => Promise<RememberedResponse>,
) => Promise<RememberedResponse & { readonly isReplay: boolean }>;

const header = 'idempotency-key';
const keyForm = z.string().regex(/^[\x21-\x7e]{1,200}$/);

/** The key of a request that is to be done once; undefined where it has none. */
export function onceKeyOf(request: FastifyRequest): string | undefined {
  const given = request.headers[header];
  if (request.method !== 'POST' || given === undefined) return undefined;
  const key = keyForm.safeParse(given);
  if (!key.success) throw Problem.badRequest({ [header]: 'Từ 1 đến 200 ký tự ASCII, không có dấu cách' });
  return key.data;
}

/** Answers a request once. What is refused for good is refused again in the same words. */
export async function answerOnce(
  once: Once,
  {
    request,
    reply,
    by,
    key,
    parts,
  }: {
    request: FastifyRequest;
    reply: FastifyReply;
    by: By;
    key: string;
    /** What was sent besides the address. */
    parts: unknown;
  },
  work: () => Promise<unknown>,
): Promise<FastifyReply> {
  // With the key, which nobody else knows: what is sent may be a few digits that are to be told to nobody.
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([key, request.method, request.url, parts]))
    .digest();
  const { status, body, isReplay } = await once(by, { key, fingerprint }, async () => {
    try {
      const answer = await work();
      return { status: reply.statusCode, body: JSON.stringify(answer) };
    } catch (error) {
      if (!(error instanceof Problem) || !isForGood(error.status)) throw error;
      return { status: error.status, body: JSON.stringify(error.body(request.id)) };
    }
  });
  if (isReplay) reply.header('idempotency-replayed', 'true');
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

/** Not what may be otherwise in a moment: rights, load, a server that is away. */
const isForGood = (status: number): boolean => [400, 404, 409, 413, 415, 422].includes(status);
