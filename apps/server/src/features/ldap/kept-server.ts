import type { Trx } from '../../db/database.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { type Sealer, sealer } from '../../storage/sealed.ts';
import type { DirectoryServer } from './who-is.ts';

export const servicePasswordSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo ldap account');

export const keptServer = (trx: Trx) =>
  trx
    .selectFrom('ldap_server')
    .select([
      'name',
      'host',
      'port',
      'security',
      'ca',
      'finds_by',
      'service_dn',
      'service_password',
      'base_dn',
      'filter',
    ])
    .select(['dn_pattern', 'email_attribute', 'name_attribute', 'active', 'create_people', 'role_id', 'version'])
    .executeTakeFirst();

export type KeptServer = NonNullable<Awaited<ReturnType<typeof keptServer>>>;

/** The directory that is kept, as it is asked. */
export function serverOf(seals: Sealer, tenantId: string, kept: KeptServer): DirectoryServer {
  const { host, port, security, ca, service_password: sealed } = kept;
  const password = sealed === null ? undefined : seals.open(tenantId, sealed);
  return {
    host,
    port,
    security: security === 'starttls' ? 'starttls' : 'ldaps',
    ca,
    finds:
      kept.finds_by === 'pattern'
        ? { by: 'pattern', pattern: kept.dn_pattern }
        : { by: 'search', dn: kept.service_dn, password: password ?? '', base: kept.base_dn, filter: kept.filter },
    emailAttribute: kept.email_attribute,
    nameAttribute: kept.name_attribute,
  };
}
