import { spawn } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { until } from '../../e2e/support/until.ts';

const port = 5_349;
const [first, last] = [21_000, 21_099] as const;

/** The ports by which the relay speaks for others. */
export const relayPorts = `${first}-${last}`;

export interface Relay {
  /** As browsers are told. */
  readonly url: string;
  readonly secret: string;
  /** With which a browser believes its certificate, that nobody has signed. */
  readonly believed: string;
  close(): Promise<void>;
}

/** Debian's coturn at that address for that server, set up as the operator's page says; by TLS alone, for networks that let through HTTPS alone. */
export async function openRelay(address: string, { to }: { readonly to: string }): Promise<Relay> {
  const secret = 'a secret of the operator';
  const folder = await mkdtemp(join(tmpdir(), 'alo-relay-'));
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const made = await generate([{ name: 'commonName', value: address }], { keyType: 'ec', curve: 'P-256' });
  await Promise.all([writeFile(certificate, made.cert), writeFile(key, made.private)]);
  const server = spawn(
    process.env['ALO_TURNSERVER'] ?? 'turnserver',
    [
      '-n',
      '--use-auth-secret',
      `--static-auth-secret=${secret}`,
      '--realm=relay.example',
      `--listening-ip=${address}`,
      `--relay-ip=${address}`,
      `--tls-listening-port=${port}`,
      `--cert=${certificate}`,
      `--pkey=${key}`,
      `--min-port=${first}`,
      `--max-port=${last}`,
      '--no-dtls',
      '--no-udp',
      '--no-tcp',
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
  const { publicKey } = new X509Certificate(made.cert);
  const digest = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
  const believed = `--ignore-certificate-errors-spki-list=${digest}`;
  return { url: `turns:${address}:${port}?transport=tcp`, secret, believed, close };
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
