import { type Clock, pause } from '../clock.ts';
import type { RunnerLog } from '../log.ts';
import type { Beginner, Claim, LeaseStore } from './lease-store.ts';

/** A process of another place lives by this holder's name. Nothing of its calls has been touched. */
export class NodeInUse extends Error {
  override readonly name = 'NodeInUse';

  constructor(holder: string) {
    super(
      `Một tiến trình tổng đài khác đang chạy với cùng tên (${holder}), trên máy khác hoặc với bản sao của thư mục dữ liệu: ` +
        'dừng tiến trình đó, hoặc đặt ALO_NODE khác nhau cho mỗi máy.',
    );
  }
}

/** One process's right to run tenants. It is renewed as a whole; each tenant is claimed once. */
export interface ProcessLease {
  readonly claim: Claim;
  /** False while a living process elsewhere runs the tenant. */
  take(tenantId: string): Promise<boolean>;
  /** Lets somebody else take the tenant over at once, if the database can be told. */
  release(tenantId: string): Promise<void>;
  /** The same for one that cannot be run here: any other node may place it on itself. */
  giveUp(tenantId: string): Promise<void>;
  /** Gives a tenant that was let go of to another node. False where somebody else has it by now. */
  move(tenantId: string, to: string): Promise<boolean>;
  /** `comesBack`: the next process of this place goes on at once, and until then nobody takes its tenants, as long as this lease lasts. */
  close(how?: { readonly comesBack: boolean }): Promise<void>;
}

export interface ProcessLeaseOptions {
  readonly store: LeaseStore;
  readonly clock: Clock;
  /** Names this installation and node: stays the same over restarts, so that a restart need not wait for its own lease. */
  readonly beginner: Beginner;
  /** This process has been followed by another one: it waits for nobody, and follows none that lives. */
  readonly again?: boolean;
  readonly ttlMs?: number;
  readonly log: RunnerLog;
  /** Somebody else runs this tenant now: stop it at once. */
  readonly onLost: (tenantId: string) => void;
  /** A later process has the holder's name: this lease is worth nothing any more. */
  readonly onFollowed: () => void;
}

/** So often it is asked whether who has the name has ended, in milliseconds. */
const askAgainMs = 500;

/**
 * Enters this process among those that run tenants and renews that until it is closed. Rejects with `NodeInUse` where another lives by its
 * name; one that was killed elsewhere is waited for until its time is over. While the database is away, or
 * answers with whatever error, nobody can take over what is run here, so it goes on; what it writes is checked against its
 * claim, so that a process that slept through its lease changes nothing.
 */
export async function beginProcessLease(options: ProcessLeaseOptions): Promise<ProcessLease> {
  const { store, clock, beginner, log, ttlMs = 15_000, onLost, onFollowed } = options;
  const claim = { holder: beginner.holder, epoch: await enter(options, ttlMs) };
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
    if (state === 'lost') followed();
    const lost = state === 'lost' ? [...taken] : await lostMeanwhile();
    for (const tenantId of lost) {
      taken.delete(tenantId);
      onLost(tenantId);
    }
  }

  /** There is nothing to renew any more. */
  function followed(): void {
    closed = true;
    onFollowed();
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
    async giveUp(tenantId) {
      if (taken.delete(tenantId)) await given(store.displace(tenantId, claim));
    },
    async move(tenantId, to) {
      const moved = await store.move(tenantId, claim, to);
      taken.delete(tenantId);
      return moved;
    },
    async close({ comesBack } = { comesBack: false }) {
      closed = true;
      callOff();
      await renewing;
      for (const tenantId of taken) await given(store.unclaim(tenantId, claim));
      if (!comesBack) await given(store.end(claim));
    },
  };
}

/** The epoch of a process that begins. Who has the name and says again that it lives is not waited for. */
async function enter({ store, clock, beginner, again = false }: ProcessLeaseOptions, ttlMs: number): Promise<number> {
  for (let seen: Date | undefined; ; ) {
    const begun = await store.begin(beginner, ttlMs, again);
    if ('epoch' in begun) return begun.epoch;
    if (again || (seen !== undefined && begun.takenUntil > seen)) throw new NodeInUse(beginner.holder);
    seen = begun.takenUntil;
    await pause(clock, askAgainMs, never);
  }
}

const never = new AbortController().signal;
