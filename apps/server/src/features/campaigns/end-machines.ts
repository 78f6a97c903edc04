import type { CallId, Reply, RequestedAction } from '@alo/call-core';
import type { MachineHeard } from '@alo/engine';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';

interface Deps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly request: (tenantId: string, asked: { id: string; by: null; what: RequestedAction }) => Promise<Reply>;
}

/**
 * Ends a call that a machine has picked up, where it is one of a campaign that calls by itself and wants that. Why is kept before it is ended:
 * the call's row finds it.
 */
export async function endMachine({ db, request }: Deps, tenantId: string, heard: MachineHeard): Promise<void> {
  const { call, words } = heard;
  const ends = await db.inTenant(tenantId, async (trx) => {
    const { rows } = await sql`update campaign_attempt as its set machine = ${words}, updated_at = now()
      from campaign where its.call_id = ${call} and its.dialled and its.ended_at is null and its.machine = ''
        and campaign.id = its.campaign_id and campaign.machines = 'hang-up' returning its.id`.execute(trx);
    return rows.length > 0;
  });
  if (!ends) return;
  // One that has ended by itself is no longer there.
  await request(tenantId, {
    id: `machine/${call}`,
    by: null,
    what: { kind: 'hang-up', call: call satisfies CallId, leg: null },
  });
}
