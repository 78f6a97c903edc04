import { declaredLength, headEnd, PARSE_LIMITS, type ParseLimits } from '../message/parse-message.ts';

export type FramedMessage =
  | { readonly kind: 'message'; readonly bytes: Uint8Array }
  /** CRLF CRLF between messages: the far end wants to see a CRLF (RFC 5626 §3.5.1). */
  | { readonly kind: 'ping' }
  /** Nobody can tell where the next message starts: answer `head`, as far as it goes, and close. Nothing more comes out. */
  | ({ readonly kind: 'broken'; readonly head: Uint8Array } & Break);

interface Break {
  readonly status: 400 | 413 | 513;
  readonly reason: string;
}

/** A start line names its protocol; what has none within so many bytes is none. */
const longestStartLine = 8_192;
const protocol = /SIP\/\d/i;
const TEXT = new TextDecoder('latin1');

const CR = 0x0d;
const LF = 0x0a;

/** Cuts a TCP or TLS stream into messages by Content-Length (RFC 3261 §18.3), holding no more than one of full size. */
export class StreamFramer {
  readonly #limits: ParseLimits;
  #buffer = new Uint8Array(2048);
  #length = 0;
  /** Up to here there is no end of headers. */
  #searched = 0;
  #broken = false;

  constructor(limits: ParseLimits = PARSE_LIMITS) {
    this.#limits = limits;
  }

  push(bytes: Uint8Array): FramedMessage[] {
    const framed: FramedMessage[] = [];
    // A large piece goes in by parts, so that the buffer stays within one message.
    const part = this.#limits.headBytes + this.#limits.bodyBytes;
    for (let at = 0; at < bytes.length && !this.#broken; at += part) {
      this.#append(bytes.subarray(at, at + part));
      this.#cut(framed);
    }
    return framed;
  }

  #cut(framed: FramedMessage[]): void {
    let at = 0;
    for (;;) {
      at = this.#skipKeepAlive(at, framed);
      const end = this.#messageEnd(at);
      if (end === 'more') break;
      if (typeof end !== 'number') {
        const head = this.#buffer.slice(at, Math.min(this.#length, at + this.#limits.headBytes));
        framed.push({ kind: 'broken', ...end, head });
        this.#broken = true;
        break;
      }
      framed.push({ kind: 'message', bytes: this.#buffer.slice(at, end) });
      at = end;
      this.#searched = at;
    }
    this.#buffer.copyWithin(0, at, this.#length);
    this.#length -= at;
    this.#searched = Math.max(0, this.#searched - at);
  }

  /** Line breaks between messages: two are a ping, one is the pong to ours or nothing (§7.5, RFC 5626 §4.4.1). */
  #skipKeepAlive(from: number, framed: FramedMessage[]): number {
    let at = from;
    while (this.#breakAt(at)) {
      if (this.#breakAt(at + 2)) {
        framed.push({ kind: 'ping' });
        at += 4;
      } else if (at + 4 <= this.#length || (at + 3 === this.#length && this.#buffer[at + 2] !== CR)) at += 2;
      else break;
    }
    return at;
  }

  #breakAt(at: number): boolean {
    return at + 2 <= this.#length && this.#buffer[at] === CR && this.#buffer[at + 1] === LF;
  }

  #messageEnd(from: number): number | 'more' | Break {
    const held = this.#buffer.subarray(0, this.#length);
    const { headBytes, bodyBytes } = this.#limits;
    const end = headEnd(held, Math.max(from, this.#searched - 3), headBytes);
    if (end < 0) {
      this.#searched = this.#length;
      if (this.#length - from > headBytes) return { status: 513, reason: 'Headers Too Large' };
      return this.#isNoMessage(from) ? { status: 400, reason: 'Malformed Start Line' } : 'more';
    }
    this.#searched = end;
    const length = declaredLength(held.subarray(from, end), this.#limits);
    if (length === undefined) return { status: 400, reason: 'Missing Content-Length' };
    if (length > bodyBytes) return { status: 413, reason: 'Request Entity Too Large' };
    const messageEnd = end + 4 + length;
    return messageEnd <= this.#length ? messageEnd : 'more';
  }

  /** A first line that names no SIP will never be the start of a message: there is nothing to wait for. */
  #isNoMessage(from: number): boolean {
    const held = this.#buffer.subarray(from, Math.min(this.#length, from + longestStartLine));
    const lineEnd = held.indexOf(CR);
    // Line breaks in front are keep-alive, of which more may come.
    if (lineEnd === 0 || (lineEnd < 0 && held.length < longestStartLine)) return false;
    return !protocol.test(TEXT.decode(lineEnd < 0 ? held : held.subarray(0, lineEnd)));
  }

  #append(bytes: Uint8Array): void {
    const needed = this.#length + bytes.length;
    if (needed > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(needed, this.#buffer.length * 2));
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
    }
    this.#buffer.set(bytes, this.#length);
    this.#length = needed;
  }
}
