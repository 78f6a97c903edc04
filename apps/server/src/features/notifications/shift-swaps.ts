import { isAllowed } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import { accountInReach } from '../../resource/scope.ts';
import { aboutNoCall, type BellNotice } from './notice.ts';

const shownAtMost = 20;

interface Told {
  readonly id: string;
  readonly at: Date;
  readonly what: keyof typeof texts;
  readonly kind: string;
  readonly day: string;
  readonly giver: string;
  readonly taker: string;
  readonly why: string;
}

/** Shifts that somebody is offered, that wait for what they say to it, and what came of their own. */
export async function swapsOfBell(trx: Trx, caller: Caller, since: Date): Promise<BellNotice[]> {
  const { accountId, role } = caller;
  const { rows } = await sql<Told>`
    select its.id, its.updated_at as at, its.kind, to_char(its.day, 'DD/MM') as day, giver.name as giver,
      coalesce(taker.name, '') as taker, its.why,
      case when its.state = 'open' then 'offered' when its.state in ('declined', 'void') then 'ended' else its.state end as what
    from shift_swap as its join account as giver on giver.id = its.offered_by
      left join account as taker on taker.id = its.taken_by
    where its.updated_at > ${since} and (
      (its.state = 'open' and its.offered_by <> ${accountId} and (its.offered_to = ${accountId} or (its.offered_to is null
        and giver.team_id = (select team_id from account where id = ${accountId}))))
      or (its.state in ('taken', 'declined', 'void') and its.offered_by = ${accountId})
      or (its.state in ('approved', 'refused') and ${accountId} in (its.offered_by, its.taken_by))
      or (its.state = 'waiting' and ${isAllowed(role, 'roster.update')}
        and giver.id in (select account.id from account where ${accountInReach(reachOf(caller))})))
    order by its.updated_at desc limit ${shownAtMost}`.execute(trx);
  return rows.map(({ id, at, what, ...row }) => ({
    ...aboutNoCall,
    id: `swap ${what} ${id}`,
    kind: 'roster',
    at,
    text: texts[what](row),
  }));
}

const texts = {
  offered: ({ giver, kind, day }: Said) => `${giver} muốn ${kind === 'give' ? 'nhượng' : 'đổi'} ca ngày ${day}`,
  taken: ({ taker, day }: Said) => `${taker} nhận đổi ca ngày ${day} của bạn: xem ca đổi lại và đồng ý`,
  waiting: ({ giver, taker, day }: Said) => `${taker} nhận ca ngày ${day} của ${giver}, chờ duyệt`,
  approved: ({ giver, taker, day }: Said) => `${taker} làm ca ngày ${day} thay ${giver}: đã duyệt`,
  refused: ({ day, why }: Said) => `Đổi ca ngày ${day} không được duyệt${why && `: ${why}`}`,
  ended: ({ day, why }: Said) => `Ca ngày ${day} không có ai nhận${why && `: ${why}`}`,
};
type Said = Pick<Told, 'kind' | 'day' | 'giver' | 'taker' | 'why'>;

/** Whom news of these swaps is for; whoever plans is told as well where one waits to be approved. */
export async function toldOfSwaps(
  trx: Trx,
  ids: readonly string[],
): Promise<{ people: readonly string[]; planners: boolean }> {
  const { rows } = await sql<{ state: string; people: string[] }>`
    select its.state, array_remove(array[its.offered_by, its.offered_to, its.taken_by], null) || array(
      select account.id from account join account as giver on giver.id = its.offered_by and giver.team_id = account.team_id
      where its.state = 'open' and its.offered_to is null and account.active) as people
    from shift_swap as its where its.id = any(${[...ids]}::uuid[])`.execute(trx);
  return {
    people: rows.flatMap(({ people }) => people),
    planners: rows.some(({ state }) => state === 'waiting'),
  };
}
