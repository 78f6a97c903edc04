interface Bucket {
  tokens: number;
  at: number;
}

/**
 * A token bucket per key. At most `keys` buckets are kept: when one more is needed the one from which nothing was taken for the
 * longest is forgotten, so that a flood from many addresses costs no memory.
 */
export class RateLimit {
  readonly #buckets = new Map<string, Bucket>();
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #keys: number;

  constructor(options: { readonly perSecond: number; readonly burst: number; readonly keys?: number }) {
    this.#perSecond = options.perSecond;
    this.#burst = options.burst;
    this.#keys = options.keys ?? 20_000;
  }

  /** Takes a token; false when there is none left. `now` in milliseconds of a clock that only goes forward. */
  take(key: string, now: number): boolean {
    const bucket = this.#at(key, now);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** Would `take` succeed? Takes nothing. */
  allows(key: string, now: number): boolean {
    const bucket = this.#buckets.get(key);
    return bucket === undefined || this.#tokensIn(bucket, now) >= 1;
  }

  #tokensIn({ tokens, at }: Bucket, now: number): number {
    return Math.min(this.#burst, tokens + ((now - at) / 1000) * this.#perSecond);
  }

  #at(key: string, now: number): Bucket {
    const bucket = this.#buckets.get(key) ?? { tokens: this.#burst, at: now };
    bucket.tokens = this.#tokensIn(bucket, now);
    bucket.at = now;
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket); // To the end: the order of the map is the order of use.
    if (this.#buckets.size > this.#keys) {
      const oldest = this.#buckets.keys().next().value;
      if (oldest !== undefined) this.#buckets.delete(oldest);
    }
    return bucket;
  }
}
