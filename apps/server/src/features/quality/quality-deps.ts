import type { Db, Trx } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import type { ResourceDeps } from '../../resource/store.ts';

/** What the routes of scores are made of. */
export interface QualityDeps {
  readonly db: Db;
  readonly announceJob: ResourceDeps['announceJob'];
  readonly now: () => number;
  readonly announce: AnnounceChange;
  /** Who somebody is, for what is asked about them without a session of theirs. */
  readonly callerOf: (trx: Trx, accountId: string) => Promise<Caller | undefined>;
  /** People's bells have something new. */
  readonly told: (tenantId: string, ids: readonly string[]) => void;
}
