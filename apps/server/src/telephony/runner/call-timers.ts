import type { Command, TimerId, TimerOwner } from '@alo/call-core';

import type { Clock } from '../clock.ts';

/** A timer that runs: which, and when it is due. */
export type RunningTimer = { readonly owner: TimerOwner; readonly timer: TimerId; readonly due: number };

/** The timers that call control has started, on the process's clock. */
export interface CallTimers {
  /** Takes note of a timer command; other commands are not its business. `at` is when it was given. */
  obey(command: Command, at: number): void;
  /** These are what was noted so far. */
  replace(known: readonly RunningTimer[]): void;
  /** Lets the timers that were noted so far run: those that are overdue run out at once. */
  run(elapsed: (due: RunningTimer) => void): void;
  /** An `elapsed` event was taken: until then its timer counts as running, so that no crash and no snapshot loses it. */
  ranOut(owner: TimerOwner, timer: TimerId, at: number): void;
  due(): RunningTimer[];
  close(): void;
}

/** Timers are noted without running while old events are read again, and run from `run` on. */
export function createCallTimers(clock: Clock): CallTimers {
  const dues = new Map<string, RunningTimer>();
  const callOffs = new Map<string, () => void>();
  let start: (due: RunningTimer) => void = () => undefined;

  return {
    obey(command, at) {
      if (command.type !== 'start-timer' && command.type !== 'stop-timer') return;
      const { owner, timer } = command;
      const key = keyOf(command);
      callOffs.get(key)?.();
      callOffs.delete(key);
      dues.delete(key);
      if (command.type === 'stop-timer') return;
      const due = { owner, timer, due: at + command.ms };
      dues.set(key, due);
      start(due);
    },
    replace(known) {
      dues.clear();
      for (const due of known) dues.set(keyOf(due), due);
    },
    run(elapsed) {
      start = (due) => {
        const key = keyOf(due);
        const runOut = () => {
          callOffs.delete(key);
          elapsed(due);
        };
        callOffs.set(key, clock.after(Math.max(0, due.due - clock.now()), runOut));
      };
      for (const due of Array.from(dues.values())) start(due);
    },
    ranOut(owner, timer, at) {
      const key = keyOf({ owner, timer });
      const due = dues.get(key);
      // It may have been started anew meanwhile.
      if (due !== undefined && due.due <= at) dues.delete(key);
    },
    due: () => [...dues.values()],
    close() {
      for (const callOff of callOffs.values()) callOff();
      callOffs.clear();
    },
  };
}

/** A timer is its owner's; names of different owners do not meet. */
function keyOf({ owner, timer }: Pick<RunningTimer, 'owner' | 'timer'>): string {
  switch (owner.kind) {
    case 'call':
      return `call ${owner.call} ${timer}`;
    case 'leg':
      return `leg ${owner.call} ${owner.leg} ${timer}`;
    case 'person':
      return `person ${owner.extension} ${timer}`;
    case 'queue':
      return `queue ${owner.queue} ${timer}`;
    case 'campaign':
      return `campaign ${owner.campaign} ${timer}`;
    default:
      return owner satisfies never;
  }
}
