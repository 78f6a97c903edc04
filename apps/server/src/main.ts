import { createHash } from 'node:crypto';
import { type AddressInfo, isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { EngineStatus } from '@alo/engine';
import { createEmbeddedEngine, parentPipe } from '@alo/engine-embedded';

import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { Db } from './db/database.ts';
import { openStorage } from './db/open-storage.ts';
import { demoCode, demoPassword, demoPeople, seedDemo } from './features/demo/seed.ts';
import { passwordHasher } from './features/identity/passwords.ts';
import { extensionSecrets } from './features/identity/sip-secrets.ts';
import { openLog } from './http/log.ts';
import { live, type Server } from './life.ts';
import { watchDisk } from './storage/disk-watch.ts';
import { openNumber } from './storage/sealed-number.ts';
import { serverKey } from './storage/server-key.ts';
import { botCaller } from './telephony/bot-caller.ts';
import { certificateFor } from './telephony/certificate.ts';
import { systemClock } from './telephony/clock.ts';
import { keepTenantsOpen } from './telephony/keep-tenants-open.ts';
import { measureRecording, recordingPath } from './telephony/recording-file.ts';
import { createTelephony } from './telephony/telephony.ts';
import { telephonyStore } from './telephony/telephony-store.ts';

const sweepEveryMs = 60_000;

/**
 * Composition root: builds every part from the configuration, in the order that they need each other. `announce` gets what
 * a person at the terminal should read. Rejects with the signal's reason, everything closed again, where that is given first.
 */
export async function startServer(
  config: Config,
  announce: (line: string) => void,
  signal = new AbortController().signal,
): Promise<Server> {
  const opened = new AsyncDisposableStack();
  try {
    return await open(config, announce, signal, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** Each part is closed by `opened` in the reverse order. */
async function open(
  config: Config,
  announce: (line: string) => void,
  signal: AbortSignal,
  opened: AsyncDisposableStack,
): Promise<Server> {
  const log = openLog(config.logLevel);
  const storage = await openStorage({ ...config, log });
  opened.defer(() => storage.close());
  signal.throwIfAborted();
  const { db } = storage;
  if (storage.isNew) {
    await seedDemo(db, { hashPassword: passwordHasher().hash });
    announce(
      `Đăng nhập thử: mã doanh nghiệp ${demoCode}, mật khẩu ${demoPassword}, ` +
        `người dùng ${demoPeople.map(({ email }) => email).join(', ')}`,
    );
  }

  signal.throwIfAborted();
  const disk = await watchDisk(config.dataFolder, log);
  opened.defer(() => disk.close());
  const key = await serverKey(config.dataFolder);
  const recordingsFolder = join(config.dataFolder, 'recordings');
  const engine = createEmbeddedEngine({
    files: { promptsFolder: join(import.meta.dirname, '../prompts'), recordingsFolder },
    bindAddress: config.host === 'localhost' ? '127.0.0.1' : config.host,
    sipPort: config.sipPort,
    limits: { calls: config.maxCalls, callsPerTenant: config.maxCallsPerCompany },
    carrierSilenceMs: config.carrierSilenceMs,
    wss: { port: config.sipWssPort, ...(await certificateFor(config.certificate, config.dataFolder)) },
    ...(config.engineBeside === undefined ? {} : { beside: { address: config.engineBeside, pipe: parentPipe() } }),
    log: (level, message, fields) => log[level](fields, message),
  });
  let ending: 'no' | 'draining' | 'leaving' = 'no';
  let engineStatus: EngineStatus = 'starting';
  engine.onStatus((status) => {
    engineStatus = status;
  });
  const telephony = createTelephony({
    engine,
    store: telephonyStore(db),
    dataFolder: config.dataFolder,
    measure: (tenant, recording) => measureRecording(recordingPath(recordingsFolder, tenant, recording)),
    holder: createHash('sha256').update(key).digest('hex').slice(0, 16),
    secretsOf: (tenant, of) => extensionSecrets({ sessions: app.sessions, serverKey: key }, tenant, of),
    readDialled: (tenantId, dialled) => openNumber(key, tenantId, dialled) ?? dialled,
    log,
  });
  opened.defer(() => telephony.close());

  const app = await buildApp({
    db,
    log,
    serverKey: key,
    telephony,
    engine: {
      status: () => engineStatus,
      isDraining: () => ending !== 'no',
      acceptSip: (request, socket, head) => engine.acceptWebSocket(request, socket, head),
      startBotCall: botCaller(engine),
    },
    recordingsFolder,
    disk: disk.report,
    trustedProxies: config.trustedProxies,
    ...(config.certificate === undefined ? {} : { sipWssPort: config.sipWssPort }),
    ...((await hasDemo(config, db)) ? { demo: { ma_dn: demoCode, usernames: demoPeople.map((p) => p.email) } } : {}),
  });
  await engine.start();
  opened.defer(async () => {
    if (ending === 'leaving') engine.leave();
    else await engine.close();
    await telephony.acted();
  });
  signal.throwIfAborted();
  const sipPort = engine.listening?.sipPort;
  if (config.sipPort !== 0 && sipPort !== undefined && sipPort !== config.sipPort) {
    announce(`Cổng SIP ${config.sipPort} đang được dùng, tổng đài nghe ở cổng ${sipPort}`);
  }
  const keeper = await keepTenantsOpen({ telephony, tenants: db.directory.tenants, clock: systemClock, log });
  opened.defer(() => keeper.close());
  await engine.open();
  const sweeping = setInterval(() => {
    app.sessions.sweep().catch((error: unknown) => log.warn({ err: error }, 'sessions were not swept'));
  }, sweepEveryMs);
  opened.defer(() => clearInterval(sweeping));

  opened.defer(() => app.http.close());
  signal.throwIfAborted();
  await app.http.listen({ port: config.port, host: config.host });
  return {
    url: addressOf(config.host, app.http.server.address()),
    async drain() {
      ending = 'draining';
      await engine.drain();
    },
    async close({ leaveCalls } = { leaveCalls: false }) {
      if (leaveCalls) ending = 'leaving';
      await opened.disposeAsync();
    },
  };
}

/** The sign-in page names the demo's people only where the built-in database has them. */
async function hasDemo(config: Config, db: Db): Promise<boolean> {
  return config.databaseUrl === undefined && (await db.directory.tenantByCode(demoCode)) !== undefined;
}

/** What a person opens on this machine. */
function addressOf(host: string, bound: string | AddressInfo | null): string {
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${bound.port}`;
}

if (import.meta.main) {
  await live(startServer);
}
