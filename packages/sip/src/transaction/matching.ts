import type { Request } from '../message/message.ts';
import { callIdOf, cseq, fromTag, header, toTag } from '../message/read-headers.ts';
import { MAGIC_COOKIE, type Via } from '../message/via.ts';
import type { ClientTransactionId } from './stack-api.ts';

/**
 * Joined, a key is a text of its own. Put together by a template it would stay the list of its parts, and where one of these was cut out
 * of a message, keep all of that.
 */
const keyOf = (...parts: readonly (string | number)[]): string => parts.join(' ');

/**
 * The key by which a request finds its server transaction (RFC 3261 §17.2.3): branch, sent-by and method, or what
 * RFC 2543 went by where the branch has no magic cookie. ACK and CANCEL look for their INVITE by `method`.
 */
export function serverTransactionKey(request: Request, via: Via, method = request.method): string {
  const branch = via.params.get('branch') ?? '';
  // Beside the cookie there must be something (RFC 4475 §3.2.1); the cookie's case does not count.
  if (branch.length > MAGIC_COOKIE.length && branch.slice(0, 7).toLowerCase() === 'z9hg4bk') {
    return keyOf(branch.toLowerCase(), via.host, via.port ?? '', method);
  }
  const number = cseq(request)?.number ?? 0;
  return keyOf('2543', request.uri, callIdOf(request), fromTag(request), number, header(request, 'via') ?? '', method);
}

/** What the copies of one request that came over several paths have in common (§8.2.2.2); undefined within a dialog. */
export function mergeKey(request: Request): string | undefined {
  const tag = fromTag(request);
  if (tag === '' || toTag(request) !== '') return undefined;
  return keyOf(callIdOf(request), tag, header(request, 'cseq') ?? '');
}

/** What an ACK of a 2xx has in common with its INVITE and our answer (§13.3.1.4, §17.1.1.3). */
export const ackKey = (id: string, localTag: string, remoteTag: string, number: number): string =>
  keyOf(id, localTag, remoteTag, number);

/** The key of a client transaction (§17.1.3): the branch is ours and unique, the method tells INVITE from its CANCEL. */
export const clientKey = (branch: string, method: string): ClientTransactionId =>
  keyOf(branch, method) as ClientTransactionId;
