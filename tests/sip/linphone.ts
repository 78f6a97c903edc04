import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PhoneAccount } from './baresip.ts';
import { toneWav } from './tone-wav.ts';

const program = process.env['ALO_LINPHONE'] ?? 'linphonec';

/** linphonec with files for a sound card, driven as by its keyboard. It picks up by itself. */
export class Linphone {
  readonly #child: ChildProcess;
  readonly #folder: string;
  #printed = '';
  #read = 0;

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.#folder = folder;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (this.#printed += text));
  }

  /** `voice` is what it says, in hertz. */
  static async start(account: PhoneAccount, voice: number): Promise<Linphone> {
    const folder = await mkdtemp(join(tmpdir(), 'alo-linphone-'));
    const { server, transport, domain, username, password } = account;
    const proxy = `<sip:${server.host}:${server.port};transport=${transport}>`;
    const config = [
      '[sip]',
      // 0 is none, -1 any.
      `sip_port=${transport === 'udp' ? await freeUdpPort() : 0}`,
      'sip_tcp_port=0',
      `sip_tls_port=${transport === 'tls' ? -1 : 0}`,
      // A certificate that the product made for itself.
      'verify_server_certs=0',
      'verify_server_cn=0',
      `media_encryption=${transport === 'tls' ? 'srtp' : 'none'}`,
      'default_proxy=0',
      'guess_hostname=1',
      'use_info=0',
      'register_only_when_network_is_up=0',
      '[rtp]',
      'audio_rtp_port=-1',
      'video_rtp_port=-1',
      '[proxy_0]',
      `reg_proxy=${proxy}`,
      `reg_route=${proxy}`,
      `reg_identity=sip:${username}@${domain}`,
      'reg_expires=60',
      'reg_sendregister=1',
      'publish=0',
      'dial_escape_plus=0',
      '[auth_info_0]',
      `username=${username}`,
      `userid=${username}`,
      `passwd=${password}`,
      `realm=${domain}`,
      `domain=${domain}`,
      '',
    ];
    return Linphone.#run(folder, config, voice);
  }

  /** One that knows nothing but the address of its settings. */
  static async startBy(settings: string, voice: number): Promise<Linphone> {
    const folder = await mkdtemp(join(tmpdir(), 'alo-linphone-'));
    const config = [
      '[sip]',
      `sip_port=${await freeUdpPort()}`,
      'sip_tcp_port=0',
      'sip_tls_port=0',
      'register_only_when_network_is_up=0',
      '[rtp]',
      'audio_rtp_port=-1',
      'video_rtp_port=-1',
      '[misc]',
      `config-uri=${settings}`,
      '',
    ];
    return Linphone.#run(folder, config, voice);
  }

  static async #run(folder: string, config: readonly string[], voice: number): Promise<Linphone> {
    const file = join(folder, 'linphonerc');
    await mkdir(join(folder, '.local/share/linphone'), { recursive: true });
    await writeFile(file, config.join('\n'));
    await writeFile(join(folder, 'voice.wav'), toneWav(voice));
    const child = spawn(program, ['-c', file, '-a'], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, TERM: 'dumb' },
    });
    const phone = new Linphone(child, folder);
    phone.command('soundcard use files');
    phone.command(`play ${join(folder, 'voice.wav')}`);
    return phone;
  }

  command(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  /** Waits for something that it prints from here on. */
  async prints(what: RegExp, timeoutMs = 20_000): Promise<void> {
    const until = Date.now() + timeoutMs;
    for (;;) {
      const found = what.exec(this.#printed.slice(this.#read));
      if (found !== null) {
        this.#read += found.index + found[0].length;
        return;
      }
      if (Date.now() > until) throw new Error(`linphone did not print ${what}:\n${this.#printed.slice(-3_000)}`);
      await sleep(20);
    }
  }

  async close(): Promise<void> {
    if (this.#child.exitCode === null) {
      const exited = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await exited;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}
