import { createHash, randomBytes } from 'node:crypto';
import type { PhoneMaker } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { newId } from '../../kernel/new-id.ts';
import { sealer } from '../../storage/sealed.ts';
import { type PhoneDoor, portOf } from './device-settings.ts';
import { type GivenPassword, identityOf } from './device-store.ts';
import { makerOfFile, makers, phoneFiles } from './phone-files.ts';

/** So long a phone may take its settings, and so often: when it has registered nobody else may. Phones ask again while they start. */
const goodForMs = 15 * 60_000;
export const mostFetches = 5;

const kept = z.object({
  password: z.string(),
  door: z.object({ host: z.string(), sip: z.number(), tls: z.number(), wss: z.number() }),
});

const idBytes = 16;

/** Makes the one address of a device's settings; an earlier one is worth nothing from here on. */
export async function makeSetup(
  trx: Trx,
  serverKey: ServerKey,
  of: { tenantId: string; deviceId: string; given: GivenPassword; door: PhoneDoor },
  now: number,
): Promise<{ token: string; expiresAt: Date }> {
  const { tenantId, deviceId, given, door } = of;
  // The company stands in it, so that its rows alone are looked into. Phones take short addresses only.
  const token = Buffer.concat([Buffer.from(tenantId.replaceAll('-', ''), 'hex'), randomBytes(idBytes)]).toString(
    'base64url',
  );
  const expiresAt = new Date(now + goodForMs);
  const settings = sealerOf(serverKey, token).seal(deviceId, JSON.stringify({ password: given.password, door }));
  await trx.deleteFrom('device_setup').where('device_id', '=', deviceId).execute();
  await trx
    .insertInto('device_setup')
    .values({
      id: newId(),
      device_id: deviceId,
      token_hash: hash(token),
      settings,
      secret_number: given.number,
      expires_at: expiresAt,
      fetches_left: mostFetches,
    })
    .execute();
  return { token, expiresAt };
}

/** Who fetches, as the trail keeps it. */
interface From {
  readonly network: string;
  readonly requestId: string;
}

/** A file that a phone sets itself up by; undefined for an address that is good no more, or never was. */
export async function fetchSetup(
  { db, serverKey }: { db: Pick<Db, 'inTenant'>; serverKey: ServerKey },
  { token, file, from }: { token: string; file: string; from: From },
  now: number,
): Promise<{ type: string; text: string } | undefined> {
  const tenantId = tenantOf(token);
  const maker = makerOfFile(file);
  if (tenantId === undefined || maker === undefined) return undefined;
  return db.inTenant(tenantId, async (trx) => {
    // Another password since, or a phone that came with this one: whoever reads the address now is too late.
    const row = await trx
      .selectFrom('device_setup')
      .innerJoin('device', 'device.id', 'device_setup.device_id')
      .innerJoin('extension', 'extension.id', 'device.extension_id')
      .leftJoin('device_seen', 'device_seen.device_id', 'device.id')
      .where('device_setup.token_hash', '=', hash(token))
      .where('device_setup.expires_at', '>', new Date(now))
      .where('device_setup.fetches_left', '>', 0)
      .where('device.secret', 'is not', null)
      .whereRef('device.secret_number', '=', 'device_setup.secret_number')
      .where(sql<boolean>`device_seen.last_seen_at is null or device_seen.last_seen_at < device.secret_at`)
      .select(['device_setup.id', 'device_setup.settings', 'device_setup.device_id as deviceId'])
      .select(['extension.number', 'extension.name'])
      .forUpdate('device_setup')
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const opened = sealerOf(serverKey, token).open(row.deviceId, row.settings);
    const identity = await identityOf(trx, row.deviceId);
    if (opened === undefined || identity === undefined) return undefined;
    const { transport, domain, username } = identity;
    const { transports, type, text } = phoneFiles[maker];
    const spoken = transports.find((one) => one === transport);
    if (spoken === undefined) return undefined;
    const { password, door } = kept.parse(JSON.parse(opened));
    await trx
      .updateTable('device_setup')
      .set({ fetches_left: sql`fetches_left - 1` })
      .where('id', '=', row.id)
      .execute();
    const entry = { action: 'fetch-settings', subject: 'device', subjectId: row.deviceId, after: { maker } };
    await audit(trx, { ...from, accountId: null }, entry);
    const way = { domain, host: door.host, port: portOf(door, transport), transport: spoken };
    return { type, text: text({ number: row.number, name: row.name, username, password, ...way }) };
  });
}

/** The makers whose phones speak so. */
export const makersBy = (transport: string): PhoneMaker[] =>
  makers.filter((maker) => phoneFiles[maker].transports.some((one) => one === transport));

/** What is kept opens by the address alone. */
const sealerOf = (serverKey: ServerKey, token: string) => sealer(serverKey, `alo device settings ${token}`);

function tenantOf(token: string): string | undefined {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const hex = Buffer.from(token, 'base64url').subarray(0, idBytes).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const hash = (token: string) => createHash('sha256').update(token).digest();
