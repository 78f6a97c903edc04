import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../e2e/support/until.ts';
import { udpAnswers } from './udp.ts';

const program = process.env['ALO_KAMAILIO'] ?? 'kamailio';
/** The file that operators begin with. */
const shipped = join(import.meta.dirname, '../../../deploy/kamailio/kamailio.cfg');

export type Place = { readonly host: string; readonly port: number };

/** Kamailio as the operator's edge: phones and the carrier know it alone, and the switch behind it knows nothing else of them. */
export interface Edge extends Place {
  close(): Promise<void>;
}

/** Resolves once it answers there. */
export async function openEdge(at: Place, parties: { readonly inside: Place; readonly carrier: Place }): Promise<Edge> {
  const folder = await mkdtemp(join(tmpdir(), 'alo-kamailio-'));
  const always = ['-f', shipped, '-DD', '-E', '-Y', folder, '-m', '64', '-M', '8'];
  const child = spawn(program, [...always, ...saying(at, parties)], { stdio: ['ignore', 'pipe', 'pipe'] });
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
  return { ...at, close };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return; // A crash leaves a signal in place of a code.
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** What is said on its command line in place of what stands in the file that is shipped. */
function saying(at: Place, { inside, carrier }: { readonly inside: Place; readonly carrier: Place }): string[] {
  const said = {
    EDGE_LISTEN: `udp:${at.host}:${at.port}`,
    INSIDE_HOST: `"${inside.host}"`,
    INSIDE_PORT: inside.port,
    INSIDE_URI: `"sip:${inside.host}:${inside.port}"`,
    CARRIER_URI: `"sip:${carrier.host}:${carrier.port}"`,
  };
  return Object.entries(said).flatMap(([name, value]) => ['-A', `${name}=${value}`]);
}
