import { sql } from 'kysely';

import { audit } from '../db/audit.ts';
import type { InTenant } from '../db/database.ts';
import { actorOf, type By } from '../kernel/by.ts';
import { Problem } from '../kernel/problem.ts';

interface RefusalsOf {
  readonly inTenant: InTenant;
  readonly by: By;
  readonly subject: string;
  /** Also that something was filled in wrongly; else that the company is over its share alone. */
  readonly tellsAll: boolean;
}

/** Does the work; what is refused of it is written into the trail, the same of one person once an hour, so that nobody fills it. */
export async function withRefusalsInTrail<T>(
  { inTenant, by, subject, tellsAll }: RefusalsOf,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const isTold = error.code === 'over_share' || (tellsAll && error.details.fields !== undefined);
    if (!isTold) throw error;
    const after =
      error.details.fields === undefined
        ? { code: error.code, message: error.message }
        : { code: error.code, fields: error.details.fields };
    await inTenant(by.caller.tenantId, async (trx) => {
      const told = await trx
        .selectFrom('audit')
        .select('id')
        .where('action', '=', 'refused')
        .where('subject', '=', subject)
        .where('account_id', '=', by.caller.accountId)
        .where(sql<boolean>`after = ${JSON.stringify(after)}::jsonb`)
        .where('at', '>', sql<Date>`now() - interval '1 hour'`)
        .limit(1)
        .executeTakeFirst();
      if (told === undefined) await audit(trx, actorOf(by), { action: 'refused', subject, subjectId: subject, after });
    });
    throw error;
  }
}
