import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

import type { DirectBus } from './bus.ts';
import { type BusLog, type BusWire, busOverWire, type WireEvents } from './bus-over-wire.ts';

const channel = 'alo';
const reconnectMs = 500;

/** A bus over NOTIFY and LISTEN of the database that all processes share. Resolves once it listens. */
export const postgresBus = ({
  url,
  log,
  answeredMs,
}: {
  url: string;
  log: BusLog;
  /** So long after it has asked who listens it takes it that somebody does. */
  answeredMs?: number;
}): Promise<DirectBus> =>
  busOverWire((events) => postgresWire(url, log, events), {
    log,
    ...(answeredMs === undefined ? {} : { answeredMs }),
  });

async function postgresWire(url: string, log: BusLog, { hear, joined }: WireEvents): Promise<BusWire> {
  let closed = false;
  let client = await connect();
  joined('first');

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: url,
      // A listener is here now, or reads anew: no message has to outlive the power, and none waits for the disk.
      options: '-c synchronous_commit=off',
      application_name: 'alo bus',
      keepAlive: true,
    });
    fresh.on('notification', ({ payload = '' }) => hear(payload));
    fresh.on('error', (error) => {
      if (!closed) log.warn({ err: error }, 'the connection of the bus broke');
    });
    fresh.on('end', () => {
      if (!closed && fresh === client) void reconnect();
    });
    await fresh.connect();
    await fresh.query(`listen ${channel}`);
    return fresh;
  }

  async function reconnect(): Promise<void> {
    while (!closed) {
      try {
        client = await connect();
        joined('again');
        return;
      } catch {
        // The database is still away.
        await sleep(reconnectMs);
      }
    }
  }

  return {
    async send(lines) {
      await client.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [channel, lines]);
    },
    async close() {
      closed = true;
      await client.end();
    },
  };
}
