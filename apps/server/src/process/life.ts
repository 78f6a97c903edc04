import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerPings, outliveClosedOutput, sayReady } from '@alo/engine-host/supervision';
import { z } from 'zod';
import { type Config, readConfig } from '../config.ts';
import { makePrivateFiles } from '../storage/private-folder.ts';
import { startFailureText } from './start-failure.ts';
import { isEcho, type StopWord } from './stop-word.ts';

/** A running server. */
export interface Server {
  /** Where the console is, e.g. `http://localhost:8080`; undefined for a process that does not serve it. */
  readonly url: string | undefined;
  /** Takes no further calls from now on; resolves when the last one has ended. */
  drain(): Promise<void>;
  /**
   * Ends everything in the order that loses nothing: requests, then calls, then the database. `leaveCalls`: an engine that runs
   * beside us goes on with them, for the next server.
   */
  close(how?: { readonly leaveCalls: boolean }): Promise<void>;
}

type Start = (config: Config, announce: (line: string) => void, signal: AbortSignal) => Promise<Server>;

/**
 * The life of the server's process. SIGINT, SIGTERM and the loss of the keeper let calls end by themselves for a while and then
 * end everything; a second signal cuts them. `restart` from the keeper leaves the calls to the next server.
 */
export async function runProcess(start: Start): Promise<void> {
  outliveClosedOutput();
  const told = new AbortController();
  const toldAgain = new AbortController();
  let leaveCalls = false;
  let last: StopWord | undefined;
  const hear = (by: StopWord['by']) => {
    const word = { by, at: performance.now() };
    const isImpatience = by === 'signal' && told.signal.aborted && (last === undefined || !isEcho(last, word));
    last = word;
    if (isImpatience) toldAgain.abort();
    else told.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => hear('signal'));
  process.on('disconnect', () => hear('parent'));
  process.on('message', (message) => {
    if (!isRestart(message)) return;
    leaveCalls = true;
    told.abort();
  });
  answerPings();
  makePrivateFiles();

  const say = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    const config = readConfig(process.env);
    const server = await start(config, say, told.signal);
    endAfterMistake(server);
    say(`Alô sẵn sàng: ${server.url ?? config.roles.join(', ')}`);
    sayReady();
    if (!told.signal.aborted) await once(told.signal, 'abort');
    if (!leaveCalls) await drained(server, config.drainMs, toldAgain.signal, say);
    await server.close({ leaveCalls });
    process.exit(0);
  } catch (error) {
    if (error === told.signal.reason) process.exit(0);
    process.stderr.write(`${startFailureText(error, process.env['ALO_LOG_LEVEL'] === 'debug')}\n`);
    await tellKeeper({ kind: 'failed', why: startFailureText(error) });
    process.exit(1);
  }
}

/** Resolves when it is told, or nobody is there to hear it. */
const tellKeeper = (word: object): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(word, undefined, {}, () => resolve());
  });

/**
 * A mistake of ours that nobody caught: nobody knows what is true in this process any more. What it has is written down, and the
 * next one goes on with the calls.
 */
function endAfterMistake(server: Server): void {
  const end = (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    const impatience = setTimeout(() => process.exit(1), closeWithinMs);
    impatience.unref();
    void server.close({ leaveCalls: true }).finally(() => process.exit(1));
  };
  process.once('uncaughtException', end);
  process.once('unhandledRejection', end);
}

const closeWithinMs = 10_000;

/** Resolves when no call is left, when the time is up, or when somebody has no patience. */
async function drained(server: Server, limitMs: number, cut: AbortSignal, say: (line: string) => void): Promise<void> {
  if (limitMs === 0) return;
  const over = new AbortController();
  const signal = AbortSignal.any([cut, over.signal]);
  const until = (ms: number) => sleep(ms, false, { signal }).catch(() => false);
  const empty = server.drain().then(() => true);
  if (!(await Promise.race([empty, until(patienceMs)])) && !cut.aborted) {
    say(
      `Đang chờ các cuộc gọi kết thúc, tối đa ${Math.ceil(limitMs / 1_000)} giây. ` +
        'Muốn cắt ngay: nhấn Ctrl-C (hoặc gửi SIGTERM) lần nữa.',
    );
    await Promise.race([empty, until(limitMs)]);
  }
  over.abort();
}

/** An engine without calls says so at once; only who waits is told why. */
const patienceMs = 300;

const isRestart = (message: unknown): boolean => z.object({ kind: z.literal('restart') }).safeParse(message).success;
