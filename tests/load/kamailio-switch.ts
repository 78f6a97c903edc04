import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@alo/testing';
import { certificateFor } from '../../apps/server/src/telephony/certificate.ts';
import { openLoadPhone } from './load-phone.ts';
import { cpuOfTree } from './process-tree.ts';
import { domain, extensionAt, password } from './sip-tenant.ts';
import type { Switch } from './switch.ts';

const program = process.env['ALO_KAMAILIO'] ?? 'kamailio';
/** A file system of its own, or none. */
const root = process.env['ALO_ASTERISK_ROOT'] ?? '';

/**
 * Kamailio as a registrar that keeps everything in memory, with two processes for each way in: it has one core. A storm right after
 * another holds twice as many connections, 64 KB each and more with TLS.
 */
export async function openKamailio(people: number): Promise<Switch> {
  await mkdir(join(root, '/tmp'), { recursive: true });
  const outside = await mkdtemp(join(root, '/tmp/alo-kamailio-'));
  const inside = outside.slice(root.length);
  const [port, tlsPort] = [await freePort(), await freePort()];
  await certificateFor(undefined, outside);
  await writeFile(join(outside, 'kamailio.cfg'), configFor(people, { port, tlsPort, folder: inside }));
  const args = ['-f', `${inside}/kamailio.cfg`, '-DD', '-E', '-m', '2048', '-Y', inside];
  const [command, all] = root === '' ? [program, args] : ['chroot', [root, program, ...args]];
  const child = spawn(command, all, { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += text));
  const close = async () => {
    await end(child);
    await rm(outside, { recursive: true, force: true });
  };
  try {
    await untilItAnswers(port, child);
  } catch (error) {
    await close();
    throw new Error(`Kamailio did not start:\n${printed.slice(-4_000)}`, { cause: error });
  }
  const webSocket = `ws://127.0.0.1:${port}/sip`;
  return {
    name: 'kamailio',
    sipPort: port,
    // It has no console.
    webSocket: { ws: webSocket, wss: `wss://127.0.0.1:${tlsPort}/sip`, web: webSocket },
    passwordAt: () => password,
    roots: [child.pid ?? Number.NaN],
    cpu: async () => ({ all: cpuOfTree(child.pid ?? Number.NaN), parts: {} }),
    kept: async () => ({ calls: 0, recordings: 0 }),
    close,
  };
}

/** It binds its ports before it has all its processes. */
async function untilItAnswers(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    const phone = await openLoadPhone(extensionAt(0), { transport: 'udp', port }, { patienceMs: 200 });
    const isThere = await phone.register();
    phone.close();
    if (isThere) return;
    await sleep(100);
  }
  throw new Error('it does not answer');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return; // A crash leaves a signal in place of a code.
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

const modules = [
  'sl',
  'tm',
  'pv',
  'textops',
  'siputils',
  'usrloc',
  'registrar',
  'nathelper',
  'auth',
  'htable',
  'xhttp',
  'websocket',
  'tls',
];

interface Place {
  readonly port: number;
  readonly tlsPort: number;
  readonly folder: string;
}

function configFor(people: number, { port, tlsPort, folder }: Place): string {
  return `#!KAMAILIO
debug=1
children=2
tcp_children=2
open_files_limit=12000
tcp_max_connections=11000
tls_max_connections=11000
tcp_accept_iplimit=11000
tcp_listen_backlog=4096
enable_tls=yes
tcp_accept_no_cl=yes
auto_aliases=no
max_while_loops=100000
listen=udp:127.0.0.1:${port}
listen=tcp:127.0.0.1:${port}
listen=tls:127.0.0.1:${tlsPort}
${modules.map((name) => `loadmodule "${name}.so"`).join('\n')}
modparam("tls", "tls_method", "TLSv1.2+")
modparam("tls", "certificate", "${folder}/tls/self-signed.crt")
modparam("tls", "private_key", "${folder}/tls/self-signed.key")
modparam("nathelper|registrar", "received_avp", "$avp(received)")
modparam("htable", "htable", "secret=>size=10")
event_route[htable:mod-init] {
  $var(extension) = ${extensionAt(0)};
  while ($var(extension) <= ${extensionAt(people - 1)}) {
    $sht(secret=>$var(extension)) = "${password}";
    $var(extension) = $var(extension) + 1;
  }
}
request_route {
  if (!is_method("REGISTER")) {
    sl_send_reply("405", "Method Not Allowed");
    exit;
  }
  if (!has_credentials("${domain}") || !pv_www_authenticate("${domain}", "$sht(secret=>$au)", "0")) {
    www_challenge("${domain}", "1");
    exit;
  }
  if ($au != $tU) {
    sl_send_reply("403", "Forbidden");
    exit;
  }
  if (proto == WS || proto == WSS) fix_nated_register();
  if (!save("location")) sl_reply_error();
  exit;
}
event_route[xhttp:request] {
  if ($hdr(Upgrade) =~ "websocket" && ws_handle_handshake()) exit;
  xhttp_reply("404", "Not Found", "", "");
}
`;
}
