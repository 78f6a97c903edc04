import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { until } from '../../e2e/support/until.ts';
import { udpAnswers } from './udp.ts';

const program = process.env['ALO_KAMAILIO'] ?? 'kamailio';
/** The file that operators begin with. */
const shipped = join(import.meta.dirname, '../../../deploy/kamailio/kamailio.cfg');

export type Place = { readonly host: string; readonly port: number };

/** Kamailio as the operator's edge: phones and the carrier know it alone, and the switch behind it knows nothing else of them. */
export interface Edge extends Place {
  /** What it has printed so far. */
  output(): string;
  close(): Promise<void>;
}

/** Who is behind it, and what it has to know of them. */
interface Parties {
  /** The machines of Alô; where they are several, the database says which of them has a company. */
  readonly machines: readonly Place[];
  readonly database?: string;
  /** Where calls to the outside go, and come from. */
  readonly carrier: Place;
  /** Where phones come by TLS, on the same address, with a certificate that is made for it. */
  readonly tlsPort?: number;
}

/** Resolves once it answers there. */
export async function openEdge(at: Place, parties: Parties): Promise<Edge> {
  const folder = await mkdtemp(join(tmpdir(), 'alo-kamailio-'));
  const always = ['-f', shipped, '-DD', '-E', '-Y', folder, '-m', '64', '-M', '8'];
  const child = spawn(program, [...always, ...(await saying(folder, at, parties))], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const close = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await until('Kamailio answers', () => udpAnswers(at), 60_000);
  } catch (error) {
    await close();
    throw new Error(`Kamailio did not start:\n${printed.slice(-4_000)}`, { cause: error });
  }
  return { ...at, output: () => printed, close };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return; // A crash leaves a signal in place of a code.
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** What is said on its command line in place of what stands in the file that is shipped. */
async function saying(folder: string, at: Place, { machines, database, carrier, tlsPort }: Parties): Promise<string[]> {
  const [machinesFile, carriersFile] = [join(folder, 'machines.list'), join(folder, 'carriers.list')];
  await writeFile(machinesFile, machines.map(({ host, port }) => `1 sip:${host}:${port}\n`).join(''));
  await writeFile(carriersFile, `1 ${carrier.host} 32\n`);
  const said = {
    EDGE_LISTEN: `udp:${at.host}:${at.port}`,
    EDGE_MACHINES: `"${machinesFile}"`,
    EDGE_CARRIERS: `"${carriersFile}"`,
    CARRIER_URI: `"sip:${carrier.host}:${carrier.port}"`,
    ...(database !== undefined && { EDGE_DATABASE: `"edge=>${database}"` }),
  };
  if (tlsPort !== undefined) {
    const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
    const { cert, private: secret } = await generate([{ name: 'commonName', value: at.host }]);
    await Promise.all([writeFile(certificate, cert), writeFile(key, secret)]);
    Object.assign(said, {
      EDGE_LISTEN_TLS: `tls:${at.host}:${tlsPort}`,
      EDGE_CERTIFICATE: `"${certificate}"`,
      EDGE_KEY: `"${key}"`,
    });
  }
  return Object.entries(said).flatMap(([name, value]) => ['-A', `${name}=${value}`]);
}
