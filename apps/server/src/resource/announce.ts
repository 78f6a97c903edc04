import { afterCommit } from '../db/after-commit.ts';
import type { Trx } from '../db/database.ts';
import type { LiveHub } from '../live/live-hub.ts';

/** Rows of a resource that have changed: the contract's `screen`, and which of them. */
export interface ResourceChange {
  readonly tenantId: string;
  readonly subject: string;
  readonly ids: readonly string[];
}

/**
 * Tells open consoles that rows have changed, so that what shows them is read again. Called in the transaction of the
 * change: nobody hears of one that is rolled back.
 */
export type AnnounceChange = (trx: Trx, change: ResourceChange) => Promise<void>;

/** More rows than this are told of without their names: whoever shows some of them reads again anyway. */
const namedAtMost = 100;

/** Tells the live sockets of this process. */
export const resourceAnnouncer =
  (live: Pick<LiveHub, 'publish'>): AnnounceChange =>
  async (trx, { tenantId, subject, ids }) => {
    const data = { subject, ids: ids.length > namedAtMost ? [] : [...ids] };
    afterCommit(trx, () => live.publish(tenantId, 'resource-changed', () => data));
  };
