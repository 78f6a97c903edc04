import { roles } from '../roles.ts';
import { addSums, keepOtherSumsOfCalls, keepSumsOfCalls, type SumsOfCalls } from './lib-sums-of-calls.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * Everybody's talk is their own: a call that was handed on keeps who of ours talked in it for how long, and all sums of people go by
 * that. Of any other call, which nearly all are, no row is written: whoever placed it and whoever took it talked for all of its talk.
 */
export const sharesOfTalk: Migration = {
  name: '0410-shares-of-talk',
  async up(db) {
    await run(db, 'alter table call add column shares jsonb');
    await run(db, 'alter table call_segment add column joined boolean not null default false');
    await run(db, 'alter table call_segment drop constraint call_segment_how_check');
    await run(
      db,
      `alter table call_segment add constraint call_segment_how_check check (how in ('called', 'answered', 'transfer',
        'consultation', 'conference', 'pick-up', 'supervision', 'take-over'))`,
    );
    await talks(db);
    await run(
      db,
      `create table talk_sum (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        at timestamptz not null,
        extension text not null,
        direction text not null,
        talk_ms bigint not null,
        primary key (tenant_id, at, extension, direction)
      ) with (fillfactor = 70)`,
    );
    await whatThereIs(db);
    await keepOtherSumsOfCalls(db, personSum, ['insert', 'update']);
    await keepOtherSumsOfCalls(db, partySum, ['insert', 'delete', 'update']);
    await keepSumsOfCalls(db, talkSum);
    await callsBetween(db);
    await indexes(db);
  },
};

/** What a call says of who talked in it, and what its stays say. */
async function talks(db: MigrationDb): Promise<void> {
  // Without a search path of its own it becomes a part of the query that asks it.
  await run(
    db,
    `create function own_talks(placed text, took text, shares jsonb, talk bigint)
      returns table (extension text, talk_ms bigint) language sql immutable parallel safe as $$
        select placed, case when shares is null then talk else coalesce((shares ->> placed)::bigint, 0) end where placed <> ''
        union all
        select took, case when shares is null then talk else coalesce((shares ->> took)::bigint, 0) end
          where took <> '' and took <> placed
        union all
        select other.key, other.value::bigint from jsonb_each_text(shares) as other where other.key not in (placed, took)
      $$`,
  );
  await run(
    db,
    `create function shares_of(tenant uuid, told uuid, began timestamptz, placed text, took text, talk bigint) returns jsonb
      language sql stable set search_path = pg_catalog, public as $$
        with stays as (
          select extension, range_agg(tstzrange(from_at, greatest(from_at, to_at))) as times from call_segment
          where tenant_id = tenant and call_id = told and call_started_at = began and to_at is not null and ${isTalk}
          group by extension
        ), talks as (
          select extension, least(talk, (
            select coalesce(round(1000 * sum(extract(epoch from upper(span) - lower(span)))), 0) from unnest(times) as span
          ))::bigint as ms from stays
        )
        select jsonb_object_agg(extension, ms) from talks
        having count(*) <> (select count(distinct one) from unnest(array[placed, took]) as one where one <> '')
          or bool_or(extension not in (placed, took) or abs(ms - talk) > 1)
      $$`,
  );
}

const isTalk = `how not in ('consultation', 'supervision')`;
const sameCall = (part: string) =>
  `call.tenant_id = ${part}.tenant_id and call.id = ${part}.call_id and call.started_at = ${part}.call_started_at`;

/** Only rows of calls that were handed on are written. Sums of people are kept longer than calls: what calls gave is taken out of them. */
async function whatThereIs(db: MigrationDb): Promise<void> {
  const tables = ['call', 'call_segment', 'person_sum', 'party_sum'];
  // The owner's tables bind even the owner, who is in no tenant here.
  for (const table of tables) await run(db, `alter table ${table} no force row level security`);
  await run(db, 'alter table call disable trigger user');
  await run(db, addSums({ ...personSum, sums: deedsBefore }, 'select call.*, -1 as sign from call'));
  await takeOvers(db);
  await whoTook(db);
  // A second is what clocks of before may have told differently.
  await run(
    db,
    `update call set shares = its.shares
      from (
        select odd.*, shares_of(tenant_id, call_id, call_started_at, from_extension, to_extension, talk_ms) as shares from (
          select distinct stay.tenant_id, stay.call_id, stay.call_started_at, from_extension, to_extension, talk_ms
          from call_segment as stay join call on ${sameCall('stay')}
          where status = 'answered' and to_at is not null and ${isTalk} and (extension not in (from_extension, to_extension)
            or abs(1000 * extract(epoch from to_at - from_at) - talk_ms) > 1000)
        ) as odd
      ) as its
      where ${sameCall('its')} and its.shares is not null`,
  );
  await run(
    db,
    `update call_segment as stay set joined = true from call
      where ${sameCall('stay')} and shares is not null and ${isTalk} and extension not in (from_extension, to_extension)`,
  );
  await run(db, 'truncate party_sum');
  await run(db, 'alter table party_sum drop constraint party_sum_pkey');
  await run(db, `alter table party_sum add column others text[] not null default '{}'`);
  await run(
    db,
    'alter table party_sum add primary key (tenant_id, at, from_extension, to_extension, others, direction, status)',
  );
  for (const sum of [personSum, partySum]) await run(db, addSums(sum, 'select call.*, 1 as sign from call'));
  await run(db, 'alter table call enable trigger user');
  for (const table of tables) await run(db, `alter table ${table} force row level security`);
}

/** Whoever took a call over stayed in it as who listens in: when they did is told by the steps of the call. */
const takeOvers = (db: MigrationDb) =>
  run(
    db,
    `with taken as (
        select stay.tenant_id, stay.call_id, stay.call_started_at, stay.id,
          min(to_timestamp((step ->> 'at')::numeric / 1000)) as taken_at
        from call_segment as stay join call on ${sameCall('stay')} cross join lateral jsonb_array_elements(call.trace) as step
        where how = 'supervision' and to_at is not null
          and step ->> 'text' like 'Máy nhánh ' || stay.extension || ' nhận thay máy nhánh %'
          and to_timestamp((step ->> 'at')::numeric / 1000) between from_at and to_at
        group by 1, 2, 3, 4
      ), own as (
        insert into call_segment (tenant_id, call_id, call_started_at, id, position, extension, leg_id, how, from_at, to_at)
          select tenant_id, call_id, call_started_at, stay.id || '/own', position, extension, leg_id, 'take-over', taken_at, to_at
          from call_segment as stay join taken using (tenant_id, call_id, call_started_at, id)
      )
      update call_segment as stay set to_at = taken_at from taken
      where stay.tenant_id = taken.tenant_id and stay.call_id = taken.call_id
        and stay.call_started_at = taken.call_started_at and stay.id = taken.id`,
  );

/** Who was rung, and did not answer, has not taken a call that somebody outside answered, or that was handed on to them in vain. */
const whoTook = (db: MigrationDb) =>
  run(
    db,
    `update call set to_extension = ''
      where status = 'answered' and to_extension <> '' and (direction = 'inbound' and agent_extension = ''
        or direction = 'outbound'
        or direction = 'internal' and not exists (select from call_segment as stay
            where ${sameCall('stay')} and extension = to_extension and ${isTalk})
          and exists (select from call_segment as stay where ${sameCall('stay')}))`,
  );

const quarter = (moment: string) => `date_bin('15 minutes', ${moment}, '2000-01-01Z')`;
/** Days begin at midnight in Vietnam; of other zones the hours at both ends of a span are counted one by one. */
const day = (moment: string) => `date_bin('1 day', ${moment}, '2000-01-01T00:00:00+07')`;

const deeds = ['answered', 'inbound', 'missed', 'outbound', 'met', 'talk_ms'] as const;
const sumOfDeeds = deeds.map((name) => `sum(${name}) as ${name}`).join(', ');

/** A call is of whoever placed it and of all who talked in it, and one that nobody took of all whom it rang. */
const personSum: SumsOfCalls = {
  table: 'person_sum',
  key: ['extension', 'at'],
  figures: deeds,
  period: quarter,
  sums: (calls) => `
    select tenant_id, part.extension, ${quarter('started_at')} as at, ${deeds.map((name) => `sum(part.${name}) as ${name}`).join(', ')}
    from (${calls}) as made cross join lateral (
      select own.extension, case status when 'answered' then sign else 0 end as answered,
        case when status = 'answered' and direction = 'inbound' then sign else 0 end as inbound, 0 as missed,
        case when is_out then sign else 0 end as outbound,
        case when is_out and status = 'answered' then sign else 0 end as met,
        case status when 'answered' then sign * own.talk_ms else 0 end as talk_ms
      from own_talks(from_extension, to_extension, shares, made.talk_ms) as own
        cross join lateral (select direction = 'outbound' and own.extension = from_extension as is_out) as its
      where status = 'answered' or is_out and status <> 'in_progress'
      union all
      select unnest(rang), 0, 0, sign, 0, 0, 0 where direction = 'inbound' and status not in ('in_progress', 'answered')
    ) as part
    where part.extension <> '' group by 1, 2, 3`,
};

/** As it was: a call was of who had answered it first, or had placed it. */
const deedsBefore = (calls: string) => `
  select tenant_id, extension, ${quarter('started_at')} as at, ${sumOfDeeds}
  from (
    select tenant_id, agent_extension as extension, started_at, sign as answered,
      case direction when 'inbound' then sign else 0 end as inbound, 0 as missed, 0 as outbound, 0 as met,
      sign * talk_ms as talk_ms
    from (${calls}) as made where status = 'answered' and agent_extension <> ''
    union all
    select tenant_id, from_extension, started_at, 0, 0, 0, sign, case status when 'answered' then sign else 0 end, 0
    from (${calls}) as made where direction = 'outbound' and status <> 'in_progress' and from_extension <> ''
    union all
    select tenant_id, unnest(rang), started_at, 0, 0, sign, 0, 0, 0
    from (${calls}) as made where direction = 'inbound' and status not in ('in_progress', 'answered')
  ) as part
  where extension <> '' group by 1, 2, 3`;

/** With who talked besides whoever placed it and whoever took it: a call is one of each department that any of them are in. */
const partySum: SumsOfCalls = {
  table: 'party_sum',
  key: ['at', 'from_extension', 'to_extension', 'others', 'direction', 'status'],
  figures: ['n', 'wait_ms', 'talk_ms'],
  period: day,
  sums: (calls) => `select tenant_id, ${day('started_at')} as at, from_extension, to_extension,
      case when shares is null then '{}' else array(
        select other from jsonb_object_keys(shares) as other where other not in (from_extension, to_extension) order by 1
      ) end as others, direction, status,
      sum(sign) as n, sum(sign * wait_ms) as wait_ms, sum(sign * talk_ms) as talk_ms
    from (${calls}) as made group by 1, 2, 3, 4, 5, 6, 7`,
};

const talkSum: SumsOfCalls = {
  table: 'talk_sum',
  key: ['at', 'extension', 'direction'],
  figures: ['talk_ms'],
  period: day,
  sums: (
    calls,
  ) => `select tenant_id, ${day('started_at')} as at, own.extension, direction, sum(sign * own.talk_ms) as talk_ms
    from (${calls}) as made
      cross join lateral own_talks(from_extension, to_extension, shares, made.talk_ms) as own
    where status = 'answered' group by 1, 2, 3, 4`,
};

/** What sums are counted by call by call, at the ends of a time. */
async function callsBetween(db: MigrationDb): Promise<void> {
  await run(db, 'drop function calls_between(timestamptz, timestamptz)');
  await run(
    db,
    `create function calls_between(from_at timestamptz, to_at timestamptz)
      returns table (at timestamptz, direction text, status text, wait_ms bigint, talk_ms bigint, from_extension text,
        to_extension text, shares jsonb, rang text[], refused boolean)
      language plpgsql stable rows 100 set search_path = pg_catalog, public set plan_cache_mode = force_generic_plan as $$
        begin
          return query select call.started_at, call.direction, call.status, call.wait_ms::bigint, call.talk_ms::bigint,
              call.from_extension, call.to_extension, call.shares, call.rang,
              coalesce(call.cause in ('limit', 'congestion') and call.ended_at = call.started_at, false)
            from call where call.started_at >= from_at and call.started_at < to_at;
        end $$`,
  );
  await run(db, 'revoke all on function calls_between(timestamptz, timestamptz) from public');
  await run(db, `grant execute on function calls_between(timestamptz, timestamptz) to ${roles.app}`);
}

/** Calls in which somebody talked who neither placed nor took them, in the order of the list; two indexes go that nothing asks. */
async function indexes(db: MigrationDb): Promise<void> {
  for (const index of ['call_agent', 'call_segment_extension']) await run(db, `drop index ${index}`);
  await run(
    db,
    `create index call_segment_joined on call_segment (tenant_id, extension, call_started_at desc) include (call_id)
      where joined`,
  );
}
