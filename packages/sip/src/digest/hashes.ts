/**
 * The one file that uses `node:crypto`: MD5 is in no portable API, WebCrypto hashes only asynchronously, and hashing by
 * hand would be slower and worse.
 */
import { hash, randomFillSync, timingSafeEqual } from 'node:crypto';

/** The digest algorithms that phones speak (RFC 8760 §2). */
export type Algorithm = 'MD5' | 'SHA-256';

/** Lower-case hex, as digest authentication writes hashes (RFC 7616 §3.3). */
export const hashHex = (algorithm: Algorithm, text: string): string =>
  hash(algorithm === 'MD5' ? 'md5' : 'sha256', text, 'hex');

/**
 * What only a holder of the secret can write under a text, as base64url. SHA-512/256 shows half of what it comes to, so that nobody
 * goes on from there with a longer text (FIPS 180-4 §5.3.6), as HMAC sees to for others at three times the price.
 */
export const signature = (secret: string, text: string): string => hash('sha512-256', `${secret}${text}`, 'base64url');

/** Comparison in a time that tells nothing of where two texts differ. Their lengths are no secret. */
export function sameSecret(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

const POOL = Buffer.alloc(4096);
let used = POOL.length;

/** Where so many random octets are in the pool, for now. To ask the system for a few takes ten times as long as to take them from there. */
function drawn(octets: number): number {
  if (used + octets > POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  used += octets;
  return used - octets;
}

/** Random octets in hex, 96 bits of them unless others are asked for: a tag, a branch, a Call-ID. */
export function randomToken(octets = 12): string {
  const from = drawn(octets);
  return POOL.toString('hex', from, from + octets);
}

/** A random number of 32 bits, as RTP begins with (RFC 3550 §5.1). */
export const randomNumber = (): number => POOL.readUInt32BE(drawn(4));
