import type { CallId, Command, TimerId } from '@alo/call-core';

/** A timer that runs: which, and when it is due. */
export type Due = readonly [call: CallId, timer: TimerId, due: number];

/** The timers that call control has started, on the process's clock. */
export interface CallTimers {
  /** Takes note of a timer command; other commands are not its business. `at` is when it was given. */
  obey(command: Command, at: number): void;
  /** Lets the timers that were noted so far run: those that are overdue run out at once. */
  run(now: () => number, elapsed: (call: CallId, timer: TimerId) => void): void;
  due(): Due[];
  close(): void;
}

/** Timers are noted without running while old events are read again, and run from `run` on. */
export function createCallTimers(known: readonly Due[]): CallTimers {
  const dues = new Map<string, Due>(known.map((due) => [keyOf(due[0], due[1]), due]));
  const handles = new Map<string, NodeJS.Timeout>();
  let start: (due: Due) => void = () => undefined;

  return {
    obey(command, at) {
      if (command.type !== 'start-timer' && command.type !== 'stop-timer') return;
      const key = keyOf(command.call, command.timer);
      clearTimeout(handles.get(key));
      handles.delete(key);
      dues.delete(key);
      if (command.type === 'stop-timer') return;
      const due: Due = [command.call, command.timer, at + command.ms];
      dues.set(key, due);
      start(due);
    },
    run(now, elapsed) {
      start = ([call, timer, due]) => {
        const key = keyOf(call, timer);
        const runOut = () => {
          handles.delete(key);
          dues.delete(key);
          elapsed(call, timer);
        };
        handles.set(key, setTimeout(runOut, Math.max(0, due - now())));
      };
      for (const due of dues.values()) start(due);
    },
    due: () => [...dues.values()],
    close() {
      for (const handle of handles.values()) clearTimeout(handle);
      handles.clear();
    },
  };
}

function keyOf(call: CallId, timer: TimerId): string {
  return `${call} ${timer}`;
}
