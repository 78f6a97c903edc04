import type { Part } from '../../src/process/keeper-machine/kept-process.ts';
import { firstClaim, keeperStep } from '../../src/process/keeper-machine/machine.ts';
import type { Action, KeeperLifeEvent, KeeperState, Launch, Outcome } from '../../src/process/keeper-machine/state.ts';
import { type EngineModel, engineModel, type LostCall } from './engine-model.ts';
import { drainMs, stuckMs } from './limits.ts';
import type { Machine, SimulatedProcess } from './machine.ts';
import type { Mistake } from './mistake.ts';
import { type ServerModel, serverModel, type Version } from './server-model.ts';

/** A start, from `npm start` until its keeper is over. */
export interface KeeperModel {
  readonly process: SimulatedProcess;
  readonly version: Version;
  readonly roles: readonly string[];
  readonly state: KeeperState;
  readonly engine: EngineModel | null;
  readonly server: ServerModel | null;
  /** When somebody told it, or its server, to stop. */
  readonly words: number[];
  /** How it ended by itself. */
  readonly end: { readonly code: number; readonly line: string | undefined } | null;
  asked(launch: Launch, reply: (outcome: Outcome, line: string) => void): void;
}

/** What all keepers of a machine share. */
export interface Folder {
  readonly machine: Machine;
  readonly versions: ReadonlyMap<string, Version>;
  readonly keepers: KeeperModel[];
  readonly engines: Map<SimulatedProcess, EngineModel>;
  readonly mistake: Mistake | undefined;
  readonly onLost: (lost: LostCall) => void;
  readonly onWrong: (wrong: string) => void;
}

const doorOf = (roles: readonly string[]) => `door of ${roles.join('+')}`;

/** The hands of the keeper's machine in the simulated one: the machine itself is the product's. */
export function keeperModel(
  folder: Folder,
  process: SimulatedProcess,
  version: Version,
  roles: readonly string[],
): KeeperModel {
  const { machine, mistake } = folder;
  const launch: Launch = { program: version.name, node: 'node', environment: {}, engine: version.name };
  const options = { keepsEngine: roles.includes('telephony'), drainMs, launch, pid: process.id };
  const enginePath = mistake === 'one-socket' ? 'engine' : `engine of ${process.id}`;
  const askers = new Map<number, (outcome: Outcome, line: string) => void>();
  const alarms = new Map<string, number>();
  let engine: EngineModel | null = null;
  let server: ServerModel | null = null;
  let lastAsker = 0;
  const first = firstClaim(machine.now);
  let { state } = first;
  const words: number[] = [];
  let end: KeeperModel['end'] = null;

  function happens(event: KeeperLifeEvent): void {
    if (!process.alive) return;
    if (mistake === 'success-while-stopping' && event.is === 'asked' && state.is === 'keeping' && state.stop !== null) {
      return answer(event.asker, 'handed-over', '');
    }
    const heard = mistake === 'two-words' && event.is === 'told' ? ({ ...event, by: 'signal' } as const) : event;
    const step = keeperStep(state, { ...heard, at: machine.now }, options);
    state = step.state;
    for (const action of step.actions) act(action);
  }

  function act(action: Action): void {
    switch (action.do) {
      case 'claim':
        return machine.after(process, [1, 20], claim);
      case 'ask-holder':
        return machine.after(process, [1, 10], askHolder);
      case 'open-door':
        return machine.after(process, [1, 10], () => machine.sockets.set(doorOf(roles), process));
      case 'start':
        return action.part === 'engine' ? startEngine(action.launch) : startServer(action.launch);
      case 'tell-server':
        if (server !== null) machine.signal(server.process, action.word === 'stop' ? 'SIGTERM' : 'make-room');
        return;
      case 'let-engine-end':
        if (engine !== null) machine.signal(engine.process, 'end');
        return;
      case 'kill': {
        const killed = action.part === 'engine' ? engine : server;
        if (killed !== null) machine.exit(killed.process, 'SIGKILL');
        return;
      }
      case 'answer':
        return answer(action.asker, action.outcome, action.line);
      case 'set': {
        const order = (alarms.get(action.timer) ?? 0) + 1;
        alarms.set(action.timer, order);
        return machine.after(process, action.ms, () => {
          if (alarms.get(action.timer) === order) happens({ is: 'time', timer: action.timer });
        });
      }
      case 'say':
        return machine.tell(`${process.name} says: ${action.line}`);
      case 'exit':
        machine.tell(`${process.name} says: ${action.line ?? '-'}`);
        end = { code: action.code, line: action.line };
        return machine.after(process, [1, 20], () => machine.exit(process, action.code));
      default:
        return action satisfies never;
    }
  }

  function claim(): void {
    const holder = mistake === 'no-lock' ? undefined : holderOfMine();
    if (holder !== undefined) {
      const other = folder.keepers.find((keeper) => keeper.process === holder);
      return happens({ is: 'held', pid: String(holder.id), hasOurRoles: other?.roles.join() === roles.join() });
    }
    for (const role of roles) machine.locks.set(`keeper-${role}`, process);
    if (mistake === 'no-lock' && machine.listener(doorOf(roles)) !== undefined) {
      return happens({ is: 'held', pid: '', hasOurRoles: true });
    }
    const servers = roles.some((role) => machine.locks.has(`server-${role}`));
    const engines = roles.includes('telephony') && [...folder.engines.values()].some((one) => isListening(one));
    happens({ is: mistake !== 'no-wait' && (servers || engines) ? 'left-over' : 'claimed' });
  }

  const holderOfMine = () =>
    roles
      .map((role) => machine.locks.get(`keeper-${role}`))
      .find((holder) => holder !== undefined && holder !== process);

  const isListening = ({ process: one }: EngineModel) => [...machine.sockets.values()].includes(one) && one.alive;

  function askHolder(): void {
    const holder = machine.listener(doorOf(roles));
    const other = folder.keepers.find((keeper) => keeper.process === holder);
    if (other === undefined || holder === undefined) return happens({ is: 'unanswered' });
    let isAnswered = false;
    const once = (event: KeeperLifeEvent) => {
      if (isAnswered) return;
      isAnswered = true;
      machine.after(process, [0, 5], () => happens(event));
    };
    holder.onExit.push(() => once({ is: 'unanswered' }));
    machine.after(process, 150_000, () => once({ is: 'answered', outcome: 'refused', line: 'no answer' }));
    machine.after(holder, [0, 5], () =>
      other.asked(launch, (outcome, line) => once({ is: 'answered', outcome, line })),
    );
  }

  function answer(asker: number, outcome: Outcome, line: string): void {
    machine.tell(`${process.name} answers: ${outcome} (${line})`);
    askers.get(asker)?.(outcome, line);
    askers.delete(asker);
  }

  function watch(child: SimulatedProcess, part: Part): void {
    child.onExit.push((how) => {
      machine.after(process, [0, 3], () => {
        if (part === 'engine') engine = null;
        else server = null;
        happens({ is: 'gone', part, how });
      });
    });
    const look = () => {
      if (child.alive && child.stoppedUntil - machine.now > 0 && child.stoppedUntil - machine.now <= 1_000_000)
        waited += 1_000;
      else waited = 0;
      if (waited >= stuckMs) machine.exit(child, 'SIGKILL');
      if (child.alive) machine.after(process, 1_000, look);
    };
    let waited = 0;
    machine.after(process, 1_000, look);
  }

  function startEngine(of: Launch): void {
    const name = mistake === 'own-engine' ? version.name : (of.engine ?? version.name);
    const code = folder.versions.get(name)?.code ?? '';
    const born = machine.born(`engine ${code} of ${process.id}`, process);
    engine = engineModel(
      machine,
      born,
      { code, path: enginePath, mistake },
      {
        onReady: () => machine.after(process, [0, 3], () => happens({ is: 'ready', part: 'engine' })),
        onLost: folder.onLost,
      },
    );
    folder.engines.set(born, engine);
    watch(born, 'engine');
  }

  function startServer(of: Launch): void {
    const its = folder.versions.get(of.program) ?? version;
    const born = machine.born(`server ${its.name} of ${process.id}`, process);
    server = serverModel(
      machine,
      born,
      {
        version: its,
        roles,
        engine: roles.includes('telephony') ? engineHere : null,
        mistake,
      },
      {
        onReady: () => machine.after(process, [0, 3], () => happens({ is: 'ready', part: 'server' })),
        onFailed: (why) => machine.after(process, 0, () => happens({ is: 'failed', why })),
      },
    );
    watch(born, 'server');
  }

  const engineHere = () => {
    const listening = machine.listener(enginePath);
    return listening === undefined ? undefined : folder.engines.get(listening);
  };

  process.onSignal = (signal) => {
    if (signal === 'SIGHUP') happens({ is: 'hung-up' });
    else happens({ is: 'told', by: signal === 'SIGTERM' ? 'signal' : 'parent' });
  };

  const model: KeeperModel = {
    process,
    version,
    roles,
    get state() {
      return state;
    },
    get engine() {
      return engine;
    },
    get server() {
      return server;
    },
    words,
    get end() {
      return end;
    },
    asked(next, reply) {
      lastAsker += 1;
      askers.set(lastAsker, (outcome, line) => {
        if (outcome === 'handed-over' && !(server?.isReady === true && server.version.name === next.program)) {
          folder.onWrong(`${process.name} said that ${next.program} serves, and it does not`);
        }
        reply(outcome, line);
      });
      happens({ is: 'asked', asker: lastAsker, launch: next });
    },
  };
  for (const action of first.actions) act(action);
  return model;
}
