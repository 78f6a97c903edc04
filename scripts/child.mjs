import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';

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

/** How long a second Ctrl-C is taken for npm's echo of the first and not for impatience, in milliseconds. */
const echoMs = 1_000;
/** How often we look whether npm still is there. */
const lookMs = 1_000;

/**
 * What we are told, the child is told: to stop, once more for impatience, at the third time it is killed. SIGHUP goes through as
 * well, unless it says that our terminal was closed; that means to stop, as does the end of the npm that ran us.
 * @param {import('node:child_process').ChildProcess} child
 */
function forwardSignals(child) {
  let told = 0;
  let lastAt = -echoMs;
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    const now = performance.now();
    if (now - lastAt < echoMs) return;
    lastAt = now;
    told += 1;
    child.kill(told < 3 ? signal : 'SIGKILL');
  };
  const hadTerminal = hasTerminal();
  const hangUp = () => {
    if (hadTerminal && !hasTerminal()) stop('SIGTERM');
    else child.kill('SIGHUP');
  };
  const npm = process.env['npm_lifecycle_event'] === undefined ? undefined : process.ppid;
  const looking = setInterval(() => {
    if (npm === undefined || process.ppid === npm) return;
    clearInterval(looking);
    stop('SIGTERM');
  }, lookMs);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, stop);
  process.on('SIGHUP', hangUp);
  return () => {
    clearInterval(looking);
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.off(signal, stop);
    process.off('SIGHUP', hangUp);
  };
}

function hasTerminal() {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    // There is none, or it was closed.
    return false;
  }
}

/**
 * Ends this process as the child ended.
 * @param {{ code: number | null, signal: NodeJS.Signals | null }} end
 */
export function exitLike({ code, signal }) {
  if (signal !== null) process.kill(process.pid, signal);
  else process.exitCode = code ?? 1;
}
