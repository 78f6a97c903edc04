import type { Digit } from '@alo/call-core';
import { contentType, type Request } from '@alo/sip';

/** In the order of their telephone-event codes (RFC 4733 §3.2): some phones send the code, 10 for `*` and 11 for `#`. */
const digits: readonly Digit[] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#', 'A', 'B', 'C', 'D'];

export const dtmfBodies = ['application/dtmf-relay', 'application/dtmf'] as const;

/** The key that an INFO carries; undefined when it carries none. */
export function digitOfInfo(request: Request): Digit | undefined {
  const text = new TextDecoder().decode(request.body).trim();
  switch (contentType(request)) {
    case 'application/dtmf-relay': // "Signal=5\r\nDuration=160"
      return digitOf(/^\s*signal\s*=\s*(\S+)/im.exec(text)?.[1] ?? '');
    case 'application/dtmf': // The key alone.
      return digitOf(text);
    default:
      return undefined;
  }
}

function digitOf(signal: string): Digit | undefined {
  const key = signal.toUpperCase();
  if (/^\d\d$/.test(key)) return digits[Number(key)];
  return digits.find((digit) => digit === key);
}

/** The body of an INFO that carries a key, 160 ms long as phones send it. */
export const infoBody = (digit: string): Uint8Array => new TextEncoder().encode(`Signal=${digit}\r\nDuration=160\r\n`);
