import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../e2e/support/until.ts';
import { udpAnswers } from './udp.ts';

const program = process.env['ALO_KAMAILIO'] ?? 'kamailio';

export type Place = { readonly host: string; readonly port: number };

/** Kamailio as the operator's edge: phones and the carrier know it alone, and the switch behind it knows nothing else of them. */
export interface Edge extends Place {
  close(): Promise<void>;
}

/** Resolves once it answers there. */
export async function openEdge(at: Place, parties: { readonly inside: Place; readonly carrier: Place }): Promise<Edge> {
  const folder = await mkdtemp(join(tmpdir(), 'alo-kamailio-'));
  await writeFile(join(folder, 'kamailio.cfg'), configFor(at, parties));
  const child = spawn(program, ['-f', join(folder, 'kamailio.cfg'), '-DD', '-E', '-Y', folder, '-m', '64', '-M', '8'], {
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
  return { ...at, close };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return; // A crash leaves a signal in place of a code.
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** It stays in every dialog (Record-Route) and on the way to each phone (Path). What comes from inside without a way goes to the carrier. */
const configFor = (
  { host, port }: Place,
  { inside, carrier }: { readonly inside: Place; readonly carrier: Place },
) => `#!KAMAILIO
debug=1
log_stderror=yes
children=2
disable_tcp=yes
auto_aliases=no
listen=udp:${host}:${port}
${['tm', 'sl', 'rr', 'path', 'pv', 'textops', 'siputils', 'maxfwd'].map((name) => `loadmodule "${name}.so"`).join('\n')}
request_route {
  if (!mf_process_maxfwd_header("70")) {
    sl_send_reply("483", "Too Many Hops");
    exit;
  }
  if (is_method("OPTIONS") && !has_totag() && $rU == "edge") {
    sl_send_reply("200", "OK");
    exit;
  }
  if (is_method("CANCEL")) {
    if (t_check_trans()) t_relay();
    exit;
  }
  if (has_totag()) {
    if (loose_route()) t_relay();
    else if (is_method("ACK")) { if (t_check_trans()) t_relay(); }
    else sl_send_reply("404", "Not Here");
    exit;
  }
  t_check_trans();
  if ($si == "${inside.host}" && $sp == ${inside.port}) {
    record_route();
    # It takes our Path out, and says no all the same: there is no dialog yet.
    if (is_present_hf("Route")) loose_route();
    else $du = "sip:${carrier.host}:${carrier.port}";
    t_relay();
    exit;
  }
  if (is_method("REGISTER")) add_path();
  else record_route();
  $du = "sip:${inside.host}:${inside.port}";
  t_relay();
}
`;
