import { callsByItself } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { dayMs } from '../../domain/advertising-law.ts';
import { newId } from '../../kernel/new-id.ts';
import { calledMs } from './take-customers.ts';

/** Calls of campaigns that call by themselves that are not known to be over. */
export interface OpenAttempt {
  readonly id: string;
  readonly campaign_id: string;
  readonly call_id: string;
  /** Whoever has taken it. */
  readonly account_id: string | null;
  /** The history has heard of it. */
  readonly known: boolean;
}

export async function openAttempts(trx: Trx): Promise<readonly OpenAttempt[]> {
  const { rows } = await sql<OpenAttempt>`
    select its.id, its.campaign_id, its.call_id, its.account_id, call.id is not null as known
      from campaign_attempt as its left join call on call.id = its.call_id
      where its.dialled and its.ended_at is null and its.call_id is not null`.execute(trx);
  return rows;
}

/** The campaigns that call by themselves now, the first one first. */
export async function runningByThemselves(trx: Trx): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select id from campaign
    where status = 'running' and (mode in ('progressive', 'ratio', 'predictive') and queue_id is not null or mode = 'broadcast')
    order by created_at, id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** A call that nobody knows was never begun: whoever was to be called is one who could not be put through. */
export async function settleLost(trx: Trx, { id }: OpenAttempt, at: Date): Promise<void> {
  const { rows } = await sql<{ campaign_id: string; customer_id: string; at: Date }>`
    update campaign_attempt set result = 'failed', ended_at = ${at}, updated_at = now()
      where id = ${id} and ended_at is null returning campaign_id, customer_id, at`.execute(trx);
  const [lost] = rows;
  if (lost === undefined) return;
  await sql`update campaign_contact as its set
      (state, next_at, number, stopped) = (
        select after.state, after.next_at, after.number, after.stopped from after_call(its, '', 'failed', 'missed', null) as after),
      awaits_outcome = false, claimed_until = null, version = its.version + 1, updated_at = now()
    where its.campaign_id = ${lost.campaign_id} and its.customer_id = ${lost.customer_id} and its.last_at = ${lost.at}
      and its.awaits_outcome and its.last_by is null`.execute(trx);
}

/** Whoever is in a call of these is nobody else's for some minutes more. */
export async function keepCalled(trx: Trx, callIds: readonly string[], at: Date): Promise<void> {
  if (callIds.length === 0) return;
  await sql`update campaign_contact as its set claimed_until = ${new Date(at.getTime() + calledMs)}
    from campaign_attempt as placed
    where placed.dialled and placed.ended_at is null and placed.call_id = any(${[...callIds]}::uuid[])
      and its.campaign_id = placed.campaign_id and its.customer_id = placed.customer_id and its.last_at = placed.at
      and its.state = 'calling' and its.claimed_until < ${new Date(at.getTime() + calledMs / 2)}`.execute(trx);
}

/** What came of the calls of the last day that campaigns placed by themselves. */
export interface DayOfCalls {
  readonly called: number;
  /** Picked up by the customer; and of these nobody of ours was free in time. */
  readonly reached: number;
  readonly abandoned: number;
}

export async function dayOfCalls(trx: Trx, at: Date): Promise<ReadonlyMap<string, DayOfCalls>> {
  const { rows } = await sql<DayOfCalls & { campaign_id: string }>`
    select campaign_id, count(*)::int as called,
        (count(*) filter (where account_id is not null or result = 'abandoned' or heard <> ''))::int as reached,
        (count(*) filter (where result = 'abandoned'))::int as abandoned
      from campaign_attempt where dialled and ended_at is not null and at > ${new Date(at.getTime() - dayMs)}
      group by campaign_id`.execute(trx);
  return new Map(rows.map(({ campaign_id, ...day }) => [campaign_id, day]));
}

export const noCalls: DayOfCalls = { called: 0, reached: 0, abandoned: 0 };

export const sumOf = (days: Iterable<DayOfCalls>): DayOfCalls => {
  const all = [...days];
  const sum = (of: keyof DayOfCalls) => all.reduce((n, day) => n + day[of], 0);
  return { called: sum('called'), reached: sum('reached'), abandoned: sum('abandoned') };
};

/** Calls that a campaign has placed by itself within the hour. */
export async function callsOfHour(trx: Trx, campaignId: string, at: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from campaign_attempt
    where dialled and at > ${new Date(at.getTime() - 3_600_000)} and campaign_id = ${campaignId}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** So many decisions of a campaign are kept. */
const decisionsKept = 100;

export async function noteDecision(
  trx: Trx,
  { campaignId, at, dial, words }: { campaignId: string; at: Date; dial: number; words: string },
): Promise<void> {
  await trx.insertInto('campaign_decision').values({ id: newId(), campaign_id: campaignId, at, dial, words }).execute();
  await sql`delete from campaign_decision where campaign_id = ${campaignId} and id in (
    select id from campaign_decision where campaign_id = ${campaignId} order by at desc, id desc offset ${decisionsKept})`.execute(
    trx,
  );
}

/** What the page of a campaign shows of how it calls. */
export async function diallingOf(trx: Trx, id: string, at: Date) {
  const row = await trx
    .selectFrom('campaign')
    .leftJoin('queue', 'queue.id', 'campaign.queue_id')
    .where('campaign.id', '=', id)
    .select(['campaign.mode', 'queue.id as queue_id', 'queue.name as queue_name'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { mode, queue_id, queue_name } = row;
  const queue = queue_id === null || queue_name === null ? null : { id: queue_id, name: queue_name };
  if (!callsByItself(mode)) {
    return { mode, queue, under_way: 0, reached: { n: 0, of: 0 }, abandoned: { n: 0, of: 0 }, decisions: [] };
  }
  const days = await dayOfCalls(trx, at);
  const own = days.get(id) ?? noCalls;
  const all = sumOf(days.values());
  const underWay = (await openAttempts(trx)).filter((one) => one.campaign_id === id && one.account_id === null);
  const decisions = await trx
    .selectFrom('campaign_decision')
    .where('campaign_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .select(['at', 'dial', 'words'])
    .execute();
  return {
    mode,
    queue,
    under_way: underWay.length,
    reached: { n: own.reached, of: own.called },
    abandoned: { n: all.abandoned, of: all.reached },
    decisions,
  };
}
