import type pg from 'pg';

import { letGoLast } from './backend-priority.ts';

/** How often it is looked at whose transactions go last by now. */
const lookEachMs = 250;
/** A shorter one is over before that helps, and a connection that is made anew costs the next one of somebody else's. */
const longMs = 1_000;

/**
 * Transactions that go on: an export is one of several seconds, and keeps the connection that it began with. Who has come to go last meanwhile is told
 * while it runs. What was let go after the others cannot come back, so that such a connection is closed with its transaction.
 */
export class LongTransactions {
  readonly #goesLast: (tenantId: string) => boolean;
  readonly #onFault: (error: Error) => void;
  readonly #open = new Map<pg.PoolClient, { readonly tenantId: string; readonly since: number }>();
  readonly #late = new WeakSet<pg.PoolClient>();
  #timer: NodeJS.Timeout | undefined;

  constructor(goesLast: (tenantId: string) => boolean, onFault: (error: Error) => void) {
    this.#goesLast = goesLast;
    this.#onFault = onFault;
  }

  began(client: pg.PoolClient, tenantId: string): void {
    this.#open.set(client, { tenantId, since: performance.now() });
    this.#timer ??= setInterval(() => this.#look(), lookEachMs).unref();
  }

  /** Whether the connection may be used by others again. */
  ended(client: pg.PoolClient): boolean {
    this.#open.delete(client);
    if (this.#open.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    return !this.#late.has(client);
  }

  #look(): void {
    const longSince = performance.now() - longMs;
    for (const [client, { tenantId, since }] of this.#open) {
      if (since > longSince || this.#late.has(client) || !this.#goesLast(tenantId)) continue;
      this.#late.add(client);
      letGoLast(client).catch(this.#onFault);
    }
  }
}
