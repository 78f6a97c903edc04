import { localTime, shiftedDate } from '@alo/calendar';
import {
  answerSwap,
  isAllowed,
  offerShift,
  type ShiftSwap,
  type SwapAnswer,
  shiftSwaps,
  swapPartners,
} from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { accountInReach } from '../../resource/scope.ts';
import { readShifts } from './read-shifts.ts';
import { isGoing, type OfferedShift, type SwapWorld, whyNotTaken, whyVoid } from './swap-rules.ts';
import { holdRosterOf, writeRoster } from './write-roster.ts';

interface SwapDeps {
  readonly db: Db;
  readonly now: () => number;
  readonly announce: AnnounceChange;
  /** Bells of whom it concerns have something new. */
  readonly told: (tenantId: string, ids: readonly string[]) => void;
  /** Queues that go by the roster ask others from now on. */
  readonly onCallsChanged: (tenantId: string) => Promise<void>;
}

/** What was decided is shown so long. */
const shownDays = 14;
const shownAtMost = 200;

/** People offer their shifts to each other; whoever plans lets the roster change. */
export function shiftSwapRoutes({ db, now, announce, told, onCallsChanged }: SwapDeps): Route[] {
  const clockOf = ({ timeZone }: Caller) => localTime(now(), timeZone);

  return [
    route(shiftSwaps, ({ caller }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const rows = await swapsOf(trx, caller, { since: new Date(now() - shownDays * 86_400_000) });
        const world = await worldOf(trx, rows, { now: clockOf(caller), also: [caller.accountId] });
        return { data: rows.flatMap((row) => shown(row, { caller, world }) ?? []) };
      }),
    ),

    route(swapPartners, ({ caller }) =>
      db.inTenant(caller.tenantId, async (trx) => ({ data: await partnersOf(trx, caller) })),
    ),

    route(offerShift, async ({ body, ...by }) => {
      const { caller } = by;
      const id = newId();
      await db.inTenant(caller.tenantId, async (trx) => {
        await holdRosterOf(trx, [caller.accountId]);
        const partners = await partnersOf(trx, caller);
        const isPartner = partners.some(({ id: partner }) => partner === body.offered_to);
        if (partners.length === 0) throw Problem.invalid({ offered_to: 'Nhóm của bạn chưa có ai khác' });
        if (body.offered_to !== null && !isPartner)
          throw Problem.noSuchChoice({ offered_to: 'Chỉ nhượng được cho người cùng nhóm' });
        const { rows } = await sql<{ shift_id: string | null }>`select shift_id from roster_entry
          where account_id = ${caller.accountId} and day = ${body.day}::date`.execute(trx);
        const shift = rows[0]?.shift_id ?? null;
        if (shift === null) throw Problem.invalid({ day: 'Bạn không có ca ngày này' });
        const offered: OfferedShift = {
          kind: body.kind,
          state: 'open',
          offered_by: caller.accountId,
          day: body.day,
          shift_id: shift,
          offered_to: body.offered_to,
          taken_by: null,
          back_day: null,
          back_shift_id: null,
        };
        const clock = clockOf(caller);
        const no = whyVoid(offered, await worldOf(trx, [offered], { now: clock }));
        if (no !== undefined) throw Problem.invalid({ day: no });
        await endVoid(trx, { caller, day: body.day, clock });
        const added = await trx
          .insertInto('shift_swap')
          .values({ id, ...offered, note: body.note, created_by: caller.accountId, updated_by: caller.accountId })
          .onConflict((row) => row.doNothing())
          .returning('id')
          .executeTakeFirst();
        if (added === undefined) throw Problem.invalid({ day: 'Ca này đang được nhượng: rút lại trước đã' });
        const after = { day: body.day, kind: body.kind, offered_to: body.offered_to };
        await audit(trx, actorOf(by), { action: 'offer-shift', subject: 'shift_swap', subjectId: id, after });
        await announce(trx, { tenantId: caller.tenantId, subject: 'roster', ids: [caller.accountId] });
      });
      told(caller.tenantId, [id]);
      return { id };
    }),

    route(answerSwap, async ({ body, params: { id }, ...by }) => {
      const { caller } = by;
      const { tenantId } = caller;
      const answered = await db.inTenant(tenantId, async (trx) => {
        const seen = await swapsOf(trx, caller, { id });
        if (seen[0] === undefined) throw Problem.notFound();
        await holdRosterOf(trx, peopleIn(seen[0]));
        await sql`select from shift_swap where id = ${id} for update`.execute(trx);
        const [row] = await swapsOf(trx, caller, { id });
        if (row === undefined) throw Problem.notFound();
        const clock = clockOf(caller);
        const back = await backOf(trx, caller, { row, body });
        const asked = { ...row, back_day: body.back_day ?? row.back_day };
        const world = await worldOf(trx, [row, asked], { now: clock, also: [caller.accountId] });
        const why = isGoing(row) ? whyVoid(row, world) : undefined;
        if (why !== undefined) return end(trx, { caller, id, state: 'void', why });
        if (!mayOf(row, caller).includes(body.answer)) {
          throw Problem.invalid({ answer: 'Việc này đã xong, hoặc không phải của bạn' });
        }
        const next = nextOf(row, body.answer);
        if (body.answer === 'take') {
          const no = whyNotTaken({ swap: row, taker: caller.accountId, back }, world);
          if (no !== undefined) throw Problem.invalid({ [row.kind === 'exchange' ? 'back_day' : 'answer']: no });
          await sql`update shift_swap set taken_by = ${caller.accountId}, back_day = ${back?.day ?? null}::date,
            back_shift_id = ${back?.shift ?? null} where id = ${id}`.execute(trx);
        }
        if (next === 'open')
          await sql`update shift_swap set taken_by = null, back_day = null, back_shift_id = null where id = ${id}`.execute(
            trx,
          );
        if (next === 'approved') await audit(trx, actorOf(by), ...(await writeRoster(trx, caller, changesOf(row))));
        const after = { answer: body.answer, state: next };
        await audit(trx, actorOf(by), { action: 'answer-swap', subject: 'shift_swap', subjectId: id, after });
        await announce(trx, { tenantId, subject: 'roster', ids: peopleIn(row) });
        return end(trx, { caller, id, state: next, why: next === 'refused' ? body.reason : '' });
      });
      if (answered.state === 'approved') await onCallsChanged(tenantId);
      told(tenantId, [id]);
      return answered;
    }),
  ];
}

type SwapRow = OfferedShift & {
  readonly id: string;
  readonly note: string;
  readonly why: string;
  readonly created_at: Date;
  readonly by_name: string;
  readonly to_name: string | null;
  readonly taker_name: string | null;
  /** Whether who asks plans for everybody whom it concerns. */
  readonly plans: boolean;
  /** Whether who asks is of the team that it is offered to. */
  readonly of_team: boolean;
};

/** Swaps that concern somebody: of a moment on and those that are going, or a single one. */
async function swapsOf(trx: Trx, caller: Caller, which: { since: Date } | { id: string }): Promise<SwapRow[]> {
  const { accountId, role } = caller;
  const reach = accountInReach(reachOf(caller));
  const wanted =
    'id' in which
      ? sql`its.id = ${which.id}`
      : sql`(its.state in ('open', 'taken', 'waiting') or its.updated_at > ${which.since})`;
  const { rows } = await sql<SwapRow>`
    select * from (
      select its.id, its.kind, its.state, its.offered_by, to_char(its.day, 'YYYY-MM-DD') as day, its.shift_id, its.offered_to,
        its.taken_by, to_char(its.back_day, 'YYYY-MM-DD') as back_day, its.back_shift_id, its.note, its.why, its.created_at,
        giver.name as by_name, asked.name as to_name, taker.name as taker_name,
        ${isAllowed(role, 'roster.update')} and giver.id in (select account.id from account where ${reach})
          and (its.taken_by is null or its.taken_by in (select account.id from account where ${reach})) as plans,
        its.offered_by <> ${accountId} and giver.team_id = (select team_id from account where id = ${accountId}) as of_team
      from shift_swap as its
        join account as giver on giver.id = its.offered_by
        left join account as asked on asked.id = its.offered_to
        left join account as taker on taker.id = its.taken_by
      where ${wanted}
    ) as its
    where ${accountId} in (offered_by, offered_to, taken_by) or (plans and state in ('waiting', 'approved', 'refused'))
      or (of_team and offered_to is null and state = 'open')
    order by created_at desc, id limit ${shownAtMost}`.execute(trx);
  return rows;
}

const peopleIn = ({ offered_by: giver, offered_to: asked, taken_by: taker }: OfferedShift): string[] => [
  ...new Set([giver, asked, taker].filter((one) => one !== null)),
];

/** What the rules look at, for these: days around them of whom they concern. */
async function worldOf(
  trx: Trx,
  rows: readonly OfferedShift[],
  { now, also = [] }: { readonly now: SwapWorld['now']; readonly also?: readonly string[] },
): Promise<SwapWorld> {
  const people = [...new Set([...rows.flatMap(peopleIn), ...also])];
  const days = rows.flatMap(({ day, back_day: back }) => (back === null ? [day] : [day, back])).toSorted();
  const [first = now.date, last = now.date] = [days.at(0), days.at(-1)];
  const { rows: entries } = await sql<{ account_id: string; day: string; shift_id: string | null }>`
    select account_id, to_char(day, 'YYYY-MM-DD') as day, shift_id from roster_entry
    where account_id = any(${people}::uuid[])
      and day between ${shiftedDate(first, -1)}::date and ${shiftedDate(last, 1)}::date`.execute(trx);
  const accounts = await trx
    .selectFrom('account')
    .where('id', 'in', people.length === 0 ? [newId()] : people)
    .where('active', '=', true)
    .select(['id', 'team_id'])
    .execute();
  const there = new Map(entries.map((one) => [`${one.account_id} ${one.day}`, one.shift_id]));
  return {
    roster: (account, day) => there.get(`${account} ${day}`),
    shifts: new Map((await readShifts(trx)).map((shift) => [shift.id, shift])),
    teams: new Map(accounts.map(({ id, team_id: team }) => [id, team])),
    now,
  };
}

/** People in use of the caller's team but themselves. */
async function partnersOf(trx: Trx, { accountId }: Caller): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select other.id, other.name from account as own join account as other
      on other.team_id = own.team_id and other.id <> own.id and other.active
    where own.id = ${accountId} order by other.name collate "vi-x-icu", other.id`.execute(trx);
  return rows;
}

/** The own shift that whoever takes an exchange gives for it. */
async function backOf(
  trx: Trx,
  { accountId }: Caller,
  { row, body }: { row: SwapRow; body: { answer: SwapAnswer; back_day: string | null } },
): Promise<{ day: string; shift: string } | null> {
  const { back_day: day } = body;
  if (body.answer !== 'take' || row.kind !== 'exchange' || day === null) return null;
  const { rows } = await sql<{ shift_id: string | null }>`
    select shift_id from roster_entry where account_id = ${accountId} and day = ${day}::date`.execute(trx);
  const shift = rows[0]?.shift_id ?? null;
  if (shift === null) throw Problem.invalid({ back_day: 'Bạn không có ca ngày này' });
  return { day, shift };
}

/** What somebody may answer to one that holds. */
function mayOf(row: SwapRow, { accountId }: Caller): SwapAnswer[] {
  const { state, offered_by: giver, offered_to: asked, taken_by: taker } = row;
  const isGiver = giver === accountId;
  const may: SwapAnswer[] = [];
  if (state === 'open' && row.of_team && (asked === null || asked === accountId)) {
    may.push('take');
    if (asked === accountId) may.push('decline');
  }
  if (state === 'taken' && isGiver) may.push('agree');
  if (state === 'waiting' && row.plans) may.push('approve', 'refuse');
  if (isGoing(row) && isGiver) may.push('withdraw');
  if (state !== 'open' && isGoing(row) && taker === accountId) may.push('decline');
  return may;
}

/** Nobody is asked to take what they cannot; which shift they would give for an exchange nobody knows yet. */
const couldTake = (swap: SwapRow, { accountId }: Caller, world: SwapWorld): boolean =>
  swap.kind === 'exchange' || whyNotTaken({ swap, taker: accountId, back: null }, world) === undefined;

/** What comes of an answer. */
function nextOf({ kind, offered_to: asked }: OfferedShift, answer: SwapAnswer) {
  switch (answer) {
    case 'take':
      return kind === 'exchange' ? 'taken' : 'waiting';
    case 'agree':
      return 'waiting';
    case 'decline':
      // What was offered to all of the team is so again.
      return asked === null ? 'open' : 'declined';
    case 'withdraw':
      return 'withdrawn';
    case 'approve':
      return 'approved';
    case 'refuse':
      return 'refused';
    default:
      return answer satisfies never;
  }
}

/** The days of both, once it is approved. */
function changesOf({
  offered_by: giver,
  taken_by: taker,
  day,
  shift_id: shift,
  back_day: backDay,
  back_shift_id: back,
}: SwapRow) {
  if (taker === null) throw new Error('A swap that waits to be approved was taken by nobody.');
  const works = (account_id: string, on: string, shift_id: string) =>
    ({ account_id, day: on, shift_id, kind: 'shift' }) as const;
  const free = (account_id: string, on: string) => ({ account_id, day: on, shift_id: null, kind: 'none' }) as const;
  if (backDay === null || back === null) return [works(taker, day, shift), free(giver, day)];
  const changed = [works(taker, day, shift), works(giver, backDay, back)];
  return backDay === day ? changed : [...changed, free(giver, day), free(taker, backDay)];
}

async function end<State extends ShiftSwap['state']>(
  trx: Trx,
  { caller, id, state, why }: { caller: Caller; id: string; state: State; why: string },
): Promise<{ state: State; why: string }> {
  await trx
    .updateTable('shift_swap')
    .set((row) => ({
      state,
      why,
      updated_at: sql<Date>`now()`,
      updated_by: caller.accountId,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  return { state, why };
}

/** An offer of which nothing comes any more makes place for another one of that day. */
async function endVoid(
  trx: Trx,
  { caller, day, clock }: { caller: Caller; day: string; clock: SwapWorld['now'] },
): Promise<void> {
  const { rows } = await sql<OfferedShift & { id: string }>`
    select id, kind, state, offered_by, to_char(day, 'YYYY-MM-DD') as day, shift_id, offered_to, taken_by,
      to_char(back_day, 'YYYY-MM-DD') as back_day, back_shift_id from shift_swap
    where offered_by = ${caller.accountId} and day = ${day}::date and state in ('open', 'taken', 'waiting') for update`.execute(
    trx,
  );
  const world = await worldOf(trx, rows, { now: clock });
  for (const row of rows) {
    const why = whyVoid(row, world);
    if (why !== undefined) await end(trx, { caller, id: row.id, state: 'void', why });
  }
}

/** As it is answered; nothing of one whose shift is gone. */
function shown(
  row: SwapRow,
  { caller, world }: { caller: Caller; world: SwapWorld },
): (Omit<ShiftSwap, 'created_at'> & { created_at: Date }) | undefined {
  const { id, kind, note, created_at, day, back_day: backDay, offered_to: asked, taken_by: taker } = row;
  const shift = world.shifts.get(row.shift_id);
  const back = row.back_shift_id === null ? undefined : world.shifts.get(row.back_shift_id);
  if (shift === undefined) return undefined;
  const why = isGoing(row) ? whyVoid(row, world) : undefined;
  return {
    id,
    kind,
    state: why === undefined ? row.state : 'void',
    offered_by: { id: row.offered_by, name: row.by_name },
    offered_to: asked === null ? null : { id: asked, name: row.to_name ?? '' },
    taken_by: taker === null ? null : { id: taker, name: row.taker_name ?? '' },
    offered: { day, shift },
    back: back === undefined || backDay === null ? null : { day: backDay, shift: back },
    note,
    why: why ?? row.why,
    may:
      why === undefined
        ? mayOf(row, caller).filter((answer) => answer !== 'take' || couldTake(row, caller, world))
        : [],
    created_at,
  };
}
