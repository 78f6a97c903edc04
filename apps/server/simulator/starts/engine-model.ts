import { graceMs } from './limits.ts';
import type { Machine, SimulatedProcess } from './machine.ts';
import type { Mistake } from './mistake.ts';

export interface Call {
  readonly engine: EngineModel;
  /** Until when people talk, if nobody ends it before. */
  readonly until: number;
}

/** A call that ended before its people wanted it to. */
export interface LostCall {
  readonly call: Call;
  readonly why: string;
}

/** An engine's process, as far as starts and ends go: calls that last, a server that comes and goes, and a parent. */
export interface EngineModel {
  readonly process: SimulatedProcess;
  readonly code: string;
  /** Carries new calls: a server has set it up and opened it. */
  readonly isOpen: boolean;
  /** It has the port that phones know. */
  readonly hasPort: boolean;
  readonly calls: ReadonlySet<Call>;
  readonly server: SimulatedProcess | null;
  /** Says which code the server is of; null where it does not take servers yet or any more. */
  attach(server: SimulatedProcess, code: string): void;
  setUp(): void;
  open(): void;
  dial(lastsMs: number): void;
  /** No new calls; `idle` when none is left. */
  drain(idle: () => void): void;
  close(why: string): void;
}

export function engineModel(
  machine: Machine,
  process: SimulatedProcess,
  { code, path, mistake }: { code: string; path: string; mistake: Mistake | undefined },
  { onReady, onLost }: { onReady: () => void; onLost: (lost: LostCall) => void },
): EngineModel {
  const calls = new Set<Call>();
  const whenIdle: (() => void)[] = [];
  let startedFor: string | null = mistake === 'own-engine' ? code : null;
  let server: SimulatedProcess | null = null;
  let [isOpen, hasPort, isParentGone, takesCalls, isListening, isClosing] = [false, false, false, true, false, false];
  let attachments = 0;

  const lookForIdle = () => {
    if (calls.size === 0) for (const idle of whenIdle.splice(0)) idle();
  };
  const endIfAlone = () => {
    if (!isListening || !isParentGone || server !== null) return;
    whenIdle.push(() => model.close('its keeper and its server are gone'));
    machine.after(process, 0, lookForIdle);
  };
  function endCalls(why: string): void {
    for (const call of calls) onLost({ call, why });
    calls.clear();
    lookForIdle();
  }

  const model: EngineModel = {
    process,
    code,
    get isOpen() {
      return isOpen && takesCalls && process.alive;
    },
    get hasPort() {
      return hasPort;
    },
    calls,
    get server() {
      return server;
    },
    attach(from, itsCode) {
      attachments += 1;
      const attachment = attachments;
      server = from;
      from.onExit.push(() => {
        // The kernel closes the socket.
        machine.after(process, [0, 3], () => {
          if (server !== from || attachment !== attachments) return;
          server = null;
          endIfAlone();
          machine.after(process, graceMs, () => {
            if (server !== null || attachment !== attachments) return;
            takesCalls = false;
            endCalls('no server came');
          });
        });
      });
      startedFor ??= itsCode;
      if (itsCode !== startedFor) {
        whenIdle.push(() => model.close('outdated'));
        machine.after(process, 0, lookForIdle);
      }
    },
    setUp() {
      const owner = machine.locks.get('port 5060');
      if (owner === undefined) machine.locks.set('port 5060', process);
      hasPort = machine.locks.get('port 5060') === process;
    },
    open() {
      isOpen = true;
      takesCalls = true;
    },
    dial(lastsMs) {
      const call: Call = { engine: model, until: machine.now + lastsMs };
      calls.add(call);
      machine.after(process, lastsMs, () => {
        if (calls.delete(call)) lookForIdle();
      });
    },
    drain(idle) {
      takesCalls = false;
      whenIdle.push(idle);
      machine.after(process, 0, lookForIdle);
    },
    close(why) {
      if (isClosing) return;
      isClosing = true;
      machine.tell(`${process.name} closes: ${why}`);
      takesCalls = false;
      endCalls(why);
      machine.after(process, [5, 200], () => {
        if (mistake === 'one-socket' || machine.sockets.get(path) === process) machine.sockets.delete(path);
        machine.exit(process, 0);
      });
    },
  };

  process.onSignal = (signal) => {
    if (signal === 'end') return model.close('its keeper ends it');
    if (signal !== 'channel-closed') return;
    isParentGone = true;
    endIfAlone();
  };
  process.onExit.push(() => {
    for (const call of calls) onLost({ call, why: 'the engine was killed' });
    calls.clear();
  });
  machine.after(process, [50, 800], () => {
    machine.sockets.set(path, process);
    isListening = true;
    onReady();
    endIfAlone();
  });
  return model;
}
