import type { Flow } from '../transport/flow.ts';
import type { Connections } from './connections.ts';
import type { StackOutput, TimerValues } from './stack-api.ts';
import type { Timer } from './timer-queue.ts';

/** What a transaction needs of the stack around it. */
export interface Wires {
  readonly timers: TimerValues;
  readonly now: () => number;
  readonly send: (flow: Flow, bytes: Uint8Array) => void;
  /** Fires once, `ms` from now. */
  readonly after: (ms: number, fire: () => void) => Timer;
  readonly cancel: (timer: Timer | undefined) => void;
}

/** What the two halves of the stack share. */
export interface Plumbing extends Wires {
  readonly emit: (output: StackOutput) => void;
  readonly random: () => string;
  readonly connections: Connections;
}

/** Repeats `act` after `first`, then after twice as long each time, up to `cap`, until the returned function is called. */
export function repeat(wires: Wires, first: number, cap: number, act: () => void): () => void {
  let timer: Timer | undefined;
  const schedule = (gap: number): void => {
    timer = wires.after(gap, () => {
      schedule(Math.min(gap * 2, cap));
      act();
    });
  };
  schedule(Math.min(first, cap));
  return () => wires.cancel(timer);
}
