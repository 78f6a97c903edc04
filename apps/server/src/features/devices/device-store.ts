import type { DeviceProvision } from '@alo/engine';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { newDevicePassword, openSecret, sealSecret, secretOf } from './device-password.ts';
import type { DeviceIdentity } from './device-settings.ts';
import { usernameOf } from './devices.ts';

/** Whom a device is, as phones are set up; undefined where there is none of this id. */
export async function identityOf(trx: Trx, id: string): Promise<DeviceIdentity | undefined> {
  const row = await trx
    .selectFrom('device')
    .innerJoin('extension', 'extension.id', 'device.extension_id')
    .innerJoin('tenant', 'tenant.id', 'device.tenant_id')
    .where('device.id', '=', id)
    .select(['device.transport', 'tenant.sip_domain as domain', usernameOf.as('username')])
    .executeTakeFirst();
  return row;
}

export interface GivenPassword {
  readonly identity: DeviceIdentity;
  readonly password: string;
  /** Which one of the device's it is. */
  readonly number: number;
}

/** Gives a device a password, in place of the one that it has; undefined where there is no such device. */
export async function givePassword(
  trx: Trx,
  { announce, serverKey }: { announce: AnnounceChange; serverKey: ServerKey },
  tenantId: string,
  id: string,
): Promise<GivenPassword | undefined> {
  const identity = await identityOf(trx, id);
  if (identity === undefined) return undefined;
  const { username, domain } = identity;
  const password = newDevicePassword();
  const { secret_number: number } = await trx
    .updateTable('device')
    .set({
      username,
      secret: sealSecret(serverKey, tenantId, id, secretOf(username, domain, password)),
      secret_number: sql`secret_number + 1`,
      secret_at: sql`now()`,
    })
    .where('id', '=', id)
    .returning('secret_number')
    .executeTakeFirstOrThrow();
  await announce(trx, { tenantId, subject: 'devices', ids: [id] });
  return { identity, password, number };
}

/** Takes a device its password; false where there is no such device. */
export async function takePassword(
  trx: Trx,
  { announce }: { announce: AnnounceChange },
  tenantId: string,
  id: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('device')
    .set({ secret: null, secret_at: null })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await announce(trx, { tenantId, subject: 'devices', ids: [id] });
  return true;
}

/** What the engine knows devices by, by extension: of all extensions, or of some. */
export async function deviceProvisions(
  { db, serverKey }: { db: Pick<Db, 'inTenant'>; serverKey: ServerKey },
  tenantId: string,
  extensions: readonly string[] | 'all',
): Promise<ReadonlyMap<string, readonly DeviceProvision[]>> {
  const rows = await db.inTenant(tenantId, (trx) => {
    const all = trx
      .selectFrom('device')
      .innerJoin('extension', 'extension.id', 'device.extension_id')
      .where('device.enabled', '=', true)
      .where('device.secret', 'is not', null)
      .select(['device.id', 'device.username', 'device.secret', 'device.secret_number'])
      .select(['device.networks', 'device.max_calls', 'extension.number']);
    return extensions === 'all' ? all.execute() : all.where('extension.number', 'in', extensions).execute();
  });
  const known = rows.flatMap(({ id, username: user, number, networks, max_calls: maxCalls, ...row }) => {
    const secret = row.secret === null ? undefined : openSecret(serverKey, tenantId, id, row.secret);
    if (secret === undefined) return [];
    return [
      {
        number,
        device: { device: id, user, networks, maxCalls, secret: { id: `${id}/${row.secret_number}`, ...secret } },
      },
    ];
  });
  const byExtension = Map.groupBy(known, ({ number }) => number);
  return new Map([...byExtension].map(([number, its]) => [number, its.map(({ device }) => device)]));
}
