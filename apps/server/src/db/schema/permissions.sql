-- Which rows each role sees, and what it may do. `alo_owner` owns tables and functions, `alo_app` serves,
-- `alo_lookup` sees across tenants and nobody signs in as it (roles.ts).

-- Row-level security binds even the owner: a row is seen and written in its own tenant, and nowhere else. The
-- subselect asks for the tenant once a statement. Tables without a tenant (server_process, sign_in_try) have none.
do $do$
declare
  guarded record;
begin
  for guarded in
    select c.relname as name, a.attname as tenant
    from pg_class c join pg_attribute a on a.attrelid = c.oid
      and a.attname = case c.relname when 'tenant' then 'id' else 'tenant_id' end
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.oid
  loop
    execute format('alter table %I enable row level security, force row level security', guarded.name);
    execute format('create policy own_tenant on %1$I
      using (%2$I = (select current_tenant())) with check (%2$I = (select current_tenant()))',
      guarded.name, guarded.tenant);
  end loop;
end $do$;

-- The serving role does everything with rows of its tenant …
do $do$
declare
  served text;
begin
  for served in
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in (
        'migration', 'sign_in_try',
        'audit', 'audit_anchor', 'audit_head', 'audit_link', 'block_list_change', 'call', 'call_event',
        'call_segment', 'customer_own', 'leg', 'operator_company', 'queue_stay', 'recording', 'row_tally',
        'rule_change', 'server_process', 'tenant'
      )
  loop
    execute format('grant select, insert, update, delete on %I to alo_app', served);
  end loop;
end $do$;

-- … but deletes no company, no call and no process,
grant select, insert, update on call, call_event, call_segment, leg, queue_stay, recording, server_process, tenant to
  alo_app;
-- changes no line of a log, which it takes out when it has read it,
grant select, insert, delete on block_list_change, customer_own, row_tally, rule_change to alo_app;
-- adds to the trail and changes nothing in it,
grant select, insert on audit to alo_app;
-- and reads the chain of the trail, and which company runs the installation.
grant select on audit_anchor, audit_head, audit_link, operator_company to alo_app;
grant select on destination_option to alo_app;

-- What the lookup role's functions and views read. Its policies are no condition: its functions name the tenant
-- themselves.
do $do$
declare
  looked_up text;
begin
  foreach looked_up in array array[
    'account', 'branch', 'call', 'customer', 'customer_phone', 'data_source', 'job', 'session', 'tenant',
    'webhook_delivery'
  ] loop
    execute format('create policy lookup on %I for select to alo_lookup using (true)', looked_up);
    execute format('grant select on %I to alo_lookup', looked_up);
  end loop;
  -- Resources whose rows an import finds by name or code (ids_by_key).
  foreach looked_up in array array[
    'account', 'announcement', 'api_key', 'branch', 'campaign', 'customer_field', 'data_source', 'department',
    'device', 'extension', 'extension_group', 'greeting', 'inbound_rule', 'ivr_menu', 'last_call_rule',
    'music_on_hold', 'outbound_rule', 'profile_status', 'project', 'queue', 'ring_group', 'role', 'service_number',
    'survey_campaign', 'survey_category', 'survey_question', 'team', 'time_condition', 'time_group', 'trunk',
    'voicemail_box', 'webhook'
  ] loop
    execute format('create policy found_by_key on %I for select to alo_lookup using (true)', looked_up);
    execute format('grant select on %I to alo_lookup', looked_up);
  end loop;
end $do$;

-- Functions are for everybody, but for those that look or write past row-level security or are called by the server
-- alone.
revoke all on function
  account_of_email, audit_faults, calls_between, count_installation, create_call_month, drop_empty_months,
  erase_calls, expire_audit, expire_calls, expire_recordings, find_branch, find_call, find_campaign_contact,
  find_customer, find_customer_contact, find_customer_number, find_customer_promise, find_data_source,
  forget_in_audit, forgive_sign_in_tries, ids_by_key, link_audit_entry, list_cut, queue_delivery, queue_job,
  rebuild_call_sums, rebuild_number_sums, rebuild_party_sums, rebuild_person_sums, rebuild_recording_sums,
  rebuild_talk_sums, settle_tallies, sign_in_wait, take_sign_in_tries, tenant_of_api_key, tenant_of_session,
  tenants_of_email from public;
grant execute on function
  account_of_email, audit_faults, calls_between, count_installation, create_call_month, drop_empty_months,
  erase_calls, expire_audit, expire_calls, expire_recordings, find_branch, find_call, find_campaign_contact,
  find_customer, find_customer_contact, find_customer_number, find_customer_promise, find_data_source,
  forget_in_audit, forgive_sign_in_tries, ids_by_key, list_cut, queue_delivery, queue_job, rebuild_call_sums,
  rebuild_number_sums, rebuild_party_sums, rebuild_person_sums, rebuild_recording_sums, rebuild_talk_sums,
  settle_tallies, sign_in_wait, take_sign_in_tries, tenant_of_api_key, tenant_of_session, tenants_of_email to alo_app;
grant execute on function current_tenant, fold, name_key, search_patterns to alo_app, alo_lookup;
grant execute on function audit_digest to alo_app;

-- Given away last: the new owner takes what was granted along.
grant select on tenant_directory, every_tenant to alo_app;
alter view tenant_directory owner to alo_lookup;
alter view every_tenant owner to alo_lookup;
alter function account_of_email owner to alo_lookup;
alter function count_installation owner to alo_lookup;
alter function find_branch owner to alo_lookup;
alter function find_call owner to alo_lookup;
alter function find_customer owner to alo_lookup;
alter function find_customer_number owner to alo_lookup;
alter function find_data_source owner to alo_lookup;
alter function ids_by_key owner to alo_lookup;
alter function tenant_of_api_key owner to alo_lookup;
alter function tenant_of_session owner to alo_lookup;
alter function tenants_of_email owner to alo_lookup;
