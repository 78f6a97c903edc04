import type { ProcessLease } from './lease.ts';

/** This process's lease, begun with the first tenant that it is to run. */
export interface OwnLease {
  /** Begins it where it is not begun. After a failure the next call tries again. */
  begin(): Promise<ProcessLease>;
  /** Null where this process was never entered among those that run tenants. */
  held(): Promise<ProcessLease | null>;
}

export function createOwnLease(beginLease: () => Promise<ProcessLease>): OwnLease {
  let lease: Promise<ProcessLease> | null = null;
  return {
    begin() {
      const taken = lease ?? beginLease();
      lease = taken.catch((error: unknown) => {
        lease = null;
        throw error;
      });
      return lease;
    },
    held: async () => (await lease?.catch(() => null)) ?? null,
  };
}
