import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { EngineStatus } from '@alo/engine';
import { createEmbeddedEngine } from '@alo/engine-embedded';

import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import type { Db } from './db/database.ts';
import { openStorage } from './db/open-storage.ts';
import { demoCode, demoPassword, demoPeople, seedDemo } from './features/demo/seed.ts';
import { passwordHasher } from './features/identity/passwords.ts';
import { extensionSecrets } from './features/identity/sip-secrets.ts';
import { openLog } from './http/log.ts';
import { folderStore } from './storage/folder-store.ts';
import { openNumber } from './storage/sealed-number.ts';
import { serverKey } from './storage/server-key.ts';
import { botCaller } from './telephony/bot-caller.ts';
import { certificateFor } from './telephony/certificate.ts';
import { keepTenantsOpen } from './telephony/keep-tenants-open.ts';
import { createTelephony } from './telephony/telephony.ts';

/** A running server. */
export interface Server {
  /** Where the console is, e.g. `http://localhost:8080`. */
  readonly url: string;
  /** Ends everything in the order that loses nothing: requests, then calls, then the database. */
  close(): Promise<void>;
}

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
  const key = await serverKey(config.dataFolder);
  const recordingsFolder = join(config.dataFolder, 'recordings');
  const engine = createEmbeddedEngine({
    files: { promptsFolder: join(import.meta.dirname, '../prompts'), recordingsFolder },
    bindAddress: config.host === 'localhost' ? '127.0.0.1' : config.host,
    sipPort: config.sipPort,
    wss: { port: config.sipWssPort, ...(await certificateFor(config.certificate, config.dataFolder)) },
    log: (level, message, fields) => log[level](fields, message),
  });
  let engineStatus: EngineStatus = 'starting';
  engine.onStatus((status) => {
    engineStatus = status;
  });
  const telephony = createTelephony({
    engine,
    inTenant: db.inTenant,
    dataFolder: config.dataFolder,
    recordingsFolder,
    holder: createHash('sha256').update(key).digest('hex').slice(0, 16),
    secretsOf: (tenant) => extensionSecrets({ sessions: app.sessions, serverKey: key }, tenant),
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
      acceptSip: (request, socket, head) => engine.acceptWebSocket(request, socket, head),
      startBotCall: botCaller(engine),
    },
    files: folderStore(config.dataFolder),
    trustedProxies: config.trustedProxies,
    ...(config.certificate === undefined ? {} : { sipWssPort: config.sipWssPort }),
    ...((await hasDemo(config, db)) ? { demo: { ma_dn: demoCode, usernames: demoPeople.map((p) => p.email) } } : {}),
  });
  await engine.start();
  opened.defer(async () => {
    await engine.close();
    await telephony.acted();
  });
  signal.throwIfAborted();
  const sipPort = engine.listening?.sipPort;
  if (config.sipPort !== 0 && sipPort !== undefined && sipPort !== config.sipPort) {
    announce(`Cổng SIP ${config.sipPort} đang được dùng, tổng đài nghe ở cổng ${sipPort}`);
  }
  opened.defer(await keepTenantsOpen({ telephony, tenants: db.directory.tenants, log }));
  const sweeping = setInterval(() => {
    app.sessions.sweep().catch((error: unknown) => log.warn({ err: error }, 'sessions were not swept'));
  }, sweepEveryMs);
  opened.defer(() => clearInterval(sweeping));

  opened.defer(() => app.http.close());
  signal.throwIfAborted();
  await app.http.listen({ port: config.port, host: config.host });
  return { url: addressOf(config.host, app.http.server.address()), close: () => opened.disposeAsync() };
}

/** The sign-in page names the demo's people only where the built-in database has them. */
async function hasDemo(config: Config, db: Db): Promise<boolean> {
  return config.databaseUrl === undefined && (await db.directory.tenantByCode(demoCode)) !== undefined;
}

/** What a person opens on this machine. */
function addressOf(host: string, bound: string | AddressInfo | null): string {
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');
  return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${bound.port}`;
}

/** Why it did not start, for whoever started it: what they can change in a line, a fault of ours with its stack. */
function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const port = /\bEADDRINUSE\b.*?:(\d+)$/.exec(error.message)?.[1];
  if (error.message.startsWith('Configuration:')) return error.message;
  if (port !== undefined) {
    return `Cổng ${port} đang được chương trình khác dùng: dừng chương trình đó, hoặc chọn cổng khác bằng ALO_PORT hay ALO_SIP_WSS_PORT.`;
  }
  return error.stack ?? error.message;
}

if (import.meta.main) {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const fail = (error: unknown): never => {
    process.stderr.write(`${whyNot(error)}\n`);
    process.exit(1);
  };
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  const start = async () => startServer(readConfig(process.env), say, stop.signal);
  const server = await start().catch((error: unknown) =>
    error === stop.signal.reason ? process.exit(0) : fail(error),
  );
  say(`Alô sẵn sàng: ${server.url}`);
  const close = () => void server.close().then(() => process.exit(0), fail);
  if (stop.signal.aborted) close();
  else stop.signal.addEventListener('abort', close, { once: true });
}
