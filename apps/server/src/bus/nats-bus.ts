import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';

import type { DirectBus } from './bus.ts';
import { type BusLog, type BusWire, busOverWire, type WireEvents } from './bus-over-wire.ts';

/** Servers of one NATS, each of which knows the others, and how to sign in there. */
export interface NatsAccess {
  /** As `nats1:4222`. */
  readonly servers: readonly string[];
  /** The servers prove who they are by certificates that Node.js trusts; what is not encrypted is turned away. */
  readonly isEncrypted: boolean;
  readonly signIn: { readonly user: string; readonly password: string } | { readonly token: string } | null;
}

/** The sign-in of an address is told apart from it: addresses are logged. A name without a password is a token, as everywhere with NATS. */
export function natsAccess(urls: readonly string[]): NatsAccess {
  const read = urls.map((url) => new URL(url));
  const [{ protocol, username, password } = new URL('nats://localhost')] = read;
  const [user, word] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: read.map(({ hostname, port }) => `${hostname}:${port || '4222'}`),
    isEncrypted: protocol === 'tls:',
    signIn: user === '' ? null : word === '' ? { token: user } : { user, password: word },
  };
}

const reconnectMs = 500;
/** So long a start waits for NATS: then it goes on, and what is said meanwhile waits. */
const firstMs = 5_000;

/**
 * A bus over NATS, for installations of so many processes that NOTIFY, which takes a lock of the whole database, is too narrow. It is a
 * hint as every bus: no stream, nothing on a disk. Resolves once it listens, or after five seconds without NATS.
 */
export const natsBus = ({
  access,
  installation,
  log,
  answeredMs,
}: {
  access: NatsAccess;
  /** Several installations may have one NATS, and hear nothing of each other. */
  installation: string;
  log: BusLog;
  answeredMs?: number;
}): Promise<DirectBus> =>
  busOverWire((events) => natsWire(access, `alo.${installation}`, log, events), {
    log,
    ...(answeredMs === undefined ? {} : { answeredMs }),
  });

async function natsWire(
  access: NatsAccess,
  subject: string,
  log: BusLog,
  { hear, joined }: WireEvents,
): Promise<BusWire> {
  /** Undefined while there is none: what the library would keep for later has no limit, and what the bus keeps has. */
  let connection: NatsConnection | undefined;
  let closed = false;
  const leave = new AbortController();

  const joining = join();
  await Promise.race([joining, sleep(firstMs, undefined, { signal: leave.signal }).catch(() => undefined)]);
  if (connection === undefined) log.warn({ servers: access.servers }, 'no NATS yet: other processes hear later');

  async function join(): Promise<void> {
    for (let how: 'first' | 'again' = 'first'; !closed; how = 'again') {
      const fresh = await connectTo(access).catch((error: unknown) => {
        if (how === 'first') log.warn({ err: error }, 'NATS does not take the bus in');
        return undefined;
      });
      if (fresh !== undefined) {
        await taken(fresh, how);
        return;
      }
      await sleep(reconnectMs);
    }
  }

  async function taken(fresh: NatsConnection, how: 'first' | 'again'): Promise<void> {
    fresh.subscribe(subject, {
      callback: (error, said) =>
        error === null ? hear(said.string()) : log.warn({ err: error }, 'the bus heard badly'),
    });
    // The server has it before anybody says that we listen.
    await fresh.flush().catch(() => undefined);
    if (closed) {
      await fresh.close();
      return;
    }
    void follow(fresh);
    connection = fresh;
    leave.abort();
    joined(how);
  }

  async function follow(fresh: NatsConnection): Promise<void> {
    for await (const { type } of fresh.status()) {
      if (type === 'disconnect') {
        connection = undefined;
        if (!closed) log.warn({}, 'the connection of the bus broke');
      }
      if (type === 'reconnect') {
        connection = fresh;
        joined('again');
      }
    }
  }

  return {
    async send(lines) {
      if (connection === undefined) throw new Error('no NATS at this moment');
      for (const line of lines) connection.publish(subject, line);
      await connection.flush();
    },
    async close() {
      closed = true;
      await connection?.close();
    },
  };
}

const connectTo = ({ servers, isEncrypted, signIn }: NatsAccess): Promise<NatsConnection> =>
  connect({
    servers: [...servers],
    name: 'alo bus',
    // What was said here is heard here by itself.
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectMs,
    // A password that is changed under way is taken back by the next change, not by a start of all processes.
    ignoreAuthErrorAbort: true,
    ...(isEncrypted ? { tls: {} } : {}),
    ...(signIn === null
      ? {}
      : 'token' in signIn
        ? { token: signIn.token }
        : { user: signIn.user, pass: signIn.password }),
  });
