import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

import type { QueueLog } from './queue-log.ts';

const lookEveryMs = 5_000;
const reconnectMs = 1_000;

export interface DatabaseWatch {
  /** Looks now, unless it does already. */
  look(): void;
  /** Resolves when the connection is closed, and with it all locks that it held. */
  close(): Promise<void>;
}

export interface DatabaseWatchOptions {
  readonly url: string;
  /** The database role that owns the queue. */
  readonly role: string;
  /** By which the database knows the connection. */
  readonly name: string;
  readonly log: QueueLog;
  /** Said when the database drops the connection, and when what `look` asked failed. */
  readonly words: { readonly dropped: string; readonly failed: string };
  /** Has what goes with a connection, as locks or what is listened to; after a break again, by the next one. */
  readonly begin: (client: pg.Client, look: () => void) => Promise<void>;
  readonly look: (client: pg.Client) => Promise<void>;
}

/** Looks at something in the database every few seconds, by a connection of its own that is made anew where it broke. */
export async function watchDatabase(options: DatabaseWatchOptions): Promise<DatabaseWatch> {
  const { url, role, name, log, words } = options;
  let closed = false;
  let looking: Promise<void> | undefined;
  let client = await connect();
  const timer = setInterval(look, lookEveryMs);

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: url,
      options: `-c role=${role}`,
      application_name: name,
      keepAlive: true,
    });
    fresh.on('error', (error) => {
      if (!closed) log.warn({ err: error }, words.dropped);
    });
    try {
      await fresh.connect();
      await options.begin(fresh, look);
      return fresh;
    } catch (error) {
      // It may never have been open; what went wrong is told below.
      await fresh.end().catch(() => undefined);
      throw error;
    }
  }

  function look(): void {
    if (closed) return;
    looking ??= lookOnce().finally(() => {
      looking = undefined;
    });
  }

  async function lookOnce(): Promise<void> {
    try {
      await options.look(client);
    } catch (error) {
      if (closed) return;
      log.warn({ err: error }, words.failed);
      // With any fault of it another one takes its place.
      await client.end().catch(() => undefined);
      await reconnect();
    }
  }

  async function reconnect(): Promise<void> {
    while (!closed) {
      try {
        client = await connect();
        return;
      } catch {
        await sleep(reconnectMs);
      }
    }
  }

  return {
    look,
    async close() {
      closed = true;
      clearInterval(timer);
      // It may be about to have another connection.
      await looking;
      await client.end();
    },
  };
}
