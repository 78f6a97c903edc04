import type { Digit } from '@alo/call-core';
import { contentType, type Request } from '@alo/sip';
import type { Press } from '../media/index.ts';

/** In the order of their telephone-event codes (RFC 4733 §3.2): some phones send the code, 10 for `*` and 11 for `#`. */
const digits: readonly Digit[] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#', 'A', 'B', 'C', 'D'];

export const dtmfBodies = ['application/dtmf-relay', 'application/dtmf'] as const;

/** The duration of a press where the phone gives none. */
const usualMs = 160;

/** The key that an INFO carries, and how long it was pressed; undefined when it carries none. */
export function pressOfInfo(request: Request): Press | undefined {
  const text = new TextDecoder().decode(request.body).trim();
  switch (contentType(request)) {
    case 'application/dtmf-relay': {
      // "Signal=5\r\nDuration=160"
      const digit = digitOf(/^\s*signal\s*=\s*(\S+)/im.exec(text)?.[1] ?? '');
      const durationMs = Number(/^\s*duration\s*=\s*(\d{1,5})\s*$/im.exec(text)?.[1] ?? usualMs);
      return digit && { digit, durationMs };
    }
    case 'application/dtmf': {
      // The key alone.
      const digit = digitOf(text);
      return digit && { digit, durationMs: usualMs };
    }
    default:
      return undefined;
  }
}

function digitOf(signal: string): Digit | undefined {
  const key = signal.toUpperCase();
  if (/^\d\d$/.test(key)) return digits[Number(key)];
  return digits.find((digit) => digit === key);
}

/** The body of an INFO that carries a key. */
export const infoBody = (digit: string, durationMs: number): Uint8Array =>
  new TextEncoder().encode(`Signal=${digit}\r\nDuration=${Math.round(durationMs)}\r\n`);
