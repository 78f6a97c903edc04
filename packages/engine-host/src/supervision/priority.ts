import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** As Linux counts: from 19 (has time) by 0 (everybody) to -20. Who decides about calls goes before databases and jobs, behind audio. */
const urgency = { audio: -15, calls: -10 } as const;

/** As Node.js calls threads that V8 has beside the main one. */
const helperName = 'V8Worker';
const helpersAfter = 5;

/** It is not allowed, not now, or the system takes no turns between sessions. */
const { EACCES, EPERM, EAGAIN, ENOENT, EINVAL } = constants.errno;
const refusals: readonly unknown[] = [-EACCES, -EPERM, -EAGAIN, -ENOENT, -EINVAL];

/**
 * Audio is due every 20 ms and soon done: a server that starts beside it, for seconds of both cores, must not make it wait. Only
 * root, or whom the system's limits allow it (`LimitNICE=`, `LimitRTPRIO=`), may go before others; without that the audio takes its turn.
 */
export function goFirst(): void {
  unlessRefused(() => setPriority(urgency.audio));
  // Linux lets whoever has the core finish its turn of some milliseconds, however urgent another is, unless that one is real-time
  // (sched(7)). Where there is no `chrt`, or it is refused, the priority is all there is.
  spawnSync('chrt', ['--rr', '--pid', '1', String(process.pid)]);
}

/**
 * The same for a program that has a session of its own. Linux lets sessions take turns whatever is urgent within one of them
 * (sched(7), autogroup): between sessions it is the session that goes first.
 */
export function letSessionGoFirst(pid: number, does: keyof typeof urgency): void {
  unlessRefused(() => writeFileSync(`/proc/${pid}/autogroup`, String(urgency[does])));
}

/**
 * V8's threads, which compile and mark beside the main one, take a quarter of a core that both want, not half of it (ADR 379). They
 * are still given something: the main thread has to wait for them at the end of a collection.
 */
export function letHelpersGoAfter(): void {
  unlessRefused(() => {
    for (const thread of readdirSync('/proc/self/task')) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
      if (name === helperName) setPriority(Number(thread), helpersAfter);
    }
  });
}

function unlessRefused(go: () => void): void {
  try {
    go();
  } catch (error) {
    if (!(error instanceof Error && 'errno' in error && refusals.includes(error.errno))) throw error;
  }
}
