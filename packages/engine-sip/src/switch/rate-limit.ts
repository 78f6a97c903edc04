interface Bucket {
  tokens: number;
  at: number;
}

/**
 * A token bucket per key. At most `keys` buckets are kept, and of those from which something was taken last at least half as many, so that
 * a flood from many addresses costs no memory; nor much time, as those before are forgotten together: a map from whose beginning
 * each is taken out keeps gaps there, which whoever looks for the oldest goes through.
 */
export class RateLimit {
  #recent = new Map<string, Bucket>();
  #older = new Map<string, Bucket>();
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
    const bucket = this.#known(key);
    return bucket === undefined || this.#tokensIn(bucket, now) >= 1;
  }

  #tokensIn({ tokens, at }: Bucket, now: number): number {
    return Math.min(this.#burst, tokens + ((now - at) / 1000) * this.#perSecond);
  }

  #known(key: string): Bucket | undefined {
    return this.#recent.get(key) ?? this.#older.get(key);
  }

  #at(key: string, now: number): Bucket {
    const bucket = this.#known(key) ?? { tokens: this.#burst, at: now };
    bucket.tokens = this.#tokensIn(bucket, now);
    bucket.at = now;
    if (!this.#recent.has(key)) this.#keep(key, bucket);
    return bucket;
  }

  #keep(key: string, bucket: Bucket): void {
    if (this.#recent.size >= this.#keys / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, bucket);
  }
}
