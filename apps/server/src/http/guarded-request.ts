import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { addressesOf, http, isOfTheInternet } from '@alo/net';

/** What came back. Only the beginning of the answer is read. */
export interface GuardedAnswer {
  readonly status: number;
  readonly beginning: string;
}

/** An address that must not be asked: not of the internet, or not secure. `message` says why, to the person who typed it. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

/** Where what went wrong came of such an address, as its cause or the cause of that. */
export function refusedTargetIn(error: unknown): TargetRefused | undefined {
  let each = error;
  for (let deep = 0; deep < 5 && each instanceof Error; deep += 1) {
    if (each instanceof TargetRefused) return each;
    each = each.cause;
  }
  return undefined;
}

/** Below are other services: mail, shells, directories. */
const lowestPort = 1024;
const withinMs = 10_000;
const readAtMost = 64 * 1024;

/** What is asked of an address that somebody typed. `allowed` are hosts (`crm.local:8443`) that the operator trusts, inside and without encryption too. */
interface Asking {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly allowed: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Asks without being led to our own network or to other services: HTTPS only, the name looked up once and the connection made to the address that was
 * checked, no redirect followed, no proxy.
 */
async function ask(url: URL, { method, headers, body, allowed, signal }: Asking): Promise<IncomingMessage> {
  const isTrusted = allowed.includes(url.host) || allowed.includes(url.hostname);
  if (url.protocol !== 'https:' && !(isTrusted && url.protocol === 'http:')) {
    throw new TargetRefused('Địa chỉ phải bắt đầu bằng https://');
  }
  if (url.username !== '' || url.password !== '') throw new TargetRefused('Địa chỉ không được chứa mật khẩu');
  const first = await addressToAsk(url.hostname.replace(/^\[|\]$/g, ''), isTrusted);
  const port = Number(url.port || 443);
  if (!isTrusted && port !== 443 && port < lowestPort) {
    throw new TargetRefused('Cổng phải là 443 hoặc từ 1024 trở lên');
  }
  const request = url.protocol === 'https:' ? httpsRequest : http.request;
  return new Promise<IncomingMessage>((done, fail) => {
    const sent = request(url, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      signal,
      // The very address that was checked: the name may resolve to another one a moment later.
      lookup: (_name, options, answer) => {
        if (options.all === true) answer(null, [first]);
        else answer(null, first.address, first.family);
      },
    });
    sent.on('error', fail);
    sent.once('response', done);
    sent.end(body);
  });
}

/** The address that a name has now, which is the one to connect to: refused where any of them is not of the internet and nobody trusts it. */
export async function addressToAsk(name: string, isTrusted: boolean): Promise<LookupAddress> {
  const found = await addressesOf(name);
  if (!isTrusted && !found.every(({ address }) => isOfTheInternet(address))) {
    throw new TargetRefused(`${name} không phải là một địa chỉ trên Internet`);
  }
  const [first] = found;
  if (first === undefined) throw new TargetRefused(`Không tìm thấy ${name}`);
  return first;
}

/** Posts to an address that somebody typed, within a time and a size; a redirect is an answer like any other. */
export async function postGuarded(
  to: string,
  {
    signal = AbortSignal.timeout(withinMs),
    atMost = readAtMost,
    ...given
  }: {
    headers: Readonly<Record<string, string>>;
    body: string | Uint8Array;
    allowed: readonly string[];
    signal?: AbortSignal;
    /** So many bytes of the answer are read. */
    atMost?: number;
  },
): Promise<GuardedAnswer> {
  const response = await ask(new URL(to), { ...given, method: 'POST', signal });
  return { status: response.statusCode ?? 0, beginning: await beginningOf(response, atMost) };
}

/** `fetch` for a library that asks addresses which somebody typed: guarded, no redirect followed, and no more than a megabyte read. */
export function guardedFetch(allowed: readonly string[]) {
  return async (
    to: string,
    given: {
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: unknown;
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<Response> => {
    const { headers, body, signal = AbortSignal.timeout(withinMs) } = given;
    const method = given.method === 'POST' ? 'POST' : 'GET';
    const text = body instanceof URLSearchParams ? body.toString() : (body ?? undefined);
    if (text !== undefined && typeof text !== 'string') throw new TypeError('Only forms and text are sent.');
    const sent = text === undefined ? {} : { body: text };
    const answer = await ask(new URL(to), { method, headers, allowed, signal, ...sent });
    const { statusCode: status = 502, headers: told } = answer;
    const read = await beginningOf(answer, 1_048_576);
    const type = told['content-type'];
    return new Response(status === 204 || status === 304 ? null : read, {
      status,
      ...(type !== undefined && { headers: { 'content-type': type } }),
    });
  };
}

/** The answer of an address; its taker reads `body`, or destroys it. */
export interface GuardedFile {
  readonly status: number;
  /** Where it was found, behind the redirects. */
  readonly url: URL;
  readonly type: string;
  readonly body: IncomingMessage;
}

const mostRedirects = 5;

/**
 * Fetches from an address that somebody typed, each redirect checked as the first address was. The whole of it has to come before
 * `signal`. Headers of the caller's go to the first host only: what proves us there is nobody else's business.
 */
export async function getGuarded(
  from: string,
  {
    allowed,
    signal,
    headers = {},
  }: { allowed: readonly string[]; signal: AbortSignal; headers?: Readonly<Record<string, string>> },
): Promise<GuardedFile> {
  let url = new URL(from);
  const { host } = url;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const all = { accept: 'text/csv, */*;q=0.1', 'user-agent': 'Alo/1', ...(url.host === host ? headers : {}) };
    const body = await ask(url, { method: 'GET', headers: all, allowed, signal });
    const { statusCode: status = 0 } = body;
    const { location, 'content-type': type = '' } = body.headers;
    if (status < 300 || status >= 400 || location === undefined) return { status, url, type, body };
    body.destroy();
    if (!URL.canParse(location, url.href)) throw new TargetRefused('Bị chuyển đến một địa chỉ không đúng');
    url = new URL(location, url);
  }
  throw new TargetRefused('Bị chuyển qua lại quá nhiều lần');
}

async function beginningOf(response: IncomingMessage, atMost = readAtMost): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  // Without an encoding it comes in buffers.
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    // What is left is not read: leaving the loop closes the connection.
    if (bytes >= atMost) break;
  }
  return Buffer.concat(pieces).subarray(0, atMost).toString('utf8');
}
