import { instantOf } from '@alo/calendar';
import { type ParsedRequestOf, rehearseCampaign } from '@alo/contract';
import { sql } from 'kysely';

import type { Db, Trx } from '../../../db/database.ts';
import { dayMs } from '../../../domain/advertising-law.ts';
import { clockIn } from '../../../domain/company-clock.ts';
import { type Route, route } from '../../../http/route.ts';
import { Problem } from '../../../kernel/problem.ts';
import { workThread } from '../../../kernel/work-thread.ts';
import { campaignFacts } from '../contacts.ts';
import { readList } from './read-list.ts';
import { readPeople } from './read-people.ts';
import { readWorld } from './read-world.ts';
import type { Rehearsal } from './rehearsal-plan.ts';
import { middleOf, type RehearsalAsked, type RehearsedOften, withPeople } from './rehearse-often.ts';

interface Deps {
  readonly db: Db;
  readonly now: () => number;
}

/** Further than this nothing is foreseen. */
const daysAhead = 180;
/** Before each call that a person places by hand. */
const thinkMs = 10_000;

/** A campaign lived ahead on its own list. */
export function rehearsalRoutes({ db, now }: Deps): Route[] {
  const lived = workThread<RehearsalAsked>(new URL('./rehearsal-thread.ts', import.meta.url), {
    name: 'rehearsals',
    tooMany: 'Nhiều người đang chạy thử chiến dịch, thử lại sau ít giây',
  });
  return [
    route(rehearseCampaign, async ({ caller, params, body }) => {
      const { asked, told } = await db.inTenant(caller.tenantId, (trx) =>
        readRehearsal(trx, { id: params.id, ...body }, { now: now(), timeZone: caller.timeZone }),
      );
      const { runs, needed } = await lived<RehearsedOften>(asked);
      return answerOf(asked, told, { runs, needed, by: body.by });
    }),
  ];
}

type Wanted = ParsedRequestOf<typeof rehearseCampaign>['body'] & { readonly id: string };

/** All that a rehearsal knows, and what is told of it beside. */
export async function readRehearsal(
  trx: Trx,
  { id, by, people: wished, seed }: Wanted,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
) {
  const kept = await campaignFacts(trx, id, null);
  if (kept === undefined) throw Problem.notFound();
  if (kept.rules.status === 'ended') throw Problem.callRefused('Chiến dịch đã kết thúc, không gọi ai nữa');
  // As it goes once it runs.
  const facts = { ...kept, rules: { ...kept.rules, status: 'running' as const } };
  const clock = clockIn(now, timeZone);
  if (by !== null && by < clock.date) throw Problem.invalid({ by: 'Chọn hôm nay hoặc một ngày sau' });
  const retries = await trx
    .selectFrom('campaign_retry')
    .where('campaign_id', '=', id)
    .orderBy('position')
    .select(['result', 'step', 'minutes', 'most'])
    .execute();
  const { all, keptOut, ...list } = await readList(trx, facts, clock);
  const staff = await readPeople(trx, facts, { today: clock.date, days: daysAhead, timeZone });
  const { world, taken } = await readWorld(
    trx,
    { ...facts, retries },
    { at: new Date(now), timeZone, extensions: staff.extensions },
  );
  const talkMs = world.talksMs.reduce((sum, ms) => sum + ms, 0) / Math.max(1, world.talksMs.length);
  const plan: Rehearsal = {
    now,
    until: now + daysAhead * dayMs,
    timeZone,
    rules: facts.rules,
    pauseMinutes: facts.pause_minutes,
    retries,
    dialling: facts.dialling,
    callers: { ...facts.callers, numbers: await callersOf(trx, id, { now, minutes: facts.callers.minutes }) },
    ...list,
    people: staff.people,
    handledMs: talkMs + world.wrapMs,
    thinkMs,
    lately: await latelyOf(trx, id, now),
  };
  const asked: RehearsalAsked = {
    plan: wished === null ? plan : withPeople(plan, wished),
    world,
    seed,
    deadline: by === null ? null : instantOf(by, 1_440, timeZone),
  };
  const { mode } = facts.dialling;
  const told = {
    campaign: { id, name: facts.name, mode },
    contacts: all,
    people: mode === 'broadcast' ? asked.plan.dialling.most.lines : asked.plan.people.length,
    kept_out: [...keptOut],
    taken: [
      ...(wished === null ? staff.taken : []),
      ...taken,
      { what: 'Chiến dịch khác', words: 'không tính: chỉ chiến dịch này dùng người và đầu số', guessed: true },
    ],
  };
  return { asked, told };
}

type Told = Awaited<ReturnType<typeof readRehearsal>>['told'];

function answerOf({ plan }: RehearsalAsked, told: Told, { runs, needed, by }: RehearsedOften & { by: string | null }) {
  const middle = middleOf(runs);
  if (middle === undefined) throw new Error('A rehearsal was not lived.');
  const isMessage = plan.dialling.mode === 'broadcast';
  const at = (share: number) => momentOf(runs[Math.floor((runs.length - 1) * share)]?.end);
  const isPlaced = plan.dialling.mode === 'hand' || plan.dialling.mode === 'preview';
  return {
    ...told,
    runs: runs.length,
    ended: runs.filter(({ end }) => end !== null).length,
    callable: plan.contacts.length,
    begins_at: momentOf(middle.begins),
    ends_at: momentOf(middle.end),
    ends_early: at(0.1),
    ends_late: at(0.9),
    left: middle.left,
    calls: middle.calls,
    reached: middle.reached,
    abandoned_percent: isMessage || isPlaced ? null : percent(middle.abandoned, middle.reached),
    used_percent: isMessage ? null : percent(middle.busyMs, middle.presentMs),
    days: middle.days.map(({ date, ...counts }) => ({ day: date, ...counts })),
    wished: by === null ? null : { by, people: needed },
  };
}

const momentOf = (at: number | null | undefined) => (at === null || at === undefined ? null : new Date(at));
const percent = (n: number, of: number) => (of === 0 ? null : Math.min(100, Math.round((n * 1_000) / of) / 10));

/** The numbers that it calls with, and when they called of late. */
async function callersOf(
  trx: Trx,
  id: string,
  { now, minutes }: { readonly now: number; readonly minutes: number },
): Promise<Rehearsal['callers']['numbers']> {
  const { rows } = await sql<{ number: string; carrier: string; called: readonly number[] }>`
    select service_number.number, service_number.carrier, array(select extract(epoch from its.at) * 1000 from campaign_attempt as its
        where its.shown = service_number.number and its.at > ${new Date(now - minutes * 60_000)} order by its.at)::float8[] as called
      from campaign_number as chosen
        join service_number on service_number.id = chosen.service_number_id
        join trunk on trunk.id = service_number.trunk_id and trunk.enabled
      where chosen.campaign_id = ${id} order by chosen.position`.execute(trx);
  return rows.map(({ called, ...one }) => ({ ...one, calledAt: called }));
}

const latelyAtMost = 50_000;

async function latelyOf(trx: Trx, id: string, now: number): Promise<Rehearsal['lately']> {
  const { rows } = await sql<Rehearsal['lately'][number]>`
    select extract(epoch from at)::float8 * 1000 as at, campaign_id = ${id} as own, result = 'abandoned' as abandoned,
        account_id is not null or result = 'abandoned' or heard <> '' as reached
      from campaign_attempt where dialled and ended_at is not null and at > ${new Date(now - dayMs)}
      order by at desc limit ${latelyAtMost}`.execute(trx);
  return rows;
}
