import { hash } from 'node:crypto';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { newId } from '../../apps/server/src/kernel/new-id.ts';
import { query } from './query.ts';
import { carrier, extensionAt, prefix as firstNumbers } from './sip-tenant.ts';

/** An empty one with all its tables; answers its address. */
export async function makeDatabase(adminUrl: string): Promise<string> {
  await query(adminUrl, 'create database load');
  const url = new URL(adminUrl);
  url.pathname = 'load';
  await migrate(url.href);
  return url.href;
}

/**
 * A company whose people all have a desk phone and a number of their own, and have signed in, so that their phones may register.
 * Answers its id and those of their sessions.
 */
export async function makeCompany(
  url: string,
  {
    code,
    domain,
    people,
    records,
    at = { host: carrier, port: 5060 },
    prefix = firstNumbers,
  }: {
    readonly code: string;
    readonly domain: string;
    readonly people: number;
    readonly records: boolean;
    /** Where its carrier is. */
    readonly at?: { readonly host: string; readonly port: number };
    /** How its numbers begin; the extension follows. */
    readonly prefix?: string;
  },
): Promise<{ readonly tenant: string; readonly sessions: readonly string[] }> {
  const [tenant, role, trunk] = [newId(), newId(), newId()];
  const persons = Array.from({ length: people }, (_, index) => ({
    tenant_id: tenant,
    account: newId(),
    ...newSession(),
    service: newId(),
    extension: extensionAt(index),
    number: `${prefix}${extensionAt(index)}`.replace(/^0/, '+84'),
  }));
  const each = JSON.stringify(persons);
  const from = `jsonb_to_recordset($1::jsonb) as
    one(tenant_id uuid, account uuid, session uuid, token text, service uuid, extension text, number text)`;
  await query(url, 'insert into tenant (id, code, name, sip_domain) values ($1, $2, $2, $3)', [tenant, code, domain]);
  await query(url, 'insert into telephony_setting (tenant_id) values ($1)', [tenant]);
  await query(url, 'insert into system_setting (tenant_id, records_inbound) values ($1, $2)', [tenant, records]);
  await query(url, "insert into role (tenant_id, id, name) values ($1, $2, 'super-admin')", [tenant, role]);
  await query(
    url,
    "insert into trunk (tenant_id, id, name, host, port, addresses) values ($1, $2, 'Nhà mạng', $3, $4, array[$3])",
    [tenant, trunk, at.host, at.port],
  );
  await query(
    url,
    `insert into account (tenant_id, id, email, name, extension, password_hash, role_id)
     select tenant_id, account, extension || '@load', 'Máy ' || extension, extension, '', $2 from ${from}`,
    [each, role],
  );
  await query(
    url,
    `insert into session (tenant_id, id, account_id, token_hash, expires_at)
     select tenant_id, session, account, sha256(token::bytea), now() + interval '12 hours' from ${from}`,
    [each],
  );
  await query(
    url,
    `insert into extension (tenant_id, id, number, name)
     select tenant_id, gen_random_uuid(), extension, 'Máy ' || extension from ${from}`,
    [each],
  );
  await query(
    url,
    `insert into service_number (tenant_id, id, number, name, trunk_id)
     select tenant_id, service, number, 'Số của ' || extension, $2 from ${from}`,
    [each, trunk],
  );
  await query(
    url,
    `insert into inbound_rule (tenant_id, id, name, service_number_id, destination_kind, destination_value)
     select tenant_id, gen_random_uuid(), 'Gọi ' || extension, service, 'direct', extension from ${from}`,
    [each],
  );
  return { tenant, sessions: persons.map(({ session }) => session) };
}

function newSession() {
  const session = newId();
  return { session, token: tokenOf(session) };
}

/** What proves a session of these companies to the API: as long as any, and known by the session. */
export const tokenOf = (session: string): string => hash('sha256', session, 'base64url');
