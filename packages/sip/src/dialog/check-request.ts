import { bodyParts } from '../message/bodies.ts';
import type { Request } from '../message/message.ts';
import type { ResponseParts } from '../message/new-message.ts';
import { header, headerNumber, optionTags, remembering } from '../message/read-headers.ts';
import { parseUri } from '../message/uri.ts';

/** What a user agent can do; `checkRequest` refuses the rest. */
export interface Abilities {
  readonly methods: readonly string[];
  /** Option tags that may stand in Require (§19.2), lower case. */
  readonly extensions: readonly string[];
  /** Media types that may stand in Content-Type, lower case. */
  readonly bodies: readonly string[];
}

/** Methods that exist, ours or not: 405 tells them from what nobody knows, 501 (§21.4.6, §21.5.2). */
const KNOWN_METHODS = new Set([
  'INVITE',
  'ACK',
  'CANCEL',
  'BYE',
  'OPTIONS',
  'REGISTER',
  'PRACK',
  'SUBSCRIBE',
  'NOTIFY',
  'PUBLISH',
  'INFO',
  'REFER',
  'MESSAGE',
  'UPDATE',
]);

/** All who register with a domain ask the same URI. */
const readUri = remembering(parseUri);

/** The inspection that every request gets (§8.2), in the RFC's order; the refusal, or undefined when all is well. */
export function checkRequest(request: Request, abilities: Abilities): ResponseParts | undefined {
  if (!abilities.methods.includes(request.method)) {
    return {
      status: KNOWN_METHODS.has(request.method) ? 405 : 501,
      headers: [{ name: 'allow', value: abilities.methods.join(', ') }],
    };
  }
  const uri = readUri(request.uri);
  if (!uri) return { status: 400, reason: 'Malformed Request-URI' };
  if (uri.scheme === 'other') return { status: 416 };
  // Headers in a Request-URI are not allowed (§19.1.1).
  if (uri.scheme !== 'tel' && uri.headers !== '') return { status: 400, reason: 'Headers In Request-URI' };
  return refusedExtension(request, abilities) ?? refusedBody(request, abilities);
}

/** Require that we cannot meet: 420, naming each (§8.2.2.3). Not for ACK and CANCEL, which cannot be refused. */
function refusedExtension(request: Request, { extensions }: Abilities): ResponseParts | undefined {
  if (request.method === 'ACK' || request.method === 'CANCEL') return undefined;
  const unknown = optionTags(request, 'require').filter((tag) => !extensions.includes(tag));
  if (unknown.length === 0) return undefined;
  return { status: 420, headers: [{ name: 'unsupported', value: unknown.join(', ') }] };
}

/** A body that we cannot read: 415 with what we can (§8.2.3), unless its sender does not mind. */
function refusedBody(request: Request, { bodies }: Abilities): ResponseParts | undefined {
  if (request.body.length === 0 || request.method === 'ACK') return undefined;
  if (/handling\s*=\s*optional/i.test(header(request, 'content-disposition') ?? '')) return undefined;
  const encoding = header(request, 'content-encoding')?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') return { status: 415, headers: [{ name: 'accept-encoding', value: 'identity' }] };
  const parts = bodyParts(request);
  if (parts === undefined) return { status: 400, reason: 'Malformed Multipart Body' };
  const isOne = parts.length === 1 && parts[0]?.body === request.body;
  // Of several parts we take what we know, and leave out the rest unless its sender insists (RFC 5621 §4).
  const unread = parts.some(({ type, isRequired }) => (isOne || isRequired) && !bodies.includes(type));
  return unread ? { status: 415, headers: [{ name: 'accept', value: bodies.join(', ') }] } : undefined;
}

/**
 * Max-Forwards of the request that follows from this one on our other side, so that a call cannot circle for ever
 * through switches like us (RFC 7332 §5, RFC 3261 §16.3); undefined: answer 483.
 */
export function nextMaxForwards(request: Request): number | undefined {
  const left = headerNumber(request, 'max-forwards', 255) ?? 70;
  return left === 0 ? undefined : left - 1;
}
