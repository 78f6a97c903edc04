import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** As Linux counts: from 19 (has time) by 0 (everybody) to -20. Who decides about calls goes before databases and jobs, behind audio. */
const urgency = { audio: -10, calls: -5 } as const;

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

function unlessRefused(go: () => void): void {
  try {
    go();
  } catch (error) {
    if (!(error instanceof Error && 'errno' in error && refusals.includes(error.errno))) throw error;
  }
}
