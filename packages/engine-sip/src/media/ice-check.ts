import { createHmac, timingSafeEqual } from 'node:crypto';
import { isStun, stunAttributes, stunHeader } from '@alo/net';

const BINDING_REQUEST = 0x0001;
const USERNAME = 0x0006;
const MESSAGE_INTEGRITY = 0x0008;
const SHA1_BYTES = 20;

/** A connectivity check (RFC 8445 §7.3). */
export interface IceCheck {
  /** Whose of our transports it checks. */
  readonly ufrag: string;
  /** Was it made by who knows this password of ours? */
  isProvenBy(password: string): boolean;
}

/** Undefined for any bytes that are not one whole check with a proof. */
export function readIceCheck(bytes: Buffer): IceCheck | undefined {
  if (!isStun(bytes, BINDING_REQUEST) || bytes.length !== stunHeader + bytes.readUInt16BE(2)) return undefined;
  let ufrag: string | undefined;
  for (const { type, value, at } of stunAttributes(bytes)) {
    if (type === USERNAME) ufrag ??= value.toString('latin1').split(':', 1)[0];
    if (type !== MESSAGE_INTEGRITY) continue;
    if (ufrag === undefined || value.length !== SHA1_BYTES) return undefined;
    // What stands behind the proof is none of it: the length counts up to its end (RFC 8489 §14.5).
    const proven = Buffer.from(bytes.subarray(0, at));
    proven.writeUInt16BE(at + 4 + SHA1_BYTES - stunHeader, 2);
    return {
      ufrag,
      isProvenBy: (password) => timingSafeEqual(createHmac('sha1', password).update(proven).digest(), value),
    };
  }
  return undefined;
}
