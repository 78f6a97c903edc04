import type { Clock } from '../clock.ts';
import type { RunnerLog } from '../log.ts';
import type { Claim, LeaseStore } from './lease-store.ts';

/** One process's right to run tenants. It is renewed as a whole; each tenant is claimed once. */
export interface ProcessLease {
  readonly claim: Claim;
  /** False while a living process elsewhere runs the tenant. */
  take(tenantId: string): Promise<boolean>;
  /** Lets somebody else take the tenant over at once, if the database can be told. */
  release(tenantId: string): Promise<void>;
  close(): Promise<void>;
}

export interface ProcessLeaseOptions {
  readonly store: LeaseStore;
  readonly clock: Clock;
  /** Names this installation: stays the same over restarts, so that a restart need not wait for its own lease. */
  readonly holder: string;
  readonly ttlMs?: number;
  readonly log: RunnerLog;
  /** Somebody else runs this tenant now: stop it at once. */
  readonly onLost: (tenantId: string) => void;
}

/**
 * Enters this process among those that run tenants and renews that until it is closed. While the database is away, or
 * answers with whatever error, nobody can take over what is run here, so it goes on; what it writes is checked against its
 * claim, so that a process that slept through its lease changes nothing.
 */
export async function beginProcessLease(options: ProcessLeaseOptions): Promise<ProcessLease> {
  const { store, clock, holder, log, ttlMs = 15_000, onLost } = options;
  const claim = { holder, epoch: await store.begin(holder, ttlMs) };
  const taken = new Set<string>();
  let closed = false;
  let renewing: Promise<void> = Promise.resolve();
  let callOff = clock.after(ttlMs / 3, beat);

  function beat(): void {
    renewing = renew()
      .catch((error: unknown) => log.warn({ err: error }, 'The lease of this process could not be renewed yet'))
      .finally(() => {
        if (!closed) callOff = clock.after(ttlMs / 3, beat);
      });
  }

  async function renew(): Promise<void> {
    const state = await store.renew(claim, ttlMs);
    if (state === 'held') return;
    const lost = state === 'lost' ? [...taken] : await lostMeanwhile();
    for (const tenantId of lost) {
      taken.delete(tenantId);
      onLost(tenantId);
    }
  }

  async function lostMeanwhile(): Promise<string[]> {
    const lost: string[] = [];
    for (const tenantId of taken) if (!(await store.claim(tenantId, claim))) lost.push(tenantId);
    return lost;
  }

  /** What cannot be given back runs out by itself. */
  const given = async (what: Promise<void>) => {
    await what.catch((error: unknown) => log.warn({ err: error }, 'A lease could not be given back; it runs out'));
  };

  return {
    claim,
    async take(tenantId) {
      const free = await store.claim(tenantId, claim);
      if (free) taken.add(tenantId);
      return free;
    },
    async release(tenantId) {
      if (taken.delete(tenantId)) await given(store.unclaim(tenantId, claim));
    },
    async close() {
      closed = true;
      callOff();
      await renewing;
      for (const tenantId of taken) await given(store.unclaim(tenantId, claim));
      await given(store.end(claim));
    },
  };
}
