import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Step, scenarioXml } from './scenario.ts';
import { sipp } from './sipp-program.ts';

export interface Playing {
  readonly steps: readonly Step[];
  /** From where, 127.0.0.2 when absent: the address of a trunk, or of nobody. */
  readonly address?: string;
  readonly port?: number;
  readonly transport?: 'udp' | 'tcp';
  /** Whom it calls; absent: it waits to be called. */
  readonly calls?: { readonly number: string; readonly host: string; readonly port: number };
  readonly from?: string;
  /** For what it proves or is to be proved by. */
  readonly password?: string;
}

/** How it went where it went so. */
export const asWritten = 'as written';

/** Lets sipp go through a scenario once, and says how that went: what it saw where something came otherwise. */
export async function play(name: string, playing: Playing): Promise<string> {
  const { steps, address = '127.0.0.2', port, transport = 'udp', calls, from = '0912345678', password = '' } = playing;
  const folder = await mkdtemp(join(tmpdir(), 'alo-sipp-'));
  const [scenario, errors, messages] = ['scenario.xml', 'errors.log', 'messages.log'].map((file) => join(folder, file));
  try {
    await writeFile(scenario ?? '', scenarioXml(name, steps));
    const at = isIPv6(address) ? `[${address}]` : address;
    const args = [
      '-sf',
      scenario ?? '',
      '-i',
      at,
      '-mi',
      at,
      '-m',
      '1',
      '-l',
      '1',
      '-r',
      '1',
      '-t',
      transport === 'tcp' ? 't1' : 'u1',
      '-key',
      'from',
      from,
      '-key',
      'password',
      password,
      ...(port === undefined ? [] : ['-p', String(port)]),
      '-timeout',
      '60s',
      '-timeout_error',
      '-nostdin',
      '-watchdog_interval',
      '0',
      '-trace_err',
      '-error_file',
      errors ?? '',
      '-trace_msg',
      '-message_file',
      messages ?? '',
      ...(calls === undefined ? [] : ['-s', calls.number, `${calls.host}:${calls.port}`]),
    ];
    const child = spawn(sipp, args, { cwd: folder, stdio: 'ignore', env: { ...process.env, TERM: 'dumb' } });
    const [code] = await once(child, 'exit');
    if (code === 0) return asWritten;
    const read = async (file = '') => (await readFile(file, 'utf8').catch(() => '')).slice(-6_000);
    return `ended with ${code}\n${await read(errors)}\n${await read(messages)}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Somebody listens at this UDP port of this IPv4 address. The kernel is asked: whoever tried the port would take it from them. Its table
 * has many that have the same number at another address.
 */
export async function isTaken(address: string, port: number): Promise<boolean> {
  const inHostOrder = address.split('.').reverse();
  const hex = inHostOrder.map((part) => Number(part).toString(16).padStart(2, '0')).join('');
  const local = `${hex}:${port.toString(16).padStart(4, '0')}`.toUpperCase();
  const sockets = (await readFile('/proc/net/udp', 'utf8')).split('\n');
  return sockets.some((line) => line.trim().split(/\s+/)[1] === local);
}
