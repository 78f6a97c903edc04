import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';

import { PackagesReplaced } from './packages-replaced.ts';

/** Our own code and its libraries: not what companies keep here. */
const readable = ['../../../../node_modules', '../../../../package.json', '../..'].map(
  (path) => new URL(path, import.meta.url).pathname,
);
const watchMs = 100;
/** What a program may say on stderr; more is not kept. */
const mostSaid = 16 * 1024;

export interface ChildLimits {
  /** Of JavaScript's heap. */
  readonly heapMb: number;
  /** Of the two halves of it in which what is new is made; what V8 takes for the best where it is left out. */
  readonly youngMb?: number;
  /** Memory of the whole process. */
  readonly mostBytes: number;
  /** How long it may give nothing while it is waited for. */
  readonly silentMs: number;
}

/** How a program ended. */
export interface ChildEnd {
  readonly code: number | null;
  /** It was stopped, for it took too much time or memory. */
  readonly wasStopped: boolean;
  readonly said: string;
}

export interface LimitedChild {
  readonly process: ChildProcess;
  /** Rejects where it could not be started, or found no package. */
  readonly ended: Promise<ChildEnd>;
  /** From now on it is waited for: its time begins anew. So it does at its start. */
  await(): void;
  /** It waits itself, for whoever reads what it gives. */
  rest(): void;
  stop(): void;
}

/**
 * A program of its own for bytes of strangers. It reads nothing but our code, writes nothing, opens no socket and starts nothing, has none
 * of our secrets, and is stopped where it takes more than `limits`. `stdio` is what it is given to read and where it answers.
 */
export function startLimited(
  program: string,
  args: readonly string[],
  { stdio, limits }: { readonly stdio: readonly ('pipe' | 'ignore' | number)[]; readonly limits: ChildLimits },
): LimitedChild {
  const { heapMb, youngMb } = limits;
  const young = youngMb === undefined ? [] : [`--max-semi-space-size=${youngMb}`];
  const flags = [`--max-old-space-size=${heapMb}`, ...young, '--permission'];
  const reads = readable.map((path) => `--allow-fs-read=${path}`);
  const child = spawn(process.execPath, [...flags, ...reads, '--no-warnings', program, ...args], {
    cwd: tmpdir(),
    // No secret of ours goes along.
    env: {},
    stdio: [...stdio],
  });
  // What somebody brings takes the processor that nobody else wants.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let wasStopped = false;
  let awaitedSince: number | undefined = performance.now();
  const stop = () => {
    wasStopped = true;
    child.kill('SIGKILL');
  };
  const watch = setInterval(() => {
    if (awaitedSince !== undefined && performance.now() - awaitedSince > limits.silentMs) stop();
    void residentBytes(child.pid).then((bytes) => bytes > limits.mostBytes && stop());
  }, watchMs);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, mostSaid);
  });
  const ended = new Promise<ChildEnd>((resolve, reject) => {
    child.on('error', (error) => {
      clearInterval(watch);
      reject(error);
    });
    child.on('close', (code) => {
      clearInterval(watch);
      if (code !== 0 && refusalIn(said) === undefined && said.includes(`'ERR_MODULE_NOT_FOUND'`))
        reject(new PackagesReplaced(said));
      else resolve({ code, wasStopped, said });
    });
  });
  return {
    process: child,
    ended,
    await: () => {
      awaitedSince = performance.now();
    },
    rest: () => {
      awaitedSince = undefined;
    },
    stop,
  };
}

/** How a program says in words for its person why it does not take what it was given: a line on stderr. */
export const refusalLine = (words: string): string => `refused: ${words}\n`;

/** These words; undefined where it said none. */
export const refusalIn = (said: string): string | undefined => /^refused: (.*)$/m.exec(said)?.[1];

/** How much memory a process has; none where nobody can tell. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const words = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
  return Number(words.split(' ')[1] ?? 0) * 4096;
}
