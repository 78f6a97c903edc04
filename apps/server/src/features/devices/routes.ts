import type { PhoneMaker } from '@alo/contract';
import {
  addOwnPhone,
  deviceSettingsOf,
  devices,
  endDevice,
  endOwnPhone,
  mostOwnPhones,
  ownPhones,
  renewDevice,
  renewOwnPhone,
} from '@alo/contract';
import type { FastifyInstance } from 'fastify';
import { encodeQR } from 'qr';
import type { z } from 'zod';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { insideOf } from '../../db/inside.ts';
import { networkOf } from '../../http/network.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { Problem } from '../../kernel/problem.ts';
import { type ResourceDeps, resourceStore } from '../../resource/store.ts';
import { type PhoneDoor, settingsOf } from './device-settings.ts';
import { fetchSetup, makersBy, makeSetup, mostFetches } from './device-setup.ts';
import { givePassword, identityOf, takePassword } from './device-store.ts';
import { device } from './devices.ts';
import { phoneFiles } from './phone-files.ts';

export interface DeviceDeps extends Pick<ResourceDeps, 'db' | 'announce' | 'bulkables'> {
  readonly serverKey: ServerKey;
  /** Where phones reach us, for somebody who reached us by this name. */
  /** The engine knows the devices of a tenant as they are now. */
  readonly told: (tenantId: string) => Promise<void>;
  readonly doorFor: (host: string) => PhoneDoor;
  readonly now: () => number;
}

/** Adds a device in a transaction that goes on, with its password; the engine is told by whoever does so, when it is over. */
export const addDeviceIn =
  (deps: Pick<DeviceDeps, 'db' | 'announce' | 'bulkables' | 'serverKey'>) =>
  async (
    trx: Trx,
    by: By,
    input: z.input<typeof devices.create.body>,
  ): Promise<{ username: string; password: string }> => {
    const { id } = await resourceStore({ ...deps, db: insideOf(deps.db, trx) }, device).insert(
      by,
      devices.create.body.parse(input),
    );
    const { identity, password } = found(await givePassword(trx, deps, by.caller.tenantId, id));
    return { username: identity.username, password };
  };

export const deviceFilePath = '/phone-settings';

export interface DeviceFileDeps extends Pick<DeviceDeps, 'db' | 'serverKey' | 'now'> {
  /** Refuses who has asked for too many addresses that were none; gives back the try where it was one. */
  readonly takeTry: (network: string) => Promise<() => Promise<void>>;
}

/** A phone that is set up is nobody yet: it fetches its settings by an address that is its only proof. */
export function serveDeviceFiles(http: FastifyInstance, deps: DeviceFileDeps): void {
  http.get<{ Params: { token: string; file: string } }>(
    `${deviceFilePath}/:token/:file`,
    // Whoever only asks whether it is there uses up no fetch.
    { exposeHeadRoute: false },
    async (request, reply) => {
      const from = { network: networkOf(request.ip), requestId: request.id };
      const giveBack = await deps.takeTry(from.network);
      const found = await fetchSetup(deps, { ...request.params, from }, deps.now());
      if (found === undefined) throw Problem.notFound();
      await giveBack();
      return reply.type(found.type).header('cache-control', 'no-store').send(found.text);
    },
  );
}

const hostOf = (origin: string): string => new URL(origin).hostname;

type Asked = By & { readonly origin: string };

export function deviceRoutes(deps: DeviceDeps): Route[] {
  const { db, doorFor, now, told } = deps;
  const store = resourceStore(deps, device);

  /** Gives a device a password, with what a phone is set up with, typed or by a file. */
  async function withPassword(trx: Trx, by: Asked, deviceId: string) {
    const { tenantId } = by.caller;
    const given = found(await givePassword(trx, deps, tenantId, deviceId));
    const { identity, password } = given;
    const door = doorFor(hostOf(by.origin));
    const settings = settingsOf(door, identity, password);
    const makers = makersBy(identity.transport);
    if (makers.length === 0) return { ...settings, qr: null, setup: null };
    const { token, expiresAt } = await makeSetup(trx, deps.serverKey, { tenantId, deviceId, given, door }, now());
    const urlOf = (maker: PhoneMaker) => `${by.origin}${deviceFilePath}/${token}/${phoneFiles[maker].file}`;
    const files = makers.map((maker) => ({ maker, url: urlOf(maker) }));
    const url = urlOf('linphone');
    return {
      ...settings,
      qr: { url, svg: encodeQR(url, 'svg'), expires_at: expiresAt },
      setup: { expires_at: expiresAt, fetches: mostFetches, files },
    };
  }

  const audited = (trx: Trx, by: By, action: 'renew-password' | 'end', subjectId: string) =>
    audit(trx, actorOf(by), { action, subject: 'device', subjectId });

  async function add(by: Asked, input: Parameters<typeof store.insert>[1]) {
    const row = await store.insert(by, input);
    const settings = await db.inTenant(by.caller.tenantId, (trx) => withPassword(trx, by, row.id));
    await told(by.caller.tenantId);
    return { ...row, settings };
  }

  /** `allowed` throws where it is no device that they may do this to. */
  async function renew(by: Asked, id: string, allowed: (trx: Trx) => Promise<unknown> = async () => {}) {
    const settings = await db.inTenant(by.caller.tenantId, async (trx) => {
      await allowed(trx);
      const renewed = await withPassword(trx, by, id);
      await audited(trx, by, 'renew-password', id);
      return renewed;
    });
    await told(by.caller.tenantId);
    return settings;
  }

  async function end(by: By, id: string, allowed: (trx: Trx) => Promise<unknown> = async () => {}) {
    const { tenantId } = by.caller;
    await db.inTenant(tenantId, async (trx) => {
      await allowed(trx);
      if (!(await takePassword(trx, deps, tenantId, id))) throw Problem.notFound();
      await audited(trx, by, 'end', id);
    });
    await told(tenantId);
    return {};
  }

  return [
    route(devices.create, (by) => add(by, by.body)),
    route(renewDevice, (by) => renew(by, by.params.id)),
    route(endDevice, (by) => end(by, by.params.id)),

    route(ownPhones, async ({ caller }) => {
      const phones = await db.inTenant(caller.tenantId, (trx) => phonesOf(trx, caller.extension).execute());
      return { data: phones.map((phone) => ({ ...phone, transport: phone.transport ?? 'udp' })) };
    }),

    route(addOwnPhone, async (by) => {
      const { tenantId, extension } = by.caller;
      const own = await db.inTenant(tenantId, async (trx) => {
        const row = await extensionRow(trx, extension);
        return row && { id: row.id, phones: await phonesOf(trx, extension).execute() };
      });
      if (own === undefined) throw Problem.invalid({ name: 'Tài khoản này chưa có máy nhánh' });
      if (own.phones.length >= mostOwnPhones) {
        throw Problem.invalid({ name: `Mỗi máy nhánh tự cài được ${mostOwnPhones} điện thoại` });
      }
      const { id, settings } = await add(by, devices.create.body.parse({ ...by.body, extension_id: own.id }));
      return { id, settings };
    }),
    route(renewOwnPhone, (by) => renew(by, by.params.id, (trx) => ownPhone(trx, by))),
    route(endOwnPhone, (by) => end(by, by.params.id, (trx) => ownPhone(trx, by))),

    route(deviceSettingsOf, async (by) => {
      const identity = found(await db.inTenant(by.caller.tenantId, (trx) => identityOf(trx, by.params.id)));
      return { ...settingsOf(doorFor(hostOf(by.origin)), identity, null), qr: null, setup: null };
    }),
  ];
}

const extensionRow = (trx: Trx, number: string | null) =>
  trx.selectFrom('extension').where('number', '=', number).select('id').executeTakeFirst();

/** The phones of an extension. */
const phonesOf = (trx: Trx, number: string | null) =>
  trx
    .selectFrom(device.rows(trx).as('own'))
    .where('extension_number', '=', number)
    .select(['id', 'name', 'username', 'transport', 'registered', 'last_seen_at', 'user_agent'])
    .orderBy('name');

/** Who asks for a phone that is not theirs is told of none. */
async function ownPhone(trx: Trx, { caller, params }: { caller: By['caller']; params: { id: string } }) {
  found(await phonesOf(trx, caller.extension).where('id', '=', params.id).executeTakeFirst());
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw Problem.notFound();
  return row;
}
