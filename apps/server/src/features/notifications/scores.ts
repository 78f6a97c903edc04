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
  readonly call_id: string;
  readonly at: Date;
  readonly what: 'scored' | 'decided' | 'disputed';
  readonly percent: number | null;
  readonly name: string | null;
}

/** Scores that concern somebody: their own, those that they gave and somebody decided, and what waits for them to score or to decide. */
export async function scoresOf(trx: Trx, caller: Caller, since: Date): Promise<BellNotice[]> {
  const { accountId, role } = caller;
  const views = isAllowed(role, 'quality.view');
  const decides = isAllowed(role, 'quality.decide');
  const scores = isAllowed(role, 'quality.score');
  if (!views && !decides && !scores) return [];
  const { rows } = await sql<Told>`
    select its.id, its.call_id, its.at, its.what, its.percent, account.name from (
      select id, call_id, agent_id, submitted_at as at, 'scored' as what, coalesce(first_percent, percent) as percent from evaluation
        where ${views} and agent_id = ${accountId} and submitted_at > ${since}
      union all
      select id, call_id, agent_id, decided_at, 'decided', percent from evaluation
        where decided_at > ${since} and (agent_id = ${accountId} or scorer_id = ${accountId})
      union all
      select id, call_id, agent_id, answered_at, 'disputed', percent from evaluation
        where ${decides} and state = 'disputed' and answered_at > ${since}
          and agent_id <> ${accountId} and scorer_id is distinct from ${accountId}
          and agent_id in (select account.id from account where ${accountInReach(reachOf(caller))})
    ) as its left join account on account.id = its.agent_id
    order by its.at desc limit ${shownAtMost}`.execute(trx);
  const told = rows.map(({ id, call_id, at, what, percent, name }): BellNotice => {
    const score = percent === null ? '' : ` ${Math.round(percent * 10) / 10}%`.replace('.', ',');
    const texts = {
      scored: `Cuộc gọi của bạn được chấm${score}`,
      decided: `Điểm bị phản hồi đã được phân xử:${score}`,
      disputed: `${name ?? 'Nhân viên'} không đồng ý với điểm${score}`,
    };
    return { ...aboutNoCall, id: `score ${what} ${id}`, kind: 'quality', at, call_id, text: texts[what] };
  });
  return [
    ...told,
    ...(scores ? await toScore(trx, accountId, since) : []),
    ...(await calibrationsOf(trx, accountId, since)),
  ];
}

/** Calibrations: that somebody is to score, that all have scored, that what came of it is there to be seen. */
async function calibrationsOf(trx: Trx, accountId: string, since: Date): Promise<BellNotice[]> {
  const { rows } = await sql<{ id: string; name: string; call_id: string | null; at: Date; what: keyof typeof texts }>`
    select its.id, its.name, its.what, its.at, (select call_id from calibration_call
      where calibration_call.calibration_id = its.id order by position limit 1) as call_id
    from (
      select calibration.id, name, calibration.created_at as at, 'asked' as what from calibration
        join calibration_scorer as own on own.calibration_id = calibration.id and own.account_id = ${accountId}
        where state = 'open' and own.given_at is null
      union all
      select calibration.id, name, closed_at, 'closed' from calibration
        join calibration_scorer as own on own.calibration_id = calibration.id and own.account_id = ${accountId}
        where state = 'closed' and own.given_at is not null and leader_id <> ${accountId}
      union all
      select calibration.id, name, (select max(given_at) from calibration_scorer as all_of_them
          where all_of_them.calibration_id = calibration.id), 'given' from calibration
        where state = 'open' and leader_id = ${accountId} and not exists (select from calibration_scorer as slow
          where slow.calibration_id = calibration.id and slow.given_at is null)
    ) as its where its.at > ${since} order by its.at desc limit ${shownAtMost}`.execute(trx);
  const texts = {
    asked: (name: string) => `Bạn được mời chấm hiệu chuẩn: ${name}`,
    closed: (name: string) => `Hiệu chuẩn ${name} đã đóng, xem được mọi người chấm ra sao`,
    given: (name: string) => `Mọi người đã chấm xong hiệu chuẩn ${name}`,
  };
  return rows.map(({ id, name, call_id, at, what }) => ({
    ...aboutNoCall,
    id: `calibration ${what} ${id}`,
    kind: 'quality',
    at,
    call_id,
    text: texts[what](name),
  }));
}

/** Calls that wait to be scored are told of together. */
async function toScore(trx: Trx, accountId: string, since: Date): Promise<BellNotice[]> {
  const { rows } = await sql<{ n: number; at: Date | null }>`
    select count(*)::int as n, max(coalesce(assigned_at, created_at)) as at from evaluation
    where scorer_id = ${accountId} and state = 'due' and coalesce(assigned_at, created_at) > ${since}`.execute(trx);
  const { n = 0, at = null } = rows[0] ?? {};
  if (n === 0 || at === null) return [];
  return [
    { ...aboutNoCall, id: `to-score ${at.getTime()}`, kind: 'quality', at, text: `Bạn có ${n} cuộc gọi cần chấm` },
  ];
}

/** Whom news of these scores is for; whoever decides is told as well where one is disputed. */
export async function toldOfScores(
  trx: Trx,
  ids: readonly string[],
): Promise<{ people: readonly string[]; deciders: boolean }> {
  const rows = await trx
    .selectFrom('evaluation')
    .where('id', 'in', [...ids])
    .where('state', '<>', 'draft')
    .select(['agent_id', 'scorer_id', 'state'])
    .execute();
  const people = rows.flatMap(({ agent_id: agent, scorer_id: scorer, state }) => [
    ...(state === 'due' ? [] : [agent]),
    ...(scorer === null ? [] : [scorer]),
  ]);
  const { rows: calibrated } = await sql<{ id: string }>`
    select account_id as id from calibration_scorer where calibration_id = any(${[...ids]}::uuid[])
    union select leader_id from calibration where id = any(${[...ids]}::uuid[])`.execute(trx);
  return {
    people: [...people, ...calibrated.map(({ id }) => id)],
    deciders: rows.some(({ state }) => state === 'disputed'),
  };
}
