import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../e2e/support/until.ts';

const port = 3_478;
const [first, last] = [21_000, 21_099] as const;

/** The ports by which the relay speaks for others. */
export const relayPorts = `${first}-${last}`;

export interface Relay {
  /** As browsers are told. */
  readonly url: string;
  readonly secret: string;
  close(): Promise<void>;
}

/** Debian's coturn at that address for that server, set up as the operator's page says; by TCP alone, for networks without UDP. */
export async function openRelay(address: string, { to }: { readonly to: string }): Promise<Relay> {
  const secret = 'a secret of the operator';
  const folder = await mkdtemp(join(tmpdir(), 'alo-relay-'));
  const server = spawn(
    process.env['ALO_TURNSERVER'] ?? 'turnserver',
    [
      '-n',
      '--use-auth-secret',
      `--static-auth-secret=${secret}`,
      '--realm=relay.example',
      `--listening-ip=${address}`,
      `--relay-ip=${address}`,
      `--listening-port=${port}`,
      `--min-port=${first}`,
      `--max-port=${last}`,
      '--no-tls',
      '--no-dtls',
      '--no-udp',
      '--no-cli',
      '--denied-peer-ip=0.0.0.0-255.255.255.255',
      '--denied-peer-ip=::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      `--allowed-peer-ip=${to}`,
      `--userdb=${join(folder, 'turndb')}`,
      `--pidfile=${join(folder, 'turnserver.pid')}`,
      '--log-file=stdout',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = once(server, 'exit');
  const close = async () => {
    server.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (said += text));
  await until('the relay listens', () => listens(address), 30_000).catch(async (error: unknown) => {
    await close();
    throw new Error(`${String(error)}; it said: ${said}`);
  });
  return { url: `turn:${address}:${port}?transport=tcp`, secret, close };
}

async function listens(address: string): Promise<boolean> {
  const socket = connect(port, address);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
