import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { embeddedPhonePath } from '@alo/contract';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { Problem } from '../kernel/problem.ts';
import { consolePolicy } from './security-headers.ts';
import { answerProblem } from './serve.ts';

/** Stands in the built page wherever a nonce belongs (Vite's `html.cspNonce`). */
const noncePlaceholder = '__CSP_NONCE__';
/** Addresses of programs: what is not there is answered as JSON, never as the console's page. */
const programs = /^\/(api|identity|admin|telephony|docs|live|scim|sip|assets|prompts|metrics|healthz|readyz)(\/|$)/;

/** Another vendor's base, below which screens have addresses, too (specification §2): the page is for browsers, which say that they want one. */
const alsoPrograms = /^\/etelecom\//;

/**
 * The page names what every screen needs, 18 kB of it, which is one round trip more than a seventh of that. It shows nothing of
 * what was asked for, so that its nonce cannot be guessed by its length.
 */
const shrink = {
  // The best takes eighty times as long for 200 bytes less.
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => promisify(gzip)(text),
} as const;
const shortestFirst = ['br', 'gzip'] as const;

/** Scripts that pages of other systems have from here, as they are and made small. */
const forOtherPages = /\/(click-to-call|alo-phone)\.js(\.(br|gz))?$/;

/** Whether a page, given as its origin, may show our phone within itself. */
export type MayShowPhone = (page: string) => Promise<boolean>;

/** Serves the built console: files by name, hashed ones for ever, and its page for every address that is a screen. */
export async function serveConsole(
  app: FastifyInstance,
  folder: string,
  mayShowPhone: MayShowPhone = async () => false,
): Promise<void> {
  const page = join(folder, 'index.html');
  const built = existsSync(page);
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/index.html'],
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        if (forOtherPages.test(path)) reply.header('cross-origin-resource-policy', 'cross-origin');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const wantsPage = /\btext\/html\b/.test(request.headers.accept ?? '');
    const isScreen =
      request.method === 'GET' &&
      !programs.test(path) &&
      !/\.\w{1,8}$/.test(path) &&
      (wantsPage || !alsoPrograms.test(path));
    if (!built || !isScreen) return answerProblem(Problem.notFound(), request, reply);
    const nonce = randomBytes(16).toString('base64');
    const html = (await readFile(page, 'utf8')).replaceAll(noncePlaceholder, nonce);
    const taken = encodingsIn(request.headers['accept-encoding']);
    const encoding = shortestFirst.find((one) => taken.has(one));
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    const around = path === embeddedPhonePath ? await pageAround(request, mayShowPhone) : undefined;
    if (around !== undefined) letBeShown(reply);
    return reply
      .header('content-security-policy', consolePolicy(nonce, around))
      .header('cache-control', 'no-cache')
      .header('vary', path === embeddedPhonePath ? 'accept-encoding, referer' : 'accept-encoding')
      .type('text/html; charset=utf-8')
      .send(encoding === undefined ? html : await shrink[encoding](html));
  });
}

/**
 * The page around the phone, as its browser names it, where a company of this installation lists it; undefined else. Whose company it is
 * nobody knows before the sign-in: that it is the person's own the phone finds out then.
 */
async function pageAround({ headers }: FastifyRequest, mayShowPhone: MayShowPhone): Promise<string | undefined> {
  const { referer = '' } = headers;
  const page = URL.canParse(referer) ? new URL(referer).origin : '';
  return /^https?:/.test(page) && (await mayShowPhone(page)) ? page : undefined;
}

/** What the headers of every answer forbid of pages around it the policy says better. */
const letBeShown = (reply: FastifyReply) => reply.removeHeader('x-frame-options');

/** What `accept-encoding` names, without what it refuses. */
function encodingsIn(header: string | string[] = ''): ReadonlySet<string> {
  const named = [header].flat().join().toLowerCase().split(',');
  const wanted = named.filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one));
  return new Set(wanted.map((one) => one.replace(/;.*/, '').trim()));
}
