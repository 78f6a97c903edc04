import type { Random } from '../random.ts';

/** A process of the simulated machine. What it is about to do waits while it is stopped, and never comes once it is dead. */
export interface SimulatedProcess {
  readonly id: number;
  readonly name: string;
  readonly parent: SimulatedProcess | null;
  alive: boolean;
  stoppedUntil: number;
  /** Killed or stopped by an order, and not by us. */
  wasHarmed: boolean;
  /** A signal that it handles, or the end of the channel to its parent. */
  onSignal: (signal: Signal) => void;
  /** Called at that moment: a process that hears of it hears of it later. */
  readonly onExit: ((how: number | string) => void)[];
}

export type Signal = 'SIGTERM' | 'SIGHUP' | 'channel-closed' | 'make-room' | 'end';

/** A machine with one data folder: processes, locks, sockets and signals on a clock of its own. */
export interface Machine {
  readonly now: number;
  readonly random: Random;
  readonly processes: readonly SimulatedProcess[];
  /** Of abstract sockets: each goes with its process. */
  readonly locks: Map<string, SimulatedProcess>;
  /** Of the file system: a path stays when its process dies, and leads nowhere then. */
  readonly sockets: Map<string, SimulatedProcess>;
  tell(line: string): void;
  born(name: string, parent: SimulatedProcess | null): SimulatedProcess;
  /** Does it after so long, for this process; a pair of numbers is a time in between. */
  after(process: SimulatedProcess | null, ms: number | readonly [number, number], what: () => void): void;
  signal(process: SimulatedProcess, signal: Signal): void;
  exit(process: SimulatedProcess, how: number | string): void;
  /** Who listens at a path. */
  listener(path: string): SimulatedProcess | undefined;
  /** Until so late, or until nothing is due. */
  runUntil(ms: number, each: () => void): void;
}

interface Due {
  readonly at: number;
  readonly order: number;
  readonly process: SimulatedProcess | null;
  readonly what: () => void;
}

/** How long the kernel takes to tell of a signal or an end, in milliseconds. */
const kernelMs = [0, 3] as const;

export function simulatedMachine(random: Random, tell: (line: string) => void): Machine {
  let now = 0;
  let order = 0;
  let due: Due[] = [];
  const processes: SimulatedProcess[] = [];
  const locks = new Map<string, SimulatedProcess>();
  const sockets = new Map<string, SimulatedProcess>();

  function push(at: number, process: SimulatedProcess | null, what: () => void): void {
    order += 1;
    const one = { at, order, process, what };
    let place = due.length;
    while (place > 0 && (due[place - 1]?.at ?? 0) > at) place -= 1;
    due.splice(place, 0, one);
  }

  const machine: Machine = {
    get now() {
      return now;
    },
    random,
    processes,
    locks,
    sockets,
    tell: (line) => tell(`${(now / 1_000).toFixed(3)} ${line}`),
    born(name, parent) {
      const process: SimulatedProcess = {
        id: processes.length + 1,
        name: `${name} ${processes.length + 1}`,
        parent,
        alive: true,
        stoppedUntil: 0,
        wasHarmed: false,
        onSignal: () => {},
        onExit: [],
      };
      processes.push(process);
      return process;
    },
    after(process, ms, what) {
      push(now + (typeof ms === 'number' ? ms : random.between(ms[0], ms[1])), process, what);
    },
    signal(process, signal) {
      machine.after(process, kernelMs, () => process.onSignal(signal));
    },
    exit(process, how) {
      if (!process.alive) return;
      process.alive = false;
      machine.tell(`${process.name} ends: ${how}`);
      for (const [name, holder] of locks) if (holder === process) locks.delete(name);
      for (const heard of process.onExit) heard(how);
      for (const child of processes)
        if (child.parent === process && child.alive) machine.signal(child, 'channel-closed');
    },
    listener(path) {
      const holder = sockets.get(path);
      return holder?.alive === true ? holder : undefined;
    },
    runUntil(ms, each) {
      const until = now + ms;
      for (let next = due[0]; next !== undefined && next.at <= until; next = due[0]) {
        due = due.slice(1);
        now = Math.max(now, next.at);
        const { process } = next;
        if (process !== null && !process.alive) continue;
        if (process !== null && process.stoppedUntil > now) push(process.stoppedUntil, process, next.what);
        else next.what();
        each();
      }
      now = until;
    },
  };
  return machine;
}
