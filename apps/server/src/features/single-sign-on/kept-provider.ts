import type { Trx } from '../../db/database.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { type Sealer, sealer } from '../../storage/sealed.ts';
import type { ProviderAddress } from './provider.ts';

export const secretSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo sign-in provider');

export const keptProvider = (trx: Trx) =>
  trx
    .selectFrom('sign_in_provider')
    .select(['id', 'name', 'issuer', 'client_id', 'secret', 'active', 'create_people', 'role_id', 'version'])
    .executeTakeFirst();

type Kept = NonNullable<Awaited<ReturnType<typeof keptProvider>>>;

export const providerAddress = (
  seals: Sealer,
  tenantId: string,
  { issuer, client_id, secret }: Kept,
): ProviderAddress => ({
  issuer,
  clientId: client_id,
  secret: secret === null ? undefined : seals.open(tenantId, secret),
});
