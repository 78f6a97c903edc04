import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect as dial } from 'node:net';
import { freePort } from '@alo/testing';
import { until } from '../../e2e/support/until.ts';

const program = process.env['ALO_NATS_SERVER'] ?? 'nats-server';

/** A NATS on this machine that wants a name and a password, and keeps nothing. */
export interface NatsServer {
  /** Where it is, without the sign-in: `127.0.0.1:40123`. */
  readonly place: string;
  readonly url: string;
  stop(): Promise<void>;
  /** At the same place as before. */
  start(): Promise<void>;
}

export async function startNats(): Promise<NatsServer> {
  const port = await freePort();
  const args = ['--addr', '127.0.0.1', '--port', String(port), '--user', 'alo', '--pass', 'mat-khau-1'];
  let child: ReturnType<typeof spawn> | undefined;
  const server: NatsServer = {
    place: `127.0.0.1:${port}`,
    url: `nats://alo:mat-khau-1@127.0.0.1:${port}`,
    async start() {
      child = spawn(program, args, { stdio: 'ignore' });
      await until('NATS listens', () => isThere(port));
    },
    async stop() {
      if (child === undefined) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      child = undefined;
    },
  };
  await server.start();
  return server;
}

async function isThere(port: number): Promise<boolean> {
  const socket = dial(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
