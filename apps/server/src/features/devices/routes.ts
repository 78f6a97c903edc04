import { deviceSettingsOf, devices, endDevice, renewDevice } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { type ResourceDeps, resourceStore } from '../../resource/store.ts';
import { type PhoneDoor, settingsOf } from './device-settings.ts';
import { givePassword, identityOf, takePassword } from './device-store.ts';
import { device } from './devices.ts';

export interface DeviceDeps extends Pick<ResourceDeps, 'db' | 'announce'> {
  readonly serverKey: Buffer;
  /** Where phones reach us, for somebody who reached us by this name. */
  readonly doorFor: (host: string) => PhoneDoor;
}

export function deviceRoutes(deps: DeviceDeps): Route[] {
  const { db, doorFor } = deps;
  const store = resourceStore(deps, device);
  return [
    route(devices.create, async (by) => {
      const row = await store.insert(by, by.body);
      const { tenantId } = by.caller;
      const given = found(await db.inTenant(tenantId, (trx) => givePassword(trx, deps, tenantId, row.id)));
      const settings = settingsOf(doorFor(by.host), given.identity, given.password);
      return { ...row, settings: { ...settings, qr: null } };
    }),

    route(renewDevice, async (by) => {
      const { tenantId } = by.caller;
      const given = await db.inTenant(tenantId, async (trx) => {
        const renewed = found(await givePassword(trx, deps, tenantId, by.params.id));
        await audit(trx, actorOf(by), { action: 'renew-password', subject: 'device', subjectId: by.params.id });
        return renewed;
      });
      return { ...settingsOf(doorFor(by.host), given.identity, given.password), qr: null };
    }),

    route(endDevice, async (by) => {
      const { tenantId } = by.caller;
      await db.inTenant(tenantId, async (trx) => {
        if (!(await takePassword(trx, deps, tenantId, by.params.id))) throw Problem.notFound();
        await audit(trx, actorOf(by), { action: 'end', subject: 'device', subjectId: by.params.id });
      });
      return {};
    }),

    route(deviceSettingsOf, async (by) => {
      const identity = found(await db.inTenant(by.caller.tenantId, (trx) => identityOf(trx, by.params.id)));
      return { ...settingsOf(doorFor(by.host), identity, null), qr: null };
    }),
  ];
}

function found<T>(row: T | undefined): T {
  if (row === undefined) throw Problem.notFound();
  return row;
}
