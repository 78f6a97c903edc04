import { isAllowed } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { evaluationsSeenBy } from './find-evaluations.ts';

interface Wanted {
  readonly ids: readonly string[];
  readonly reason: string;
}

/**
 * Gives calls that nobody has scored yet to somebody else. What the one before has begun goes: it is their word. Whoever is scored never
 * scores themselves, and of two who give it on at once the second finds it given on.
 */
export async function assign(
  trx: Trx,
  by: By,
  { ids, reason }: Wanted,
  { scorer, now }: { readonly scorer: Caller | undefined; readonly now: Date },
): Promise<{ readonly assigned: readonly string[]; readonly own: number }> {
  if (scorer === undefined) throw Problem.noSuchChoice({ scorer_id: 'Người này không còn dùng tài khoản' });
  const { accountId, name, role } = scorer;
  if (!isAllowed(role, 'quality.score')) throw Problem.invalid({ scorer_id: `${name} chưa có quyền chấm điểm` });
  const wanted = sql`evaluation.id = any(${[...ids]}::uuid[]) and evaluation.state in ('due', 'draft')
    and ${evaluationsSeenBy(by.caller)}`;
  const { rows: own } = await sql`select from evaluation where ${wanted} and agent_id = ${accountId}`.execute(trx);
  const { rows } = await sql<{ id: string; call_id: string; before: string | null }>`
    with given as materialized (
      select id, call_id, scorer_id from evaluation
      where ${wanted} and agent_id <> ${accountId} and scorer_id is distinct from ${accountId}
      order by id for update)
    update evaluation set scorer_id = ${accountId}, state = 'due', answers = '[]', marks = '[]', comment = '',
      assigned_at = ${now}, version = version + 1, updated_at = ${now}, updated_by = ${by.caller.accountId}
    from given where evaluation.id = given.id
    returning evaluation.id, evaluation.call_id,
      (select account.name from account where account.id = given.scorer_id) as before`.execute(trx);
  if (rows.length > 0) {
    await audit(
      trx,
      actorOf(by),
      ...rows.map(({ id, call_id, before }) => ({
        action: 'assign-score',
        subject: 'evaluation',
        subjectId: id,
        before: { scorer: before },
        after: { scorer: name, reason, call_id },
      })),
    );
  }
  return { assigned: rows.map(({ id }) => id), own: own.length };
}
