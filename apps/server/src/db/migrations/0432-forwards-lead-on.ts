import { run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * Behind a number outside may stand where the call goes that does not get through there: `0901234567>queue/<id>`. What is led to so
 * is led to like anything else: it is named, and not deleted.
 */
export const forwardsLeadOn: Migration = {
  name: '0432-forwards-lead-on',
  async up(db) {
    await run(
      db,
      `create function destination_of(kind text, value text) returns json language sql immutable parallel safe as $$
        select case
          when kind is null then null
          when kind = 'fw' and strpos(value, '>') > 0 then json_build_object(
            'type', kind, 'value', split_part(value, '>', 1),
            'otherwise', json_build_object(
              'type', split_part(split_part(value, '>', 2), '/', 1), 'value', split_part(value, '/', -1)))
          else json_build_object('type', kind, 'value', value) end
      $$`,
    );
    await named(db);
    await used(db);
  },
};

const numbered = (table: string) => `case when ${table}.number = '' then ${table}.name
  else ${table}.name || ' (' || ${table}.number || ')' end`;

/** A type and what it is called, the table of its rows, the column that names one, and what that is called. */
const places = [
  [
    ...(['direct', 'Máy nhánh', 'extension', 'number'] as const),
    `extension.number || coalesce(' · ' || (select min(account.name) from account
      where account.extension = extension.number), nullif(' · ' || extension.name, ' · '), '')`,
  ],
  ['group', 'Nhóm đổ chuông', 'ring_group', 'id', numbered('ring_group')],
  ['queue', 'Hàng đợi', 'queue', 'id', numbered('queue')],
  ['ivr', 'Cây IVR', 'ivr_menu', 'id', numbered('ivr_menu')],
  ['time', 'Điều kiện thời gian', 'time_condition', 'id', 'time_condition.name'],
  ['msg', 'Thông báo', 'announcement', 'id', 'announcement.name'],
  ['voicemail', 'Hộp thư thoại', 'voicemail_box', 'id', 'voicemail_box.name'],
  ['lastcall', 'Cuộc gọi gần nhất', 'last_call_rule', 'id', 'last_call_rule.name'],
] as const;

/** A forward is called by its number and by what comes after it, as people write it into a file; null where that is not there. */
async function named(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create function place_name(type text, value text) returns text language sql stable as $$
      select case type
        ${places
          .map(
            ([type, , table, column, called]) =>
              `when '${type}' then (select ${called} from ${table} where ${table}.${column} = ${
                column === 'id' ? 'place_name.value::uuid' : 'place_name.value'
              })`,
          )
          .join('\n        ')}
        when 'fw' then replace(place_name.value, 'customer/', '')
        else ''
      end
    $$`,
  );
  const label = places.map(([type, words]) => `when '${type}' then '${words}'`).join(' ');
  await run(
    db,
    `create or replace function destination_name(type text, value text) returns text language sql stable as $$
      select case
        when type = 'fw' and strpos(value, '>') > 0 then
          replace(split_part(value, '>', 1), 'customer/', '') || '; nếu không được: ' ||
          case split_part(split_part(value, '>', 2), '/', 1) ${label} end || ': ' ||
          place_name(split_part(split_part(value, '>', 2), '/', 1), split_part(value, '/', -1))
        else place_name(type, value) end
    $$`,
  );
}

/** The catalogue says where destinations stand, as it did; each is looked into. */
async function used(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create or replace function destination_users(of_kind text, of_values text[])
      returns table (value text, used_in text, id uuid, name text)
      language plpgsql stable set search_path = pg_catalog, public as $$
      declare
        place record;
        behind text[] := array(select of_kind || '/' || one from unnest(of_values) as one);
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
      end $$`,
  );
}
