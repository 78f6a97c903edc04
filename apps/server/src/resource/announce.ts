import { afterCommit } from '../db/after-commit.ts';
import type { Trx } from '../db/database.ts';

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

/** More rows than this are announced without their ids: a console that shows some of them reads again anyway. */
const namedAtMost = 100;

/** Tells all processes of the installation. `publish` is a bus's. */
export const resourceAnnouncer =
  (publish: (tenantId: string, ids: readonly string[]) => void): AnnounceChange =>
  async (trx, { tenantId, subject, ids }) => {
    const named = ids.length > namedAtMost ? [] : ids;
    afterCommit(trx, () => publish(tenantId, [subject, ...named]));
  };
