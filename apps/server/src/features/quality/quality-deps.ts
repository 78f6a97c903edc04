import type { Db } from '../../db/database.ts';
import type { AnnounceChange } from '../../resource/announce.ts';

/** What the routes of scores are made of. */
export interface QualityDeps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly now: () => number;
  readonly announce: AnnounceChange;
  /** People's bells have something new. */
  readonly told: (tenantId: string, ids: readonly string[]) => void;
}
