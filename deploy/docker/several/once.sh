#!/bin/sh
# What is done once between the first start of the console and the first of the machines that run calls. Done again it changes nothing.
set -eu
for machine in n1 n2; do
  for file in server-key installation-id; do
    [ -e "/$machine/$file" ] || cp -p "/web/$file" "/$machine/$file"
  done
  chown -R --reference=/web "/$machine"
  chmod 700 "/$machine"
done
psql -h 127.0.0.1 -U alo -d alo -v ON_ERROR_STOP=1 -v password="${EDGE_PASSWORD:-edge}" <<'SQL'
select 'create role alo_edge login' where not exists (select from pg_roles where rolname = 'alo_edge') \gexec
alter role alo_edge password :'password';
grant execute on function node_of_domain, node_of_number to alo_edge;
SQL
