import type { Trx } from '../db/database.ts';
import { Problem } from '../kernel/problem.ts';

/** What somebody says came of a conversation. */
interface Said {
  readonly outcome: string;
  readonly next_call_at: string | null;
}

/**
 * An outcome that is chosen still, by its word, or `kept` as it was; refused where there is none, or where it wants a time that is not
 * said.
 */
export async function chosenOutcome(trx: Trx, { outcome, next_call_at: next }: Said, kept = '') {
  const found = await trx
    .selectFrom('disposition_outcome')
    .where('code', '=', outcome)
    .where((one) => one.or([one('active', '=', true), one('code', '=', kept)]))
    .select(['id', 'name', 'next_step', 'closes_return'])
    .executeTakeFirst();
  if (found === undefined) throw Problem.noSuchChoice({ outcome: 'Kết quả này không còn dùng' });
  if (found.next_step === 'call-again' && next === null) throw Problem.invalid({ next_call_at: 'Chọn giờ gọi lại' });
  return found;
}
