import type { ProcessLease } from './lease.ts';

/** This process's lease, begun with the first tenant that it is to run. */
export interface OwnLease {
  /** Begins it where it is not begun, or has been followed by another process's. After a failure the next call tries again. */
  begin(): Promise<ProcessLease>;
  /** Null where this process was never entered among those that run tenants, or is followed. */
  held(): Promise<ProcessLease | null>;
  /** Another process runs by this one's name. */
  readonly isFollowed: boolean;
}

/** What a lease is begun with: whether an earlier one of this process was followed, and whom to tell that it is. */
export interface Beginning {
  readonly again: boolean;
  readonly onFollowed: () => void;
}

export function createOwnLease(beginLease: (beginning: Beginning) => Promise<ProcessLease>): OwnLease {
  let lease: Promise<ProcessLease> | null = null;
  let isFollowed = false;

  function onFollowed(): void {
    lease = null;
    isFollowed = true;
  }

  async function beginAnew(): Promise<ProcessLease> {
    try {
      const begun = await beginLease({ again: isFollowed, onFollowed });
      isFollowed = false;
      return begun;
    } catch (error) {
      lease = null;
      throw error;
    }
  }

  return {
    begin() {
      lease ??= beginAnew();
      return lease;
    },
    held: async () => (await lease?.catch(() => null)) ?? null,
    get isFollowed() {
      return isFollowed;
    },
  };
}
