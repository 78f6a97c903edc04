import { roles } from '../roles.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/** What calls can be sent to, what it is called, and what sends them there. */
export const destinations: Migration = {
  name: '0210-destinations',
  async up(db) {
    await options(db);
    await users(db);
    await kept(db);
  },
};

/** A type, the table of its rows, and the column that names one. */
const targets = [
  ['direct', 'extension', 'number'],
  ['group', 'ring_group', 'id'],
  ['queue', 'queue', 'id'],
  ['ivr', 'ivr_menu', 'id'],
  ['time', 'time_condition', 'id'],
  ['msg', 'announcement', 'id'],
  ['voicemail', 'voicemail_box', 'id'],
  ['lastcall', 'last_call_rule', 'id'],
] as const;

const numbered = (table: string) => `case when ${table}.number = '' then ${table}.name
  else ${table}.name || ' (' || ${table}.number || ')' end`;

/** An extension is called by its number and whoever has it. */
const calledAs: Readonly<Record<string, string>> = {
  extension: `extension.number || coalesce(' · ' || (select min(account.name) from account
    where account.extension = extension.number), nullif(' · ' || extension.name, ' · '), '')`,
  ring_group: numbered('ring_group'),
  queue: numbered('queue'),
  ivr_menu: numbered('ivr_menu'),
};

async function options(db: MigrationDb) {
  const called = (table: string) => calledAs[table] ?? `${table}.name`;
  await run(
    db,
    `create view destination_option with (security_invoker = true) as
      ${targets
        .map(
          ([type, table, column]) =>
            `select tenant_id, '${type}' as type, ${column}::text as value, ${called(table)} as name from ${table}`,
        )
        .join(' union all ')}`,
  );
  await run(db, `grant select on destination_option to ${roles.app}`);
  await run(
    db,
    `create function destination_name(type text, value text) returns text language sql stable as $$
      select case type
        ${targets
          .map(
            ([type, table, column]) =>
              `when '${type}' then (select ${called(table)} from ${table} where ${table}.${column} = ${
                column === 'id' ? 'destination_name.value::uuid' : 'destination_name.value'
              })`,
          )
          .join('\n        ')}
        when 'fw' then replace(destination_name.value, 'customer/', '')
        else ''
      end
    $$`,
  );
}

/**
 * Every pair of columns `<x>_kind`, `<x>_value` is a destination: the catalogue says where they are, so that a new one need not be
 * entered anywhere. A row without a name belongs to another one, and is called after that.
 */
async function users(db: MigrationDb) {
  await run(
    db,
    `create function destination_users(of_kind text, of_values text[])
      returns table (value text, used_in text, id uuid, name text)
      language plpgsql stable set search_path = pg_catalog, public as $$
      declare
        place record;
      begin
        for place in
          select c.relname as part, left(kind.attname, -5) as field,
            owner.relname as owner, owned.attname as owner_column
          from pg_attribute kind
          join pg_class c on c.oid = kind.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
          join pg_attribute worth on worth.attrelid = c.oid and worth.attname = left(kind.attname, -5) || '_value'
            and not worth.attisdropped
          left join lateral (
            select k.confrelid, k.conkey[2] as at from pg_constraint k
            where k.conrelid = c.oid and k.contype = 'f' and k.confdeltype = 'c' and cardinality(k.conkey) = 2
              and not exists (select from pg_attribute own where own.attrelid = c.oid and own.attname = 'name')
            order by k.oid limit 1
          ) as belongs on true
          left join pg_class owner on owner.oid = belongs.confrelid
          left join pg_attribute owned on owned.attrelid = c.oid and owned.attnum = belongs.at
          where kind.attname like '%\\_kind' and not kind.attisdropped
        loop
          if place.owner is null then
            return query execute format(
              'select %I, %L::text, id, name from %I where %I = $1 and %I = any($2)', place.field || '_value', place.part,
              place.part, place.field || '_kind', place.field || '_value') using of_kind, of_values;
          else
            return query execute format(
              'select part.%I, %L::text, owner.id, owner.name from %I as part
                join %I as owner on owner.tenant_id = part.tenant_id and owner.id = part.%I
                where part.%I = $1 and part.%I = any($2)', place.field || '_value', place.owner, place.part,
              place.owner, place.owner_column, place.field || '_kind', place.field || '_value')
              using of_kind, of_values;
          end if;
        end loop;
      end $$`,
  );
}

/** A destination is no foreign key, since its table depends on its type: whoever deletes one is refused here as by a key. */
async function kept(db: MigrationDb) {
  await run(
    db,
    `create function keep_destination() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      declare
        named text[];
      begin
        -- With a company goes all that it has.
        execute format('select array_agg(%I::text) from gone where exists (
          select from tenant where tenant.id = gone.tenant_id)', tg_argv[1]) into named;
        if named is not null and exists (select from destination_users(tg_argv[0], named)) then
          raise exception 'calls are sent there' using errcode = 'foreign_key_violation';
        end if;
        return null;
      end $$`,
  );
  for (const [type, table, column] of targets) {
    await run(
      db,
      `create trigger keep_destination after delete on ${table} referencing old table as gone
        for each statement execute function keep_destination('${type}', '${column}')`,
    );
  }
}
