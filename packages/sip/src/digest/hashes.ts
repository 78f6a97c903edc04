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
const TOKEN_BYTES = 12;
let used = POOL.length;

/** 96 random bits in hex: a tag, a branch, a Call-ID. Drawn from the system in batches. */
export function randomToken(): string {
  if (used + TOKEN_BYTES > POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  const token = POOL.toString('hex', used, used + TOKEN_BYTES);
  used += TOKEN_BYTES;
  return token;
}
