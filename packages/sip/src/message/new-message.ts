import { formatParams } from './lexer.ts';
import { type Header, NO_BODY, type Request, type Response } from './message.ts';
import { formatNameAddr, type NameAddr } from './name-addr.ts';
import { readTo } from './read-headers.ts';
import { reasonPhrase } from './reason-phrases.ts';

/** What a request outside of a dialog is made of. */
export interface RequestParts {
  readonly method: string;
  readonly uri: string;
  /** With its `tag` among the parameters (§8.1.1.3). */
  readonly from: NameAddr;
  readonly to: NameAddr;
  readonly callId: string;
  readonly cseq: number;
  /** Route values in order, as written. */
  readonly routes?: readonly string[];
  readonly maxForwards?: number;
  readonly headers?: readonly Header[];
  readonly body?: Uint8Array;
}

/** A request with all that §8.1.1 demands but the Via, which the stack adds when it sends. */
export function newRequest(parts: RequestParts): Request {
  return {
    kind: 'request',
    method: parts.method,
    uri: parts.uri,
    headers: [
      ...(parts.routes ?? []).map((value) => ({ name: 'route', value })),
      { name: 'max-forwards', value: String(parts.maxForwards ?? 70) },
      { name: 'from', value: formatNameAddr(parts.from) },
      { name: 'to', value: formatNameAddr(parts.to) },
      { name: 'call-id', value: parts.callId },
      { name: 'cseq', value: `${parts.cseq} ${parts.method}` },
      ...(parts.headers ?? []),
    ],
    body: parts.body ?? NO_BODY,
  };
}

/** What a response has that its request does not give it. */
export interface ResponseParts {
  readonly status: number;
  /** The RFC's phrase without. */
  readonly reason?: string;
  /** Put on To where it has none; the tag that came with the request from the stack (§8.2.6.2). */
  readonly toTag?: string;
  readonly headers?: readonly Header[];
  readonly body?: Uint8Array;
}

/** A response to a request: Via, From, To, Call-ID and CSeq are copied (§8.2.6.2), Record-Route for a dialog (§12.1.1). */
export function responseTo(request: Request, parts: ResponseParts): Response {
  const headers: Header[] = [];
  const dialogForming = parts.status > 100 && parts.status < 300;
  for (const field of request.headers) {
    switch (field.name) {
      case 'via':
      case 'from':
      case 'call-id':
      case 'cseq':
        headers.push(field);
        break;
      case 'to':
        headers.push(parts.status > 100 ? { name: 'to', value: withTag(field.value, parts.toTag) } : field);
        break;
      case 'record-route':
        if (dialogForming) headers.push(field);
        break;
      case 'timestamp':
        // Only a 100 carries it back (§8.2.6.1).
        if (parts.status === 100) headers.push(field);
        break;
      default:
        break;
    }
  }
  headers.push(...(parts.headers ?? []));
  return {
    kind: 'response',
    status: parts.status,
    reason: parts.reason ?? reasonPhrase(parts.status),
    headers,
    body: parts.body ?? NO_BODY,
  };
}

/** The value of a To with the tag added, where it has none (§8.2.6.2). A value that cannot be read is left as it is. */
export function withTag(value: string, tag: string | undefined): string {
  if (tag === undefined) return value;
  const address = readTo(value);
  if (!address || address.params.has('tag')) return value;
  // Written behind what stands there, so that the sender finds its own To again, quotes and all.
  const form = value.includes('<') ? value : `<${address.uri}>${formatParams(address.params)}`;
  return `${form};tag=${tag}`;
}
