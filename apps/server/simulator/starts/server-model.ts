import { isEcho, type StopWord } from '../../src/process/stop-word.ts';
import type { EngineModel } from './engine-model.ts';
import { drainMs } from './limits.ts';
import type { Machine, SimulatedProcess } from './machine.ts';
import type { Mistake } from './mistake.ts';

/** A version of the product, in a folder of its own or in the same one. */
export interface Version {
  readonly name: string;
  /** Of what carries calls: two versions may have the same. */
  readonly code: string;
  /** Its server does not get through its start. */
  readonly isBroken: boolean;
}

export interface ServerModel {
  readonly process: SimulatedProcess;
  readonly version: Version;
  /** It was, whatever has become of it. */
  readonly isReady: boolean;
  /** It has set an engine up that still lives. */
  readonly isServed: boolean;
}

/** A server's process, as far as starts and ends go. */
export function serverModel(
  machine: Machine,
  process: SimulatedProcess,
  {
    version,
    roles,
    engine,
    mistake,
  }: {
    version: Version;
    roles: readonly string[];
    /** Which engine listens at the place that its keeper told it; null for a server without telephony. */
    engine: (() => EngineModel | undefined) | null;
    mistake: Mistake | undefined;
  },
  { onReady, onFailed }: { onReady: () => void; onFailed: (why: string) => void },
): ServerModel {
  let isReady = false;
  let linked: EngineModel | null = null;
  let told = 0;
  let isLeaving = false;

  const fail = (why: string) => {
    onFailed(why);
    machine.exit(process, 1);
  };

  function takeRoles(): boolean {
    for (const role of roles) {
      if (machine.locks.has(`server-${role}`)) return false;
      machine.locks.set(`server-${role}`, process);
    }
    return true;
  }

  function link(failures = 0): void {
    const found = engine?.();
    if (found === undefined) {
      machine.after(process, Math.min(20 * 2 ** failures, 1_000), () => link(failures + 1));
      return;
    }
    let isUp = false;
    let isGone = false;
    found.attach(process, version.code);
    found.process.onExit.push(() => {
      isGone = true;
      if (!isUp && mistake === 'deaf-set-up') return;
      machine.after(process, [0, 3], () => {
        if (linked === found) linked = null;
        link();
      });
    });
    machine.after(process, [50, 600], () => {
      if (isGone) return;
      found.setUp();
      machine.after(process, [5, 300], () => {
        if (isGone) return;
        isUp = true;
        linked = found;
        // A server that lets calls end takes none of an engine that comes yet.
        if (told === 0) found.open();
        becomeReady();
      });
    });
  }

  function becomeReady(): void {
    if (isReady || told > 0) return;
    isReady = true;
    onReady();
  }

  /** Ends everything in the order that loses nothing. */
  function close(): void {
    linked?.close('its server ends it');
    machine.after(process, [50, 1_500], () => machine.exit(process, 0));
  }

  function drained(): void {
    let isOver = false;
    const end = () => {
      if (!isOver) close();
      isOver = true;
    };
    cut = end;
    linked?.process.onExit.push(() => machine.after(process, 0, end));
    if (linked === null) return end();
    linked.drain(() => machine.after(process, [0, 3], end));
    machine.after(process, drainMs, end);
  }
  let cut = () => {};
  let last: StopWord | undefined;

  process.onSignal = (signal) => {
    const word: StopWord = { by: signal === 'channel-closed' ? 'parent' : 'signal', at: machine.now };
    const isSame =
      told > 0 && (word.by === 'parent' || (mistake !== 'two-words' && last !== undefined && isEcho(last, word)));
    last = word;
    if (isSame) return;
    told += 1;
    if (!isReady) machine.after(process, [1, 50], () => machine.exit(process, 0));
    else if (signal === 'make-room' || isLeaving) {
      isLeaving = true;
      machine.after(process, [20, 900], () => machine.exit(process, 0));
    } else if (told === 1) drained();
    else cut();
  };

  machine.after(process, [150, 2_500], () => {
    if (!takeRoles()) return fail('another has the folder');
    engine?.()?.attach(process, version.code);
    machine.after(process, [50, 1_500], () => {
      if (version.isBroken) return fail('it is broken');
      if (engine === null) becomeReady();
      else link();
    });
  });

  return {
    process,
    version,
    get isReady() {
      return isReady;
    },
    get isServed() {
      return process.alive && (engine === null || linked?.process.alive === true);
    },
  };
}
