import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { EngineStatus } from '@alo/engine';
import { createEmbeddedEngine } from '@alo/engine-embedded';

import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { openStorage } from './db/open-storage.ts';
import { demoCode, demoPassword, demoPeople, seedDemo } from './features/demo/seed.ts';
import { passwordHasher } from './features/identity/passwords.ts';
import { extensionSecrets } from './features/identity/sip-secrets.ts';
import { openLog } from './http/log.ts';
import { startBot } from './start-bot.ts';
import { serverKey } from './storage/server-key.ts';
import { certificateFor } from './telephony/certificate.ts';
import { keepTenantsOpen } from './telephony/keep-tenants-open.ts';
import { createTelephony } from './telephony/telephony.ts';

/** A running server. */
export interface Server {
  /** Where the console is, e.g. `http://localhost:8080`. */
  readonly url: string;
  /** This start made the database and filled it with the demo tenant. */
  readonly isFirstStart: boolean;
  /** Ends everything in the order that loses nothing: requests, then calls, then the database. */
  close(): Promise<void>;
}

const sweepEveryMs = 60_000;

/** Composition root: builds every part from the configuration, in the order that they need each other. */
export async function startServer(config: Config): Promise<Server> {
  const log = openLog(config.logLevel);
  const storage = await openStorage({ ...config, log });
  const { db } = storage;
  try {
    if (storage.isNew) await seedDemo(db, { hashPassword: passwordHasher().hash });
    const demo = config.databaseUrl === undefined ? await db.directory.tenantByCode(demoCode) : undefined;
    const key = await serverKey(config.dataFolder);
    const recordingsFolder = join(config.dataFolder, 'recordings');
    const engine = createEmbeddedEngine({
      files: { promptsFolder: join(import.meta.dirname, '../prompts'), recordingsFolder },
      bindAddress: config.host === 'localhost' ? '127.0.0.1' : config.host,
      sipPort: config.sipPort,
      wss: { port: config.sipWssPort, ...(await certificateFor(config.certificate, config.dataFolder)) },
      log: (level, message, fields) => log[level](fields, message),
    });
    const telephony = createTelephony({
      engine,
      inTenant: db.inTenant,
      dataFolder: config.dataFolder,
      recordingsFolder,
      holder: createHash('sha256').update(key).digest('hex').slice(0, 16),
      secretsOf: (tenant) => extensionSecrets({ sessions: app.sessions, serverKey: key }, tenant),
      log,
    });
    let engineStatus: EngineStatus = 'starting';
    engine.onStatus((status) => {
      engineStatus = status;
    });
    const app = await buildApp({
      db,
      log,
      serverKey: key,
      telephony,
      engine: {
        status: () => engineStatus,
        acceptSip: (request, socket, head) => engine.acceptWebSocket(request, socket, head),
        startBotCall: (order) => startBot(engine, order),
      },
      recordingsFolder,
      trustedProxies: config.trustedProxies,
      ...(config.certificate === undefined ? {} : { sipWssPort: config.sipWssPort }),
      ...(demo === undefined ? {} : { demo: { ma_dn: demoCode, usernames: demoPeople.map(({ email }) => email) } }),
    });
    await engine.start();
    const stopLooking = await keepTenantsOpen({ telephony, tenants: db.directory.tenants, log });
    const sweeping = setInterval(() => {
      app.sessions.sweep().catch((error: unknown) => log.warn({ err: error }, 'sessions were not swept'));
    }, sweepEveryMs);
    await app.http.listen({ port: config.port, host: config.host });
    return {
      url: addressOf(config.host, app.http.server.address()),
      isFirstStart: storage.isNew,
      async close() {
        clearInterval(sweeping);
        await app.http.close();
        await stopLooking();
        await engine.close();
        await telephony.settled();
        await telephony.close();
        await storage.close();
      },
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** What a person opens on this machine. */
function addressOf(host: string, bound: string | AddressInfo | null): string {
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');
  return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${bound.port}`;
}

if (import.meta.main) {
  const server = await startServer(readConfig(process.env));
  process.stdout.write(`Alô sẵn sàng: ${server.url}\n`);
  if (server.isFirstStart) {
    const names = demoPeople.map(({ email }) => email).join(', ');
    process.stdout.write(`Dùng thử: mã doanh nghiệp ${demoCode}, tài khoản ${names}, mật khẩu ${demoPassword}\n`);
  }
  let closing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closing) return;
      closing = true;
      void server.close().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}
