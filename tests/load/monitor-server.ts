import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallId, TenantId, TrunkId } from '@alo/call-core';
import { ScriptedEngine } from '@alo/testing';
import { postgresBus } from '../../apps/server/src/bus/postgres-bus.ts';
import { buildApp } from '../../apps/server/src/compose/app.ts';
import { callsReadAfter } from '../../apps/server/src/compose/resources.ts';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import { openLog } from '../../apps/server/src/http/log.ts';
import { fixedKey } from '../../apps/server/src/kernel/key-ring.ts';
import { folderStore } from '../../apps/server/src/storage/folder-store.ts';
import { sealer } from '../../apps/server/src/storage/sealed.ts';
import { withSmall } from '../../apps/server/src/storage/small/recording-files.ts';
import { followBus } from '../../apps/server/src/switchboard/follow-bus.ts';
import { reportCalls } from '../../apps/server/src/switchboard/report-calls.ts';
import { switchboardOver } from '../../apps/server/src/switchboard/switchboard.ts';
import { withoutTelephony } from '../../apps/server/src/switchboard/without-telephony.ts';
import { createTelephony } from '../../apps/server/src/telephony/telephony.ts';
import { telephonyStore } from '../../apps/server/src/telephony/telephony-store.ts';
import { extensionAt, numberAt } from './sip-tenant.ts';
import { happeningsOf, type Life, steadily } from './steady-events.ts';

export interface MonitorOrder {
  readonly url: string;
  readonly tenant: string;
  readonly trunk: string;
  readonly people: number;
}
/** The answer to a `Life`: what became known of which call, and when that was due. */
export interface Done {
  readonly done: readonly (readonly [name: string, due: number])[];
}

const [order] = process.argv.slice(2);
if (order === undefined) throw new Error('No order.');
const { url, tenant: tenantId, trunk, people } = JSON.parse(order) as MonitorOrder; // from `monitor.ts`
const tenant = tenantId as TenantId; // the row's id

const folder = await mkdtemp(join(tmpdir(), 'alo-load-monitor-'));
const key = fixedKey(Buffer.alloc(32, 7));
const log = openLog('silent');
const db = openDatabase({ url });
const bus = await postgresBus({ url, log });
const engine = new ScriptedEngine();
const telephony = createTelephony({
  engine,
  store: telephonyStore(db),
  holder: 'load',
  place: 'here',
  log,
  sealer: sealer(key, 'load'),
  dataFolder: folder,
  measure: () => Promise.resolve(null),
  secretsOf: () => Promise.resolve([]),
});
reportCalls(telephony, bus);
const onError = (error: unknown) => console.error(error);
followBus({
  bus,
  telephony,
  inTenant: db.inTenant,
  tenants: () => db.directory.tenants(),
  readAfter: callsReadAfter,
  onError,
});
const app = await buildApp({
  db,
  bus,
  log,
  serverKey: key,
  files: withSmall(folderStore(folder)),
  mail: { keeps: false, send: async () => undefined },
  telephony: switchboardOver({ bus, inTenant: db.inTenant, local: telephony }),
  engine: withoutTelephony.engine,
  consoleUrl: () => 'https://load.test',
  consoleFolder: '/nonexistent',
});
await app.http.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 });
await telephony.open({ id: tenantId, sip_domain: 'load.example' });
for (let index = 0; index < people; index += 1) engine.register(tenant, extensionAt(index));
await telephony.settled();

process.on('message', (message) => {
  const { eventsPerSecond, seconds } = Object(message) as Partial<Life>;
  if (eventsPerSecond !== undefined && seconds !== undefined) void live({ eventsPerSecond, seconds });
});
process.once('disconnect', () => void close());
// An address that was listened to is one.
process.send?.({ address: `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}` });

async function live(life: Life): Promise<void> {
  const calls = new Map<number, CallId>();
  const callAt = (index: number) => {
    const call = calls.get(index);
    if (call === undefined) throw new Error('Nobody called.');
    return call;
  };
  const act = {
    // Each has a number of their own, as customers have; the trunk's is the row's id.
    comes: (index: number) =>
      calls.set(
        index,
        engine.customerCalls(tenant, trunk as TrunkId, `09${10_000_000 + index}`, numberAt(index % people)),
      ),
    talks(index: number) {
      const extension = extensionAt(index % people);
      // Where it rings nobody yet, the machine is too slow for so much: it is missed then, and counts as never told.
      if (engine.lastDialled(extension)?.call === callAt(index)) engine.answers(callAt(index), extension);
    },
    ends: (index: number) => engine.ends(callAt(index), 'caller'),
  };
  const done = await steadily(
    happeningsOf(life).map(({ call, what, atMs }) => ({
      atMs,
      act: () => {
        act[what](call);
        // It notes for tests what it did.
        engine.performed.length = 0;
        return `${callAt(call)} ${what}`;
      },
    })),
  );
  await telephony.settled();
  // Whatever is under way may come.
  await sleep(2_000);
  process.send?.({ done } satisfies Done);
}

async function close(): Promise<void> {
  await app.http.close();
  await telephony.close();
  await bus.close();
  await db.close();
  await rm(folder, { recursive: true, force: true });
}
