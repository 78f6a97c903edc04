-- Destinations: where a call can be sent by what a company configures.
--
-- A destination stands in two columns, `<x>_kind` and `<x>_value`. The value names what the kind says: an extension's
-- number, a number outside, or the id of a row of the kind's table. Ids are no foreign keys, because the table
-- depends on the kind: deletes look for what refers to a row (keep_destination), and routing says what is missing.
-- Behind a number outside may stand where the call goes that does not get through there: `0901234567>queue/<id>`.
--
-- A new kind needs a migration that does each of these:
--   1. widens the check of every column below (it reads them from the catalogue: all checks that list 'hang-up');
--   2. destination_option, where a company chooses it from rows of a table: kind, value, name;
--   3. place_name: what a value of it is called; destination_name: its own word, if a forward may lead on to it;
--   4. destination_of and destination_users, if more stands behind its value than one name, as behind a forward's;
--   5. a trigger keep_destination on its table, so that no row is deleted while calls are sent there.
-- Columns of a new table need nothing but their check: destination_users finds pairs of columns by their names.

do $do$
declare
  place record;
begin
  for place in
    select * from (values
      ('extension', 'otherwise'), ('extension', 'forward_always'), ('extension', 'forward_busy'),
      ('extension', 'forward_no_answer'), ('extension', 'forward_offline'), ('time_condition', 'match'),
      ('time_condition', 'otherwise'), ('announcement', 'then'), ('ring_group', 'otherwise'), ('queue', 'timeout'),
      ('queue', 'full'), ('queue', 'empty'), ('queue_exit', 'destination'), ('ivr_menu', 'invalid'),
      ('ivr_menu', 'timeout'), ('ivr_key', 'destination'), ('last_call_rule', 'otherwise'),
      ('inbound_rule', 'destination'), ('inbound_rule', 'after_talk')
    ) as places (part, field)
  loop
    execute format('alter table %1$I add constraint %2$I check (%3$I in (
        ''ivr'', ''direct'', ''group'', ''fw'', ''msg'', ''time'', ''voicemail'', ''queue'', ''lastcall'', ''hang-up''))',
      place.part, place.part || '_' || place.field || '_kind_check', place.field || '_kind');
  end loop;
end $do$;
-- A line of a block list leads to an announcement or a box, and nowhere else: block_list_then_kind_check in
-- call-rules.sql.

-- What a company can choose, by kind. An extension is called by its number and whoever has it.
create view destination_option with (security_invoker = true) as
  select tenant_id, 'direct' as type, number::text as value, extension.number || coalesce(' · ' || (
      select min(account.name) from account where account.extension = extension.number
    ), nullif(' · ' || extension.name, ' · '), '') as name from extension
  union all select tenant_id, 'group' as type, id::text as value, case when ring_group.number = '' then ring_group.name
    else ring_group.name || ' (' || ring_group.number || ')' end as name from ring_group
  union all select tenant_id, 'queue' as type, id::text as value, case when queue.number = '' then queue.name
    else queue.name || ' (' || queue.number || ')' end as name from queue
  union all select tenant_id, 'ivr' as type, id::text as value, case when ivr_menu.number = '' then ivr_menu.name
    else ivr_menu.name || ' (' || ivr_menu.number || ')' end as name from ivr_menu
  union all select tenant_id, 'time' as type, id::text as value, time_condition.name as name from time_condition
  union all select tenant_id, 'msg' as type, id::text as value, announcement.name as name from announcement
  union all select tenant_id, 'voicemail' as type, id::text as value, voicemail_box.name as name from voicemail_box
  union all select tenant_id, 'lastcall' as type, id::text as value, last_call_rule.name as name from last_call_rule;

-- A destination as the API has it.
create function destination_of(kind text, value text) returns json
  language sql immutable parallel safe as $$
  select case
    when kind is null then null
    when kind = 'fw' and strpos(value, '>') > 0 then json_build_object(
      'type', kind, 'value', split_part(value, '>', 1),
      'otherwise', json_build_object(
        'type', split_part(split_part(value, '>', 2), '/', 1), 'value', split_part(value, '/', -1)))
    else json_build_object('type', kind, 'value', value) end
$$;

-- What one place is called; null where it is not there any longer.
create function place_name(type text, value text) returns text
  language sql stable as $$
  select case type
    when 'direct' then (
      select extension.number || coalesce(' · ' || (
        select min(account.name) from account where account.extension = extension.number
      ), nullif(' · ' || extension.name, ' · '), '') from extension where extension.number = place_name.value)
    when 'group' then (
      select case when ring_group.number = '' then ring_group.name
        else ring_group.name || ' (' || ring_group.number || ')' end
      from ring_group where ring_group.id = place_name.value::uuid)
    when 'queue' then (
      select case when queue.number = '' then queue.name else queue.name || ' (' || queue.number || ')' end
      from queue where queue.id = place_name.value::uuid)
    when 'ivr' then (
      select case when ivr_menu.number = '' then ivr_menu.name else ivr_menu.name || ' (' || ivr_menu.number || ')' end
      from ivr_menu where ivr_menu.id = place_name.value::uuid)
    when 'time' then (
      select time_condition.name from time_condition where time_condition.id = place_name.value::uuid)
    when 'msg' then (select announcement.name from announcement where announcement.id = place_name.value::uuid)
    when 'voicemail' then (
      select voicemail_box.name from voicemail_box where voicemail_box.id = place_name.value::uuid)
    when 'lastcall' then (
      select last_call_rule.name from last_call_rule where last_call_rule.id = place_name.value::uuid)
    when 'fw' then replace(place_name.value, 'customer/', '')
    else ''
  end
$$;

-- A forward is called by its number and by what comes after it, as people write it into a file.
create function destination_name(type text, value text) returns text
  language sql stable as $$
  select case
    when type = 'fw' and strpos(value, '>') > 0 then
      replace(split_part(value, '>', 1), 'customer/', '') || '; nếu không được: ' ||
      case split_part(split_part(value, '>', 2), '/', 1)
        when 'direct' then 'Máy nhánh'
        when 'group' then 'Nhóm đổ chuông'
        when 'queue' then 'Hàng đợi'
        when 'ivr' then 'Cây IVR'
        when 'time' then 'Điều kiện thời gian'
        when 'msg' then 'Thông báo'
        when 'voicemail' then 'Hộp thư thoại'
        when 'lastcall' then 'Cuộc gọi gần nhất' end || ': ' ||
      place_name(split_part(split_part(value, '>', 2), '/', 1), split_part(value, '/', -1))
    else place_name(type, value) end
$$;

-- Which rows send calls to one of these. The catalogue says where destinations stand. A row without a name belongs to
-- another one, by its foreign key that cascades, and is called after that.
create function destination_users(of_kind text, of_values text[]) returns table (value text, used_in text, id uuid,
  name text)
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
    where kind.attname like '%\_kind' and not kind.attisdropped
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
end $$;

-- Refuses to delete a row that calls are sent to, as a foreign key would.
create function keep_destination() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
declare
  named text[];
begin
  -- Whoever lays many rows over others looks behind the last of them.
  if current_setting('app.applying', true) = 'on' then return null; end if;
  -- With a company goes all that it has.
  execute format('select array_agg(%I::text) from gone where exists (
    select from tenant where tenant.id = gone.tenant_id)', tg_argv[1]) into named;
  if named is not null and exists (select from destination_users(tg_argv[0], named)) then
    raise exception 'calls are sent there' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

do $do$
declare
  place record;
begin
  for place in
    select * from (values
      ('direct', 'extension', 'number'), ('group', 'ring_group', 'id'), ('queue', 'queue', 'id'),
      ('ivr', 'ivr_menu', 'id'), ('time', 'time_condition', 'id'), ('msg', 'announcement', 'id'), ('voicemail', 'voicemail_box', 'id'),
      ('lastcall', 'last_call_rule', 'id')
    ) as kinds (kind, name, key)
  loop
    execute format('create trigger keep_destination after delete on %I referencing old table as gone
      for each statement execute function keep_destination(%L, %L)', place.name, place.kind, place.key);
  end loop;
end $do$;
