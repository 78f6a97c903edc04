import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** A company's people sign in by name and password of its directory (LDAP). */
export const ldapServer: Migration = {
  name: '0019-ldap-server',
  async up(db) {
    await createTenantTable(db, 'ldap_server', [
      'name text not null',
      'host text not null',
      'port integer not null',
      'security text not null',
      'ca text not null',
      'finds_by text not null',
      'service_dn text not null',
      'service_password bytea',
      'base_dn text not null',
      'filter text not null',
      'dn_pattern text not null',
      'email_attribute text not null',
      'name_attribute text not null',
      'active boolean not null default true',
      'create_people boolean not null default false',
      'role_id uuid',
      'constraint ldap_server_once unique (tenant_id)',
      references('ldap_server', 'role_id', 'role'),
    ]);
    await run(db, 'create index ldap_server_role_id on ldap_server (tenant_id, role_id)');
    // The name that somebody typed there: whoever has come in by it from a network is not slowed down by others who try it.
    await run(db, 'alter table session add column ldap_name text');
    await run(
      db,
      'create index session_ldap_name on session (tenant_id, ldap_name, network) where ldap_name is not null',
    );
    // Before a table was looked at, only what is unique is known to find one row: a session is found by its token, not among all of its company.
    await run(db, 'drop index session_token');
    await run(db, 'create unique index session_token on session (token_hash)');
  },
};
