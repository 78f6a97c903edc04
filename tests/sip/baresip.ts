import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@alo/testing';
import { z } from 'zod';
import { toneWav } from './tone-wav.ts';

/** Whom a foreign phone is to be, and where it finds its switch. */
export interface PhoneAccount {
  readonly server: { readonly host: string; readonly port: number };
  readonly transport: 'udp' | 'tcp' | 'tls' | 'wss';
  readonly domain: string;
  readonly username: string;
  readonly password: string;
}

const program = process.env['ALO_BARESIP'] ?? 'baresip';
/** Debian's places for its modules, by machine. */
const moduleFolders = [
  '/usr/lib/baresip/modules',
  ...['x86_64', 'aarch64'].map((name) => `/usr/lib/${name}-linux-gnu/baresip/modules`),
];

const said = z.object({ event: z.literal(true), type: z.string(), param: z.string().optional() });

/** baresip without a sound card: it says a file, and what it hears becomes one. Driven by its own control port. */
export class Baresip {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #control: Socket;
  readonly #events: { type: string; param: string }[] = [];
  #unread = '';
  #printed = '';

  private constructor(child: ChildProcess, folder: string, control: Socket) {
    this.#child = child;
    this.#folder = folder;
    this.#control = control;
    // Lengths are in bytes, and names in Vietnamese.
    control.setEncoding('latin1');
    control.on('data', (text: string) => this.#take(text));
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (this.#printed += text));
  }

  /** `voice` is what it says, in hertz; `codec` all that it has. What it hears it writes down. */
  static async start(account: PhoneAccount, voice: number, codec: 'g711' | 'opus' = 'g711'): Promise<Baresip> {
    const folder = await mkdtemp(join(tmpdir(), 'alo-baresip-'));
    const controlPort = await freePort('127.0.0.1');
    const modules = await modulesFolder();
    const config = [
      'audio_player aufile,/dev/null',
      `snd_path ${folder}`,
      // Its own tone knows 48 kHz only.
      `audio_source aufile,${join(folder, 'voice.wav')}`,
      'audio_alert aufile,/dev/null',
      'sip_listen 127.0.0.1:0',
      `module_path ${modules}`,
      ...[`${codec}.so`, 'aufile.so', 'sndfile.so'].map((name) => `module ${name}`),
      'module_tmp account.so',
      ...['menu.so', 'mwi.so', 'ctrl_tcp.so'].map((name) => `module_app ${name}`),
      `ctrl_tcp_listen 127.0.0.1:${controlPort}`,
    ];
    const { server, transport, domain, username, password } = account;
    const proxy = `sip:${server.host}:${server.port};transport=${transport}`;
    const line = `<sip:${username}@${domain}>;auth_pass=${password};outbound="${proxy}";regint=60;mwi=yes\n`;
    await writeFile(join(folder, 'config'), `${config.join('\n')}\n`);
    await writeFile(join(folder, 'accounts'), line);
    await writeFile(join(folder, 'contacts'), '');
    await writeFile(
      join(folder, 'voice.wav'),
      toneWav(voice, codec === 'opus' ? { rate: 48_000, channels: 2 } : undefined),
    );
    const child = spawn(program, ['-f', folder], { stdio: ['ignore', 'pipe', 'pipe'] });
    const control = await patientlyConnected(controlPort);
    return new Baresip(child, folder, control);
  }

  /** Does something as by its keyboard: `dial`, `hold`, `transfer` … */
  command(command: string, params = ''): void {
    const text = JSON.stringify({ command, params, token: command });
    this.#control.write(`${Buffer.byteLength(text)}:${text},`);
  }

  /** Waits for something that it tells; what came before is passed over. */
  async next(type: string, timeoutMs = 15_000): Promise<string> {
    const until = Date.now() + timeoutMs;
    for (;;) {
      const index = this.#events.findIndex((event) => event.type === type);
      const [found] = index < 0 ? [] : this.#events.splice(0, index + 1).slice(-1);
      if (found !== undefined) return found.param;
      if (Date.now() > until) throw new Error(`baresip told no ${type}:\n${this.#printed.slice(-3_000)}`);
      await sleep(20);
    }
  }

  /** The last half second of what it hears in Opus, a sample in six of one channel: 8 kHz. */
  async lastHeard(): Promise<number[]> {
    const dump = (await readdir(this.#folder)).find((name) => /^dump-.*-dec\.wav$/.test(name));
    const bytes = dump === undefined ? Buffer.alloc(0) : await readFile(join(this.#folder, dump));
    const frames = Math.floor((bytes.length - 44) / 4);
    return Array.from({ length: 4_000 }, (_, i) => {
      const frame = frames - 6 * (4_000 - i);
      return frame < 0 ? 0 : bytes.readInt16LE(44 + 4 * frame);
    });
  }

  async close(): Promise<void> {
    this.#control.destroy();
    if (this.#child.exitCode === null) {
      const exited = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await exited;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Netstrings of JSON. */
  #take(text: string): void {
    this.#unread += text;
    for (;;) {
      const colon = this.#unread.indexOf(':');
      const length = Number(this.#unread.slice(0, colon));
      if (colon < 0 || this.#unread.length < colon + length + 2) return;
      const message = said.safeParse(
        JSON.parse(Buffer.from(this.#unread.slice(colon + 1, colon + 1 + length), 'latin1').toString('utf8')),
      );
      this.#unread = this.#unread.slice(colon + length + 2);
      if (message.success) this.#events.push({ type: message.data.type, param: message.data.param ?? '' });
    }
  }
}

async function modulesFolder(): Promise<string> {
  for (const folder of moduleFolders) if ((await readdir(folder).catch(() => [])).length > 0) return folder;
  throw new Error('baresip has no modules');
}

async function patientlyConnected(port: number): Promise<Socket> {
  for (let tries = 0; ; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket;
    } catch (error) {
      socket.destroy();
      if (tries > 200) throw error;
      await sleep(50);
    }
  }
}
