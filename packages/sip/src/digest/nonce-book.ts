import { hmac, randomToken, sameSecret } from './hashes.ts';

/**
 * Nonces that carry their own proof (RFC 7616 §3.3): time and serial number, signed for a realm. A challenge costs no
 * memory; only a nonce that has proved a password is remembered, for its count (§3.4, `nc`), and of those a bounded number.
 */
export class NonceBook {
  readonly #lifetimeMs: number;
  readonly #limit: number;
  readonly #secret: string;
  #serial = 0;
  /** Highest count seen for each nonce, in the order of first use. */
  readonly #counts = new Map<string, { readonly issuedAt: number; count: number }>();
  /** Forgotten counts might be replayed: nonces issued up to here are taken only while their count is known. */
  #forgottenUntil = Number.NEGATIVE_INFINITY;

  constructor(lifetimeMs: number, limit: number, secret = randomToken() + randomToken()) {
    this.#lifetimeMs = lifetimeMs;
    this.#limit = limit;
    this.#secret = secret;
  }

  issue(realm: string, now: number): string {
    const stamp = `${Math.floor(now).toString(36)}.${(++this.#serial).toString(36)}`;
    return `${stamp}.${this.#sign(stamp, realm)}`;
  }

  /** Is it ours, fresh, and its count higher than any before? Records the count: ask only when the digest was right. */
  use(nonce: string, count: number, realm: string, now: number): boolean {
    const issuedAt = this.#issuedAt(nonce, realm);
    if (issuedAt === undefined || issuedAt > now || now - issuedAt > this.#lifetimeMs) return false;
    const known = this.#counts.get(nonce);
    if (known) {
      if (count <= known.count) return false;
      known.count = count;
      return true;
    }
    if (issuedAt <= this.#forgottenUntil) return false;
    this.#forget(now);
    this.#counts.set(nonce, { issuedAt, count });
    return true;
  }

  #issuedAt(nonce: string, realm: string): number | undefined {
    const [time = '', serial = '', signature = ''] = nonce.split('.', 3);
    if (!sameSecret(signature, this.#sign(`${time}.${serial}`, realm))) return undefined;
    return Number.parseInt(time, 36);
  }

  #sign(stamp: string, realm: string): string {
    return hmac(this.#secret, `${stamp} ${realm}`).slice(0, 22);
  }

  /** Drops what has expired and, when full, the one first used. */
  #forget(now: number): void {
    for (const [nonce, { issuedAt }] of this.#counts) {
      const expired = now - issuedAt > this.#lifetimeMs;
      if (!expired && this.#counts.size < this.#limit) return;
      if (!expired) this.#forgottenUntil = Math.max(this.#forgottenUntil, issuedAt);
      this.#counts.delete(nonce);
    }
  }
}
