import { sql } from 'kysely';
import { z } from 'zod';

import type { Db } from '../../db/database.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { sealer } from '../../storage/sealed.ts';
import { type PhoneDoor, portOf } from './device-settings.ts';
import { type GivenPassword, identityOf } from './device-store.ts';

/** So long a phone may take its settings by camera, and once: when it has registered nobody else may. */
const goodForMs = 15 * 60_000;
const purpose = 'alo device settings';

/** What an address of settings holds, sealed: nothing of it is kept anywhere. */
const ticket = z.object({
  tenantId: z.string(),
  deviceId: z.string(),
  password: z.string(),
  number: z.number(),
  door: z.object({ host: z.string(), sip: z.number(), tls: z.number(), wss: z.number() }),
  expiresAt: z.number(),
});

/** The last part of the address by which a phone fetches its settings, and until when that is good. */
export function newTicket(
  serverKey: ServerKey,
  of: { tenantId: string; deviceId: string; given: GivenPassword; door: PhoneDoor },
  now: number,
): { token: string; expiresAt: number } {
  const { tenantId, deviceId, given, door } = of;
  const { password, number } = given;
  const expiresAt = now + goodForMs;
  const told = { tenantId, deviceId, password, number, door, expiresAt };
  return { token: sealer(serverKey, purpose).seal('', JSON.stringify(told)).toString('base64url'), expiresAt };
}

/** The file that Linphone sets itself up by; undefined for an address that is good no more, or never was. */
export async function deviceFile(
  { db, serverKey }: { db: Pick<Db, 'inTenant'>; serverKey: ServerKey },
  token: string,
  now: number,
): Promise<string | undefined> {
  const opened = sealer(serverKey, purpose).open('', Buffer.from(token, 'base64url'));
  if (opened === undefined) return undefined;
  const { tenantId, deviceId, password, number, door, expiresAt } = ticket.parse(JSON.parse(opened));
  if (expiresAt < now) return undefined;
  return db.inTenant(tenantId, async (trx) => {
    // Another password since, or a phone that came with this one: whoever reads the picture now is too late.
    const waiting = await trx
      .selectFrom('device')
      .leftJoin('device_seen', 'device_seen.device_id', 'device.id')
      .where('device.id', '=', deviceId)
      .where('device.secret', 'is not', null)
      .where('device.secret_number', '=', number)
      .where(sql<boolean>`device_seen.last_seen_at is null or device_seen.last_seen_at < device.secret_at`)
      .select('device.id')
      .executeTakeFirst();
    const identity = waiting === undefined ? undefined : await identityOf(trx, deviceId);
    if (identity === undefined) return undefined;
    const { transport, domain, username } = identity;
    const proxy = `<sip:${door.host}:${portOf(door, transport)};transport=${transport}>`;
    return linphoneFile([
      ['sip', { default_proxy: '0' }],
      [
        'proxy_0',
        {
          reg_identity: `sip:${username}@${domain}`,
          reg_proxy: proxy,
          reg_route: proxy,
          reg_sendregister: '1',
          reg_expires: '60',
          publish: '0',
        },
      ],
      ['auth_info_0', { username, userid: username, passwd: password, realm: domain, domain }],
    ]);
  });
}

/** Remote provisioning as Linphone reads it (lpconfig.xsd). */
const linphoneFile = (sections: readonly (readonly [string, Readonly<Record<string, string>>])[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<config xmlns="http://www.linphone.org/xsds/lpconfig.xsd">',
    ...sections.flatMap(([name, entries]) => [
      `<section name="${name}">`,
      ...Object.entries(entries).map(([key, value]) => `<entry name="${key}" overwrite="true">${text(value)}</entry>`),
      '</section>',
    ]),
    '</config>',
    '',
  ].join('\n');

const text = (value: string): string => value.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
