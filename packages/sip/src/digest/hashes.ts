/**
 * The one file that uses `node:crypto`: MD5 is in no portable API, WebCrypto hashes only asynchronously, and hashing by
 * hand would be slower and worse.
 */
import { createHmac, hash, randomFillSync, timingSafeEqual } from 'node:crypto';

/** The digest algorithms that phones speak (RFC 8760 §2). */
export type Algorithm = 'MD5' | 'SHA-256';

/** Lower-case hex, as digest authentication writes hashes (RFC 7616 §3.3). */
export const hashHex = (algorithm: Algorithm, text: string): string =>
  hash(algorithm === 'MD5' ? 'md5' : 'sha256', text, 'hex');

/** HMAC-SHA-256 as base64url. */
export const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

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
