import type { Db } from '../../db/database.ts';
import type { CountedBy, SignInThrottle } from './sign-in-throttle.ts';

/** Forgets the wrong tries for somebody, from everywhere that the trail says they came from of late. */
export async function forgetTries(
  { db, throttle, now }: { db: Db; throttle: SignInThrottle; now: () => number },
  { tenantId, accountId }: { tenantId: string; accountId: string },
): Promise<void> {
  const failures = await db.inTenant(tenantId, (trx) =>
    trx
      .selectFrom('audit')
      .where('subject', '=', 'account')
      .where('subject_id', '=', accountId)
      .where('action', 'in', ['sign-in-failed', 'second-factor-failed', 'guessing-noticed'])
      .where('at', '>', new Date(now() - 2 * 60 * 60_000))
      .select('network')
      .distinct()
      .execute(),
  );
  const networks = failures.map(({ network }) => network);
  await throttle.forget([
    { kind: 'account', name: accountId },
    { kind: 'pair', name: `second factor ${accountId} ` },
    ...networks.flatMap((network): CountedBy[] => [
      { kind: 'pair', name: `${accountId} ${network}` },
      { kind: 'pair', name: `second factor ${accountId} ${network}` },
    ]),
  ]);
}
