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
  /**
   * Nonces that were found to be ours, those that were first used lately and those before them. Both are let go of as a whole: what is
   * taken out of a map one by one from its beginning stays there as gaps, which whoever looks for the oldest goes through each time.
   */
  #recent = new Generation(Number.NEGATIVE_INFINITY);
  #older = new Generation(Number.NEGATIVE_INFINITY);
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
    const known = this.#recent.used.get(nonce) ?? this.#older.used.get(nonce);
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
    this.#makeRoom(now);
    this.#recent.add(ours, { realm, issuedAt, count });
    return true;
  }

  #isOver(issuedAt: number, now: number): boolean {
    return issuedAt > now || now - issuedAt > this.#lifetimeMs;
  }

  #signed(stamp: string, realm: string): string {
    return `${stamp}.${signature(this.#secret, `${stamp} ${realm}`).slice(0, 22)}`;
  }

  /** Those that were used before the recent ones are forgotten when these are many, or have expired by the time. */
  #makeRoom(now: number): void {
    const { used, since } = this.#recent;
    if (used.size < this.#limit / 2 && now - since <= this.#lifetimeMs) return;
    this.#forgottenUntil = Math.max(this.#forgottenUntil, this.#older.lastIssuedAt);
    this.#older = this.#recent;
    this.#recent = new Generation(now);
  }
}

/** A nonce that has proved a password, and the highest count seen for it. */
interface Used {
  readonly realm: string;
  readonly issuedAt: number;
  count: number;
}

/** Nonces that were first used one after the other. */
class Generation {
  readonly used = new Map<string, Used>();
  readonly since: number;
  lastIssuedAt = Number.NEGATIVE_INFINITY;

  constructor(since: number) {
    this.since = since;
  }

  add(nonce: string, used: Used): void {
    this.used.set(nonce, used);
    this.lastIssuedAt = Math.max(this.lastIssuedAt, used.issuedAt);
  }
}
