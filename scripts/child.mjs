import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Runs a program in the foreground until it ends, in a process group of its own: what a terminal sends at Ctrl-C reaches it
 * once, through us, and not also through npm and the shell. If this process is killed, the kernel asks the child to stop.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions }} [options]
 * @returns {Promise<{ code: number | null, signal: NodeJS.Signals | null }>}
 */
export function runForeground(program, args, options = {}) {
  const setpriv = '/usr/bin/setpriv';
  const [first, rest] = existsSync(setpriv)
    ? [setpriv, ['--pdeathsig', 'TERM', '--', program, ...args]]
    : [program, args];
  return new Promise((resolve, reject) => {
    const child = spawn(first, rest, { stdio: 'inherit', ...options, detached: true });
    const release = forwardSignals(child);
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      release();
      resolve({ code, signal });
    });
  });
}

/** How long a second Ctrl-C is taken for impatience with the first and not for its echo from npm, in milliseconds. */
const echoMs = 1_000;

/** @param {import('node:child_process').ChildProcess} child */
function forwardSignals(child) {
  let firstAt = 0;
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    const now = performance.now();
    if (firstAt === 0) {
      firstAt = now;
      child.kill(signal);
    } else if (now - firstAt > echoMs) {
      child.kill('SIGKILL');
    }
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}

/**
 * Ends this process as the child ended.
 * @param {{ code: number | null, signal: NodeJS.Signals | null }} end
 */
export function exitLike({ code, signal }) {
  if (signal !== null) process.kill(process.pid, signal);
  else process.exitCode = code ?? 1;
}
