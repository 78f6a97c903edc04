import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where the program is: in the system, or in a file system of its own (`chroot`). */
const program = process.env['ALO_ASTERISK'] ?? 'asterisk';
const root = process.env['ALO_ASTERISK_ROOT'] ?? '';

/** What of it a carrier needs. Some variants want a codec or format that a build may lack. */
const modules = [
  'res_pjproject res_sorcery_config res_sorcery_memory res_sorcery_astdb res_http_websocket res_crypto res_srtp res_rtp_asterisk',
  'res_timing_timerfd res_format_attr_opus res_format_attr_h264 res_format_attr_vp8 res_statsd res_pjsip res_pjsip_acl',
  'res_pjsip_authenticator_digest res_pjsip_caller_id res_pjsip_dlg_options res_pjsip_dtmf_info res_pjsip_empty_info',
  'res_pjsip_endpoint_identifier_ip res_pjsip_endpoint_identifier_user res_pjsip_header_funcs res_pjsip_logger res_pjsip_nat',
  'res_pjsip_outbound_authenticator_digest res_pjsip_outbound_registration res_pjsip_pubsub res_pjsip_registrar res_pjsip_rfc3326',
  'res_pjsip_sdp_rtp res_pjsip_session res_pjsip_t38 chan_pjsip bridge_simple bridge_softmix bridge_native_rtp codec_alaw codec_ulaw',
  'codec_a_mu codec_g722 codec_resample codec_opus_open_source format_pcm format_sln res_musiconhold res_clioriginate pbx_config',
  'app_dial app_echo app_read app_senddtmf app_verbose app_playtones func_callerid func_channel func_global func_logic func_strings',
]
  .join(' ')
  .split(' ');

export interface AsteriskFiles {
  readonly pjsip: string;
  readonly extensions: string;
  readonly rtp?: string;
  /** Besides those that a carrier needs. */
  readonly modules?: readonly string[];
  /** Whatever else is to lie beside them. */
  readonly others?: Readonly<Record<string, string>>;
}

/** An Asterisk of our own, with a folder for everything that it writes. */
export class Asterisk {
  readonly #child: ChildProcess;
  /** As the program sees it. */
  readonly #folder: string;
  #printed = '';

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.#folder = folder;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (this.#printed += text));
  }

  /** A folder that the program can read, and its name there. */
  static async folder(): Promise<{ readonly outside: string; readonly inside: string }> {
    await mkdir(join(root, '/tmp'), { recursive: true });
    const outside = await mkdtemp(join(root, '/tmp/alo-asterisk-'));
    return { outside, inside: outside.slice(root.length) };
  }

  /** Rejects where it does not start. */
  static async start(
    { outside, inside }: { readonly outside: string; readonly inside: string },
    files: AsteriskFiles,
  ): Promise<Asterisk> {
    const all = {
      'asterisk.conf': `[directories]\n${['astetcdir', 'astdbdir', 'astkeydir', 'astspooldir', 'astrundir', 'astlogdir']
        .map((name) => `${name} => ${inside}`)
        .join('\n')}\n[options]\ndocumentation_language = en_US\n`,
      'modules.conf': `[modules]\nautoload=no\n${[...modules, ...(files.modules ?? [])].map((name) => `load=${name}.so`).join('\n')}\n`,
      'logger.conf': '[logfiles]\nconsole => notice,warning,error\n',
      'rtp.conf': files.rtp ?? '[general]\nrtpstart=30000\nrtpend=31000\nstrictrtp=yes\n',
      'pjproject.conf': '[startup]\nlog_level=2\n',
      'pjsip.conf': files.pjsip,
      'extensions.conf': files.extensions,
      'musiconhold.conf': '',
      'indications.conf':
        '[general]\ncountry=us\n[us]\ndescription=us\nringcadence=2000,4000\ndial=350+440\nring=440+480/2000,0/4000\n',
      ...files.others,
    };
    for (const [name, text] of Object.entries(all)) await writeFile(join(outside, name), text);
    const [command, args] = inRoot(['-C', `${inside}/asterisk.conf`, '-f', '-p', '-n']);
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TERM: 'dumb' } });
    const asterisk = new Asterisk(child, inside);
    for (let tries = 0; ; tries += 1) {
      const answer = await asterisk.say('core waitfullybooted').catch((error: unknown) => String(error));
      if (answer.includes('fully booted')) return asterisk;
      if (child.exitCode !== null || tries > 300) {
        await asterisk.close();
        throw new Error(`Asterisk did not start: ${answer}\n${asterisk.#printed.slice(-4_000)}`);
      }
      await sleep(100);
    }
  }

  get pid(): number {
    return this.#child.pid ?? Number.NaN;
  }

  /** What its command line answers. */
  async say(command: string): Promise<string> {
    const [name, args] = inRoot(['-C', `${this.#folder}/asterisk.conf`, '-rx', command]);
    return (await run(name, args)).stdout;
  }

  async close(): Promise<void> {
    // A crash leaves a signal in place of a code.
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exited = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await exited;
    }
    await rm(join(root, this.#folder), { recursive: true, force: true });
  }
}

const inRoot = (args: readonly string[]): [string, string[]] =>
  root === '' ? [program, [...args]] : ['chroot', [root, program, ...args]];
