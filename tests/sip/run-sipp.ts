import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeAlaw } from '@alo/testing';
import { sipp } from './sipp-program.ts';

export interface SippCall {
  /** `caller-hangs-up` talks for `seconds`; `callee-hangs-up` talks until the other side ends the call. */
  readonly scenario: 'caller-hangs-up' | 'callee-hangs-up';
  /** Where our SIP is listened for. */
  readonly target: { readonly host: string; readonly port: number };
  /** The caller's number and, if given, name. */
  readonly from: string;
  readonly name?: string;
  /** The number that is dialled: one that the trunk of `address` may bring. */
  readonly to: string;
  readonly seconds: number;
  /** Our own address, which must be a trunk's: 127.0.0.1 when absent. */
  readonly address?: string;
  /** What the caller says: a tone of so many hertz, 440 when absent. */
  readonly hertz?: number;
  /** Calls, one after the other: 1 when absent. */
  readonly calls?: number;
}

export interface SippResult {
  /** Every call went through the whole scenario. */
  readonly ok: boolean;
  /** What sipp says of unexpected messages; '' when all went well. */
  readonly errors: string;
}

/** How long an answer may take to come, on top of the talk itself. */
const patienceSeconds = 300;

/** Calls us from outside by sipp, as a carrier would. Rejects when sipp cannot be run. */
export async function runSipp(call: SippCall): Promise<SippResult> {
  const folder = await mkdtemp(join(tmpdir(), 'alo-sipp-'));
  try {
    await writeFile(join(folder, 'audio.alaw'), toneAlaw(call.hertz ?? 440));
    const code = await run(argumentsOf(call, folder), folder);
    const errors = await readFile(join(folder, 'errors.log'), 'utf8').catch(() => ''); // Written only when there are any.
    return { ok: code === 0, errors };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function argumentsOf(call: SippCall, folder: string): readonly string[] {
  const address = call.address ?? '127.0.0.1';
  const count = String(call.calls ?? 1);
  return [
    '-sf',
    fileURLToPath(new URL(`${call.scenario}.xml`, import.meta.url)),
    '-i',
    address,
    '-mi',
    address,
    '-s',
    call.to,
    '-key',
    'from',
    call.from,
    '-key',
    'name',
    call.name ?? call.from,
    '-m',
    count,
    '-l',
    '1',
    '-r',
    '1',
    '-d',
    String(call.seconds * 1_000),
    '-timeout',
    `${(call.seconds + patienceSeconds) * Number(count)}s`,
    '-timeout_error',
    '-trace_err',
    '-error_file',
    join(folder, 'errors.log'),
    '-nostdin',
    // How slow the machine is, is no mistake of a call.
    '-watchdog_interval',
    '0',
    `${call.target.host}:${call.target.port}`,
  ];
}

function run(args: readonly string[], folder: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(sipp, args, { cwd: folder, stdio: 'ignore', env: { ...process.env, TERM: 'dumb' } });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** A second of a tone as the bytes that sipp sends in a loop. */
const toneAlaw = (hertz: number): Buffer =>
  Buffer.from(
    Array.from({ length: 8_000 }, (_, i) => encodeAlaw(16_384 * Math.sin((2 * Math.PI * hertz * i) / 8_000))),
  );
