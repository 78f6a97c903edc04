import { isAllowed, linesNow, type ResultOf } from '@alo/contract';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { callsSeenBy } from '../../domain/call-scope.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { presenceOf } from '../../domain/presence.ts';
import { type Route, route } from '../../http/route.ts';
import type { Caller } from '../../kernel/caller.ts';

type Line = ResultOf<typeof linesNow>['data'][number];
type LastCall = Omit<NonNullable<Line['last_call']>, 'at'> & { at: Date; extension: string };

/** Extensions as lines. What who asks may not see of them is not looked for. */
export const lineRoutes = (deps: {
  readonly db: Db;
  readonly calls: Pick<CallsNow, 'phones'>;
  readonly now: () => number;
}): Route[] => [
  route(linesNow, async ({ caller, query }) => {
    const { tenantId, role } = caller;
    const ids = query.ids.split(',');
    const known = await deps.db.inTenant(tenantId, async (trx) => {
      const extensions = await trx.selectFrom('extension').where('id', 'in', ids).select(['id', 'number']).execute();
      const numbers = extensions.map(({ number }) => number);
      return {
        extensions,
        people: await peopleAt(trx, numbers),
        sessions: await sessionsAt(trx, numbers, new Date(deps.now())),
        devices: isAllowed(role, 'devices.view') ? await devicesOf(trx, ids) : [],
        calls: isAllowed(role, 'call-history.view') ? await lastCalls(trx, numbers, caller) : [],
      };
    });
    const phones = await deps.calls.phones(
      tenantId,
      known.extensions.map(({ number }) => number),
    );
    const sessionsOf = Map.groupBy(known.sessions, ({ extension }) => extension);
    const devicesAt = Map.groupBy(known.devices, ({ extension_id: of }) => of);
    const activity = new Map(known.people.map((one) => [one.extension, one.status_activity]));
    const lastOf = new Map(known.calls.map(({ extension, ...call }) => [extension, call]));
    return {
      data: known.extensions.map(({ id, number }) => ({
        id,
        // Nobody who has it is on a break.
        state: presenceOf(activity.get(number) ?? 1, phones.get(number)),
        phones: phones.get(number)?.contacts ?? 0,
        browsers: (sessionsOf.get(number) ?? []).map(({ user_agent, since }) => ({ user_agent, since })),
        // Of which extension they are is no part of the answer, which the contract sees to.
        desk_phones: devicesAt.get(id) ?? [],
        last_call: lastOf.get(number) ?? null,
      })),
    };
  }),
];

const peopleAt = (trx: Trx, numbers: readonly string[]) =>
  trx
    .selectFrom('account')
    .where('extension', 'in', [...numbers, ''])
    .where('active', '=', true)
    .select(['extension', 'status_activity'])
    .execute();

const sessionsAt = (trx: Trx, numbers: readonly string[], now: Date) =>
  trx
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .where('account.extension', 'in', [...numbers, ''])
    .where('session.ended_at', 'is', null)
    // Who looks as somebody else brings no phone.
    .where('session.begun_by', 'is', null)
    .where('session.expires_at', '>', now)
    .select(['account.extension', 'session.user_agent', 'session.created_at as since'])
    .orderBy('session.created_at', 'desc')
    .execute();

const devicesOf = (trx: Trx, extensions: readonly string[]) =>
  trx
    .selectFrom('device')
    .leftJoin('device_seen', 'device_seen.device_id', 'device.id')
    .where('device.extension_id', 'in', [...extensions])
    .where('device.enabled', '=', true)
    .select(['device.id', 'device.name', 'device.extension_id', 'device_seen.last_seen_at'])
    .select([
      sql<boolean>`coalesce(device_seen.registered_until > now(), false)`.as('registered'),
      sql<string>`coalesce(device_seen.address, '')`.as('address'),
      sql<string>`coalesce(device_seen.user_agent, '')`.as('user_agent'),
    ])
    .orderBy('device.name')
    .execute();

async function lastCalls(trx: Trx, numbers: readonly string[], caller: Caller): Promise<LastCall[]> {
  const { rows } = await sql<LastCall>`
    select line.extension, last.id, last.at, last.direction, last.status
    from unnest(${[...numbers]}::text[]) as line (extension), lateral (
      select call.id, call.started_at as at, call.direction, call.status
      from leg join call on call.id = leg.call_id and call.started_at = leg.call_started_at
      where leg.extension = line.extension and ${callsSeenBy(caller)}
      order by leg.started_at desc limit 1
    ) as last`.execute(trx);
  return rows;
}
