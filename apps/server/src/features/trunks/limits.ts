import { getCallLimits, type KeptCallLimits, updateCallLimits } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { limitsBody } from '../../domain/call-limits.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';

/** How much the company may call. `onChanged` is waited for: what was closed is closed when the answer is there. */
export const limitRoutes = (db: Db, onChanged: (tenantId: string) => Promise<void>): Route[] => [
  route(getCallLimits, async ({ caller }) => kept(await db.inTenant(caller.tenantId, stored))),

  route(updateCallLimits, async (by) => {
    const { tenantId } = by.caller;
    const after = await db.inTenant(tenantId, async (trx) => {
      // Two people who change different limits one after the other do not undo each other.
      await sql`insert into telephony_setting default values on conflict do nothing`.execute(trx);
      const before = kept(
        await trx.selectFrom('telephony_setting').select(['limits', 'version']).forUpdate().executeTakeFirst(),
      );
      const { version = before.version, ...chosen } = by.body;
      if (version !== before.version) throw Problem.conflict(before);
      const limits = limitsBody({ ...before, ...chosen });
      const saved = { ...limits, version: version + 1 };
      await trx
        .updateTable('telephony_setting')
        .set({ limits: JSON.stringify(limits), version: saved.version })
        .execute();
      await audit(trx, actorOf(by), {
        action: 'update',
        subject: 'telephony_setting',
        subjectId: tenantId,
        before,
        after: saved,
      });
      return saved;
    });
    await onChanged(tenantId);
    return after;
  }),
];

const stored = (trx: Trx) => trx.selectFrom('telephony_setting').select(['limits', 'version']).executeTakeFirst();

const kept = (row: Awaited<ReturnType<typeof stored>>): KeptCallLimits => ({
  ...limitsBody(row?.limits),
  version: row?.version ?? 0,
});
