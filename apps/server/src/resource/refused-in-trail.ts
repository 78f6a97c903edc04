import type { InTenant } from '../db/database.ts';
import { tellOverShare } from '../db/over-share-told.ts';
import { tellRefused } from '../db/refused-told.ts';
import { actorOf, type By } from '../kernel/by.ts';
import { Problem } from '../kernel/problem.ts';

interface RefusalsOf {
  readonly inTenant: InTenant;
  readonly by: By;
  readonly subject: string;
  /** Also that something was filled in wrongly; else that the company is over a share alone. */
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
    const { share, message, code, details } = error;
    if (share !== undefined) {
      await inTenant(by.caller.tenantId, (trx) => tellOverShare(trx, { share, message, subject }, actorOf(by)));
      throw error;
    }
    if (!tellsAll || details.fields === undefined) throw error;
    const after = { code, fields: details.fields };
    error.isInTrail = true;
    await inTenant(by.caller.tenantId, (trx) => tellRefused(trx, actorOf(by), { subject, subjectId: subject, after }));
    throw error;
  }
}
