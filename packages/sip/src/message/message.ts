/**
 * SIP messages as plain data (RFC 3261 §7). Nothing here is validated twice: what `parseMessage` lets through has a
 * usable Via, From, To, Call-ID and CSeq.
 */

/** One header field. `name` is lower case and never compact (`via`, not `v`); `value` has no line breaks. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

interface MessageParts {
  /** In the order of the wire, without Content-Length: the length of `body` is the truth and the serializer writes it. */
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
}

/** What one asks of the other. */
export interface Request extends MessageParts {
  readonly kind: 'request';
  /** Case-sensitive (§7.1). */
  readonly method: string;
  /** As written; `parseUri` reads it. */
  readonly uri: string;
}

/** What is answered to a request. */
export interface Response extends MessageParts {
  readonly kind: 'response';
  /** 100 to 699. */
  readonly status: number;
  readonly reason: string;
}

/** A SIP message. */
export type Message = Request | Response;

/** Of a message that has none. */
export const NO_BODY: Uint8Array = new Uint8Array(0);
