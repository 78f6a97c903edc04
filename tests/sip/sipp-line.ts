import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RtpAudio } from '@alo/testing';

import { until } from '../e2e/support/until.ts';
import { ask, hear, perhaps, type Step, scenarioXml, tell } from './scenario.ts';
import { sipp } from './sipp-program.ts';

/** A customer's call by sipp: sipp signals, what is said and heard goes by a socket of the test's, which presses keys as well. */
export interface SippLine {
  readonly audio: RtpAudio;
  /** We have answered: who calls may speak from now on. */
  answered(): Promise<void>;
  /** We have ended the call as the scenario has it; fails with what came otherwise. */
  ended(): Promise<void>;
  /** Gives up waiting for that. */
  close(): Promise<void>;
}

export interface SippCalling {
  readonly port: number;
  readonly from: string;
  readonly to: string;
  /** What the customer says: an even tone. */
  readonly hertz: number;
  /** How it is refused, where it is to be. */
  readonly refused?: number;
}

/** Calls from outside; by the scenario the call is answered and we hang up, or it is refused at once. */
export async function sippCalls({ port, from, to, hertz, refused }: SippCalling): Promise<SippLine> {
  const folder = await mkdtemp(join(tmpdir(), 'alo-sipp-'));
  const audio = await RtpAudio.open('127.0.0.1');
  const offer = (await audio.offer()).trimEnd().replaceAll('\r', '');
  await writeFile(join(folder, 'call.xml'), scenarioXml('a customer', stepsOf(`${offer}\n`, refused)));
  const callId = randomUUID();
  const args = [
    '-cid_str',
    callId,
    '-sf',
    'call.xml',
    '-i',
    '127.0.0.1',
    '-mi',
    '127.0.0.1',
    '-m',
    '1',
    '-s',
    to,
    '-key',
    'from',
    from,
    '-timeout',
    '100s',
    '-timeout_error',
    '-nostdin',
    '-watchdog_interval',
    '0',
    '-trace_msg',
    '-message_file',
    'messages.log',
    '-trace_err',
    '-error_file',
    'errors.log',
    `127.0.0.1:${port}`,
  ];
  const child = spawn(sipp, args, { cwd: folder, stdio: 'ignore', env: { ...process.env, TERM: 'dumb' } });
  const exited = once(child, 'exit');
  const read = (file: string) => readFile(join(folder, file), 'utf8').catch(() => '');
  let isOpen = true;
  // Nobody speaks on into a port that may be another call's by then.
  const hush = () => {
    if (isOpen) audio.close();
    isOpen = false;
  };
  return {
    audio,
    async answered() {
      const answer = await until('the call is answered', async () => {
        if (child.exitCode !== null) throw new Error(`sipp ended with ${child.exitCode}: ${await read('errors.log')}`);
        return answerIn(await read('messages.log'), callId);
      });
      await audio.acceptAnswer(answer);
      audio.speak(hertz);
    },
    async ended() {
      const [code] = await exited;
      hush();
      if (code !== 0) throw new Error(`sipp ended with ${code}: ${await read('errors.log')}`);
    },
    async close() {
      hush();
      await endOf(child, exited);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function endOf(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await exited;
}

function stepsOf(offer: string, refused: number | undefined): readonly Step[] {
  const begin = [ask('INVITE', { body: offer }), perhaps(100), perhaps(180), perhaps(183)];
  return refused === undefined
    ? [...begin, hear(200), ask('ACK'), hear('BYE'), tell('200 OK', { inDialog: true })]
    : [...begin, hear(refused), ask('ACK')];
}

/**
 * The description of sound in the answer; undefined while there is none, or not all of it was written yet. What is said again to
 * whoever had this port before comes here as well.
 */
function answerIn(messages: string, callId: string): string | undefined {
  for (const [, head = '', after = ''] of messages.matchAll(/SIP\/2\.0 200 [^]*?\r?\n([^]*?)\r?\n\r?\n(?=([^]*))/g)) {
    if (/^call-id: *(\S+)/im.exec(head)?.[1] !== callId) continue;
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
    return length > 0 && Buffer.byteLength(after) >= length ? after.slice(0, length) : undefined;
  }
  return undefined;
}
