import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { EngineStatus, TelephonyEngine } from '@alo/engine';
import type { FastifyBaseLogger } from 'fastify';

import type { AppDeps } from './app.ts';
import type { Bus } from './bus/bus.ts';
import type { Db } from './db/database.ts';
import { sessionStore } from './features/identity/sessions.ts';
import { extensionSecrets } from './features/identity/sip-secrets.ts';
import { openNumber } from './storage/sealed-number.ts';
import { type BotEngine, botCaller } from './telephony/bot-caller.ts';
import { keepTenantsOpen } from './telephony/keep-tenants-open.ts';
import { createTelephony, type Telephony } from './telephony/telephony.ts';
import { followBus, tellOfCalls } from './telephony-link.ts';

/** Calls as the rest of the process sees them. */
export interface Calls {
  readonly telephony: Telephony;
  readonly engine: AppDeps['engine'];
}

type Engine = TelephonyEngine & BotEngine & { acceptWebSocket: AppDeps['engine']['acceptSip'] };

/** The role `telephony`: decides about the calls of every tenant that no other process has. Closed by `opened`. */
export async function startCalls({
  engine,
  db,
  bus,
  key,
  dataFolder,
  log,
  opened,
}: {
  engine: Engine;
  db: Db;
  bus: Bus;
  /** The installation's secret. */
  key: Buffer;
  dataFolder: string;
  log: FastifyBaseLogger;
  opened: AsyncDisposableStack;
}): Promise<Calls> {
  let status: EngineStatus = 'starting';
  engine.onStatus((now) => {
    status = now;
  });
  const sessions = sessionStore(db);
  const telephony = createTelephony({
    engine,
    inTenant: db.inTenant,
    dataFolder,
    recordingsFolder: join(dataFolder, 'recordings'),
    holder: createHash('sha256').update(key).digest('hex').slice(0, 16),
    secretsOf: (tenant) => extensionSecrets({ sessions, serverKey: key }, tenant),
    readDialled: (tenantId, dialled) => openNumber(key, tenantId, dialled) ?? dialled,
    log,
  });
  opened.defer(() => telephony.close());
  const { tenants } = db.directory;
  tellOfCalls(telephony, bus);
  followBus({
    ...{ bus, telephony, tenants, inTenant: db.inTenant },
    onError: (error) => log.warn({ err: error }, 'telephony did not take what another process told'),
  });
  await engine.start();
  opened.defer(async () => {
    await engine.close();
    await telephony.acted();
  });
  opened.defer(await keepTenantsOpen({ telephony, tenants, log }));
  return {
    telephony,
    engine: {
      status: () => status,
      acceptSip: (request, socket, head) => engine.acceptWebSocket(request, socket, head),
      startBotCall: botCaller(engine),
    },
  };
}
