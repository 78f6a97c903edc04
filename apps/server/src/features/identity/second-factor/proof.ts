import type { Db } from '../../../db/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { PasswordHasher } from '../passwords.ts';
import { waitProblem } from '../sign-in.ts';
import type { SignInThrottle } from '../sign-in-throttle.ts';

const freshMs = 10 * 60_000;

export interface ProofDeps {
  readonly db: Db;
  readonly passwords: PasswordHasher;
  readonly throttle: SignInThrottle;
  readonly now: () => number;
}

/**
 * Who changes what lets them in shows that it is them: by having signed in a moment ago, or by the password. Whoever comes upon an
 * open console has neither.
 */
export async function prove(
  { db, passwords, throttle, now }: ProofDeps,
  caller: Caller,
  password: string | undefined,
): Promise<void> {
  const { created_at, password_hash } = await db.inTenant(caller.tenantId, (trx) =>
    trx
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .where('session.id', '=', caller.sessionId)
      .select(['session.created_at', 'account.password_hash'])
      .executeTakeFirstOrThrow(),
  );
  if (created_at.getTime() > now() - freshMs) return;
  if (password === undefined || password === '') {
    throw Problem.invalid({ current_password: 'Hãy nhập mật khẩu hiện tại để tiếp tục' });
  }
  const counted = [{ kind: 'pair', name: `change-password ${caller.accountId}` }] as const;
  const outcome = await throttle.take(counted);
  if (outcome.kind === 'wait') throw waitProblem(outcome.ms);
  if (!(await passwords.matches(password_hash ?? undefined, password))) {
    throw Problem.invalid({ current_password: 'Mật khẩu hiện tại không đúng' });
  }
  await throttle.forgive(counted);
}
