import { run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * How many events and messages of each company are being sent at this moment, by all workers: what the queue counts its share by. It reads the
 * queue once for all of them, and tells numbers alone. And who sends calls somewhere is found sooner.
 */
export const whatIsSentNow: Migration = {
  name: '0115-what-is-sent-now',
  async up(db) {
    await run(db, destinationUsers);
    await run(
      db,
      `create function sent_now() returns table (tenant_id uuid, deliveries integer, messages integer)
        language plpgsql stable security definer set search_path = pg_catalog, public as $$
      begin
        return query select substr(flag, 9)::uuid, (count(*) filter (where task.identifier = 'webhook'))::integer,
            (count(*) filter (where task.identifier = 'message'))::integer
          from graphile_worker._private_jobs as job
            join graphile_worker._private_tasks as task on task.id = job.task_id
            cross join lateral jsonb_object_keys(job.flags) as flag
          where job.locked_at is not null and task.identifier in ('webhook', 'message') and flag ^@ 'company:'
          group by 1;
      end $$;
      revoke all on function sent_now from public;
      grant execute on function sent_now to ${roles.app}`,
    );
  },
};

/**
 * As it was, but for the first of its joins: the few columns that are named as kinds are read at once, and not looked for beside each column of
 * each table, which took nine tenths of its time.
 */
const destinationUsers = `
  create or replace function destination_users(of_kind text, of_values text[]) returns table (value text, used_in text, id uuid,
    name text)
    language plpgsql stable set search_path = pg_catalog, public as $$
  declare
    place record;
    behind text[] := array(select of_kind || '/' || one from unnest(of_values) as one);
  begin
    for place in
      with kinds as materialized (
        select attrelid, left(attname, -5) as field from pg_attribute where attname like '%\\_kind' and not attisdropped
      )
      select c.relname as part, kinds.field, owner.relname as owner, owned.attname as owner_column
      from kinds
      join pg_class c on c.oid = kinds.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      join pg_attribute worth on worth.attrelid = c.oid and worth.attname = (kinds.field || '_value')::name
        and not worth.attisdropped
      left join lateral (
        select k.confrelid, k.conkey[2] as at from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.confdeltype = 'c' and cardinality(k.conkey) = 2
          and not exists (select from pg_attribute own where own.attrelid = c.oid and own.attname = 'name')
        order by k.oid limit 1
      ) as belongs on true
      left join pg_class owner on owner.oid = belongs.confrelid
      left join pg_attribute owned on owned.attrelid = c.oid and owned.attnum = belongs.at
    loop
      if place.owner is null then
        return query execute format(
          'select case when %3$I = $1 then %4$I else split_part(%4$I, ''/'', -1) end, %1$L::text, id, name from %2$I
            where (%3$I = $1 and %4$I = any($2)) or (%3$I = ''fw'' and split_part(%4$I, ''>'', 2) = any($3))',
          place.part, place.part, place.field || '_kind', place.field || '_value') using of_kind, of_values, behind;
      else
        return query execute format(
          'select case when part.%3$I = $1 then part.%4$I else split_part(part.%4$I, ''/'', -1) end, %1$L::text,
              owner.id, owner.name
            from %2$I as part join %1$I as owner on owner.tenant_id = part.tenant_id and owner.id = part.%5$I
            where (part.%3$I = $1 and part.%4$I = any($2))
              or (part.%3$I = ''fw'' and split_part(part.%4$I, ''>'', 2) = any($3))',
          place.owner, place.part, place.field || '_kind', place.field || '_value', place.owner_column)
          using of_kind, of_values, behind;
      end if;
    end loop;
  end $$;`;
