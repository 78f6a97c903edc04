import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import type { Db } from './db/database.ts';
import { openStorage } from './db/open-storage.ts';
import { openLog } from './http/log.ts';
import { noTelephony } from './no-telephony.ts';
import { serverKey } from './storage/server-key.ts';

/** A running server. */
export interface Server {
  /** Where the console is, e.g. `http://localhost:8080`. */
  readonly url: string;
  /** Ends everything in the order that loses nothing: requests, then calls, then the database. */
  close(): Promise<void>;
}

const sweepEveryMs = 60_000;

/** Composition root: builds every part from the configuration, in the order that they need each other. */
export async function startServer(
  config: Config,
  { seed }: { seed?: (db: Db) => Promise<void> } = {},
): Promise<Server> {
  const log = openLog(config.logLevel);
  const storage = await openStorage({ ...config, log });
  const { db } = storage;
  try {
    if (storage.isNew) await seed?.(db);
    const app = await buildApp({
      db,
      log,
      serverKey: await serverKey(config.dataFolder),
      telephony: noTelephony,
      recordingsFolder: join(config.dataFolder, 'recordings'),
      trustedProxies: config.trustedProxies,
      ...(config.certificate === undefined ? {} : { sipWssPort: config.sipWssPort }),
    });
    const sweeping = setInterval(() => {
      app.sessions.sweep().catch((error: unknown) => log.warn({ err: error }, 'sessions were not swept'));
    }, sweepEveryMs);
    await app.http.listen({ port: config.port, host: config.host });
    return {
      url: addressOf(config.host, app.http.server.address()),
      async close() {
        clearInterval(sweeping);
        await app.http.close();
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
