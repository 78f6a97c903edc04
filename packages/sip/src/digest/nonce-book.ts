import { randomToken, sameSecret, signature } from './hashes.ts';

/**
 * Nonces that carry their own proof (RFC 7616 §3.3): time and serial number, signed for a realm. A challenge costs no
 * memory; only a nonce that has proved a password is remembered, for its count (§3.4, `nc`), and of those a bounded number.
 */
export class NonceBook {
  readonly #lifetimeMs: number;
  readonly #limit: number;
  readonly #secret: string;
  #serial = 0;
  /** Nonces that were found to be ours, with the highest count seen for each, in the order of first use. */
  readonly #used = new Map<string, { readonly realm: string; readonly issuedAt: number; count: number }>();
  /** Forgotten counts might be replayed: nonces issued up to here are taken only while their count is known. */
  #forgottenUntil = Number.NEGATIVE_INFINITY;

  constructor(lifetimeMs: number, limit: number, secret = randomToken() + randomToken()) {
    this.#lifetimeMs = lifetimeMs;
    this.#limit = limit;
    this.#secret = secret;
  }

  issue(realm: string, now: number): string {
    const stamp = `${Math.floor(now).toString(36)}.${(++this.#serial).toString(36)}`;
    return this.#signed(stamp, realm);
  }

  /** Is it ours, fresh, and its count higher than any before? Records the count: ask only when the digest was right. */
  use(nonce: string, count: number, realm: string, now: number): boolean {
    const known = this.#used.get(nonce);
    if (known) {
      if (known.realm !== realm || this.#isOver(known.issuedAt, now) || count <= known.count) return false;
      known.count = count;
      return true;
    }
    const [time = '', serial = ''] = nonce.split('.', 2);
    // Made anew, so that what is remembered does not hold on to the message that it came in.
    const ours = this.#signed(`${time}.${serial}`, realm);
    if (!sameSecret(nonce, ours)) return false;
    const issuedAt = Number.parseInt(time, 36);
    if (this.#isOver(issuedAt, now) || issuedAt <= this.#forgottenUntil) return false;
    this.#forget(now);
    this.#used.set(ours, { realm, issuedAt, count });
    return true;
  }

  #isOver(issuedAt: number, now: number): boolean {
    return issuedAt > now || now - issuedAt > this.#lifetimeMs;
  }

  #signed(stamp: string, realm: string): string {
    return `${stamp}.${signature(this.#secret, `${stamp} ${realm}`).slice(0, 22)}`;
  }

  /** Drops what has expired and, when full, the one first used. */
  #forget(now: number): void {
    for (const [nonce, { issuedAt }] of this.#used) {
      const expired = now - issuedAt > this.#lifetimeMs;
      if (!expired && this.#used.size < this.#limit) return;
      if (!expired) this.#forgottenUntil = Math.max(this.#forgottenUntil, issuedAt);
      this.#used.delete(nonce);
    }
  }
}
