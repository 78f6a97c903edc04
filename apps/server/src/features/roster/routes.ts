import { localTime, shiftedDate } from '@alo/calendar';
import { callIn, copyRoster, myRoster, type RosterEntry, roster, setRoster } from '@alo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { readHolidays } from '../../domain/holidays.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { accountInReach } from '../../resource/scope.ts';
import { rosterDays } from './days.ts';
import { readShifts } from './read-shifts.ts';
import { refuseGone, refuseOthers, writeRoster } from './write-roster.ts';

interface RosterDeps {
  readonly db: Db;
  readonly now: () => number;
  readonly announce: AnnounceChange;
  /** Queues that go by the roster ask others from now on. */
  readonly onCallsChanged: (tenantId: string) => Promise<void>;
}

/** Who works when. */
export function rosterRoutes({ db, now, announce, onCallsChanged }: RosterDeps): Route[] {
  const todayOf = ({ timeZone }: Caller) => localTime(now(), timeZone).date;
  /** Tells open consoles and call control of what was changed for some people. */
  async function changed(trx: Trx, { tenantId }: Caller, ids: readonly string[]): Promise<void> {
    await announce(trx, { tenantId, subject: 'roster', ids: [...ids] });
  }

  return [
    route(roster, ({ caller, query }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const people = await peopleOf(trx, caller, query, new Date(now()));
        const { rows: entries } = await sql<RosterEntry>`
          select account_id, to_char(day, 'YYYY-MM-DD') as day, shift_id from roster_entry
          where account_id = any(${people.map(({ id }) => id)}::uuid[])
            and day between ${shiftedDate(query.week, -1)}::date and ${shiftedDate(query.week, 6)}::date
          order by day, account_id`.execute(trx);
        const queue =
          query.queue_id === undefined
            ? undefined
            : await trx.selectFrom('queue').where('id', '=', query.queue_id).select('by_roster').executeTakeFirst();
        if (query.queue_id !== undefined && queue === undefined) throw Problem.notFound();
        return {
          today: todayOf(caller),
          days: rosterDays(query.week, 7, await readHolidays(trx)),
          shifts: await readShifts(trx),
          people,
          entries,
          by_roster: queue?.by_roster ?? null,
        };
      }),
    ),

    route(setRoster, async ({ body, ...by }) => {
      const { caller } = by;
      await db.inTenant(caller.tenantId, async (trx) => {
        const people = [...new Set(body.entries.map(({ account_id: id }) => id))];
        await refuseOthers(trx, by, people);
        await refuseGone(trx, body.entries);
        const told = await writeRoster(trx, caller, body.entries);
        await audit(trx, actorOf(by), ...told);
        await changed(trx, caller, people);
      });
      await onCallsChanged(caller.tenantId);
      return {};
    }),

    route(copyRoster, async ({ body, ...by }) => {
      const { caller } = by;
      const copied = await db.inTenant(caller.tenantId, async (trx) => {
        const whose = { team_id: body.team_id ?? undefined, queue_id: body.queue_id ?? undefined };
        const people = (await peopleOf(trx, caller, whose, new Date(now()))).map(({ id }) => id);
        const { rows } = await sql<RosterEntry>`
          select account_id, to_char(day + (${body.to}::date - ${body.from}::date), 'YYYY-MM-DD') as day, shift_id
          from roster_entry as source
          where account_id = any(${people}::uuid[]) and shift_id is not null
            and day between ${body.from}::date and ${shiftedDate(body.from, 6)}::date
            and not exists (select from roster_entry as there where there.account_id = source.account_id
              and there.day = source.day + (${body.to}::date - ${body.from}::date))
          order by day, account_id`.execute(trx);
        if (rows.length === 0) return 0;
        const told = await writeRoster(
          trx,
          caller,
          rows.map((row) => ({ ...row, kind: 'shift' as const })),
        );
        await audit(trx, actorOf(by), ...told);
        await changed(trx, caller, [...new Set(rows.map(({ account_id: id }) => id))]);
        return rows.length;
      });
      if (copied > 0) await onCallsChanged(caller.tenantId);
      return { copied };
    }),

    route(callIn, async ({ body, ...by }) => {
      const { caller } = by;
      await db.inTenant(caller.tenantId, async (trx) => {
        await refuseOthers(trx, by, [body.account_id]);
        await trx.deleteFrom('roster_call_in').where('account_id', '=', body.account_id).execute();
        const from = new Date(now());
        const until = new Date(now() + body.hours * 3_600_000);
        if (body.hours > 0)
          await trx
            .insertInto('roster_call_in')
            .values({ id: newId(), account_id: body.account_id, from_at: from, until_at: until })
            .execute();
        await audit(trx, actorOf(by), {
          action: 'call-in',
          subject: 'account',
          subjectId: body.account_id,
          after: { called_in_until: body.hours > 0 ? until : null },
        });
        await changed(trx, caller, [body.account_id]);
      });
      await onCallsChanged(caller.tenantId);
      return {};
    }),

    route(myRoster, ({ caller }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const today = todayOf(caller);
        const monday = shiftedDate(today, -((new Date(today).getUTCDay() + 6) % 7));
        const days = rosterDays(monday, 14, await readHolidays(trx));
        const { rows } = await sql<Omit<RosterEntry, 'account_id'>>`
          select to_char(day, 'YYYY-MM-DD') as day, shift_id from roster_entry
          where account_id = ${caller.accountId} and day between ${monday}::date and ${shiftedDate(monday, 13)}::date`.execute(
          trx,
        );
        const own = new Map(rows.map((row) => [row.day, row.shift_id]));
        const shifts = new Map((await readShifts(trx)).map((shift) => [shift.id, shift]));
        return {
          today,
          days: days.map((day) => {
            const shift = own.get(day.day);
            const kind = shift === undefined ? null : shift === null ? ('leave' as const) : ('shift' as const);
            return { ...day, kind, shift: shifts.get(shift ?? '') ?? null };
          }),
        };
      }),
    ),
  ];
}

interface Whose {
  readonly team_id?: string | undefined;
  readonly queue_id?: string | undefined;
}

interface PersonOfRoster {
  readonly id: string;
  readonly name: string;
  readonly extension: string;
  readonly team_name: string;
  readonly called_in_until: Date | null;
}

/** People in use of a team, a queue or of all within the caller's reach, by name. */
async function peopleOf(trx: Trx, caller: Caller, { team_id: team, queue_id: queue }: Whose, at: Date) {
  const isIn: RawBuilder<SqlBool>[] = [sql`account.active`, accountInReach(reachOf(caller))];
  if (team !== undefined) isIn.push(sql`account.team_id = ${team}`);
  if (queue !== undefined)
    isIn.push(sql`account.extension in (select extension.number from queue_member
      join extension on extension.id = queue_member.extension_id where queue_member.queue_id = ${queue})`);
  const { rows } = await sql<PersonOfRoster>`
    select account.id, account.name, coalesce(account.extension, '') as extension, coalesce(team.name, '') as team_name,
      (select until_at from roster_call_in where account_id = account.id and until_at > ${at}) as called_in_until
    from account left join team on team.id = account.team_id
    where ${sql.join(isIn, sql` and `)}
    order by account.name collate "vi-x-icu", account.id limit ${peopleAtMost}`.execute(trx);
  return rows;
}

/** Whoever plans more looks at one team after the other. */
const peopleAtMost = 500;
