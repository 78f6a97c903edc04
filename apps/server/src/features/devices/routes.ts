import { deviceSettingsOf, devices, endDevice, renewDevice } from '@alo/contract';

import type { FastifyInstance } from 'fastify';
import { encodeQR } from 'qr';

import { audit } from '../../db/audit.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { Problem } from '../../kernel/problem.ts';
import { type ResourceDeps, resourceStore } from '../../resource/store.ts';
import { deviceFile, newTicket } from './device-file.ts';
import { type PhoneDoor, settingsOf } from './device-settings.ts';
import { type GivenPassword, givePassword, identityOf, takePassword } from './device-store.ts';
import { device } from './devices.ts';

export interface DeviceDeps extends Pick<ResourceDeps, 'db' | 'announce' | 'bulkables'> {
  readonly serverKey: ServerKey;
  /** Where phones reach us, for somebody who reached us by this name. */
  /** The engine knows the devices of a tenant as they are now. */
  readonly told: (tenantId: string) => Promise<void>;
  readonly doorFor: (host: string) => PhoneDoor;
  readonly now: () => number;
}

export const deviceFilePath = '/phone-settings';

/** A phone with a camera is nobody yet: it fetches its settings by an address that is its only proof. */
export function serveDeviceFiles(http: FastifyInstance, deps: Pick<DeviceDeps, 'db' | 'serverKey' | 'now'>): void {
  http.get<{ Params: { '*': string } }>(`${deviceFilePath}/*`, async (request, reply) => {
    const file = await deviceFile(deps, request.params['*'], deps.now());
    if (file === undefined) throw Problem.notFound();
    return reply.type('application/xml; charset=utf-8').header('cache-control', 'no-store').send(file);
  });
}

const hostOf = (origin: string): string => new URL(origin).hostname;

export function deviceRoutes(deps: DeviceDeps): Route[] {
  const { db, doorFor, now, told } = deps;
  const store = resourceStore(deps, device);

  /** What a phone is set up with, typed or by its camera. */
  function withPassword(by: By & { origin: string }, deviceId: string, given: GivenPassword) {
    const { identity, password } = given;
    const door = doorFor(hostOf(by.origin));
    const settings = settingsOf(door, identity, password);
    // Linphone is the one that reads such pictures, and speaks no WebSocket.
    if (identity.transport === 'wss') return { ...settings, qr: null };
    const of = { tenantId: by.caller.tenantId, deviceId, given, door };
    const { token, expiresAt } = newTicket(deps.serverKey, of, now());
    const url = `${by.origin}${deviceFilePath}/${token}`;
    return { ...settings, qr: { url, svg: encodeQR(url, 'svg'), expires_at: new Date(expiresAt) } };
  }

  return [
    route(devices.create, async (by) => {
      const row = await store.insert(by, by.body);
      const { tenantId } = by.caller;
      const given = found(await db.inTenant(tenantId, (trx) => givePassword(trx, deps, tenantId, row.id)));
      await told(tenantId);
      return { ...row, settings: withPassword(by, row.id, given) };
    }),

    route(renewDevice, async (by) => {
      const { tenantId } = by.caller;
      const given = await db.inTenant(tenantId, async (trx) => {
        const renewed = found(await givePassword(trx, deps, tenantId, by.params.id));
        await audit(trx, actorOf(by), { action: 'renew-password', subject: 'device', subjectId: by.params.id });
        return renewed;
      });
      await told(tenantId);
      return withPassword(by, by.params.id, given);
    }),

    route(endDevice, async (by) => {
      const { tenantId } = by.caller;
      await db.inTenant(tenantId, async (trx) => {
        if (!(await takePassword(trx, deps, tenantId, by.params.id))) throw Problem.notFound();
        await audit(trx, actorOf(by), { action: 'end', subject: 'device', subjectId: by.params.id });
      });
      await told(tenantId);
      return {};
    }),

    route(deviceSettingsOf, async (by) => {
      const identity = found(await db.inTenant(by.caller.tenantId, (trx) => identityOf(trx, by.params.id)));
      return { ...settingsOf(doorFor(hostOf(by.origin)), identity, null), qr: null };
    }),
  ];
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw Problem.notFound();
  return row;
}
