import { seededRandom } from '../random.ts';
import type { LostCall } from './engine-model.ts';
import { type Folder, type KeeperModel, keeperModel } from './keeper-model.ts';
import { drainMs } from './limits.ts';
import { type SimulatedProcess, simulatedMachine } from './machine.ts';
import type { Mistake } from './mistake.ts';
import { allRoles, type Order, someOrders, type Whom } from './orders.ts';
import type { Version } from './server-model.ts';

/** What a seed's orders led to. */
export interface LivedStarts {
  readonly seed: number;
  readonly orders: readonly Order[];
  readonly calls: number;
  readonly lost: number;
  /** What must not be, in words. */
  readonly wrongs: readonly string[];
}

const version = (name: string, code: string, isBroken = false): Version => ({ name, code, isBroken });
const versions = new Map(
  [version('one', 'a'), version('two', 'b'), version('three', 'b'), version('broken', 'c', true)].map((one) => [
    one.name,
    one,
  ]),
);

/** Until everything that was begun has come to its end, or to rest. */
const quietMs = 400_000;
/** A start serves within so long where nothing disturbs it. */
const serveMs = 60_000;
/** Without a server since it made room for the next one, which then did not come: that may be so long before its keeper died. */
const lateMs = 5_000;
/** npm's echo of a signal is no impatience (scripts/child.mjs). */
const echoMs = 1_000;

export function liveStarts({
  seed,
  mistake,
  orders: given,
  tell = () => {},
}: {
  seed: number;
  mistake?: Mistake | undefined;
  orders?: readonly Order[] | undefined;
  tell?: (line: string) => void;
}): LivedStarts {
  const random = seededRandom(seed);
  const machine = simulatedMachine(random, tell);
  const orders = given ?? someOrders(random);
  const wrongs: string[] = [];
  let [calls, lost] = [0, 0];
  const wrong = (what: string) => {
    const line = `${(machine.now / 1_000).toFixed(3)}: ${what}`;
    machine.tell(`WRONG: ${what}`);
    if (wrongs.length < 20) wrongs.push(line);
  };
  const folder: Folder = { machine, versions, keepers: [], engines: new Map(), mistake, onLost, onWrong: wrong };
  const wrappers = new Map<SimulatedProcess, KeeperModel>();

  function start(name: string, roles: readonly string[]): KeeperModel {
    const of = versions.get(name);
    if (of === undefined) throw new Error(`no version ${name}`);
    const wrapper = machine.born(`npm start of ${name}`, null);
    const process = machine.born(`keeper ${name}`, wrapper);
    machine.tell(`npm start of ${name} with ${roles.join()}: ${process.name}`);
    const keeper = keeperModel(folder, process, of, roles);
    folder.keepers.push(keeper);
    wrappers.set(wrapper, keeper);
    let [told, lastAt] = [0, -echoMs];
    wrapper.onSignal = (signal) => {
      if (signal === 'SIGHUP') return machine.signal(process, 'SIGHUP');
      if (machine.now - lastAt < echoMs) return;
      lastAt = machine.now;
      told += 1;
      if (told < 3) machine.signal(process, 'SIGTERM');
      else machine.exit(process, 'SIGKILL');
    };
    // The kernel sends it for the death of a parent (prctl(2), PR_SET_PDEATHSIG).
    wrapper.onExit.push(() => machine.signal(process, 'SIGTERM'));
    process.onExit.push((how) => machine.after(wrapper, [0, 3], () => machine.exit(wrapper, how)));
    return keeper;
  }

  /** The keeper that whoever gives orders looks at: mostly the one that has the folder. */
  function target(): KeeperModel | undefined {
    const living = folder.keepers.filter(({ process }) => process.alive);
    const keeping = living.filter(({ state }) => state.is === 'keeping');
    const [first, ...rest] = random.chance(0.85) && keeping.length > 0 ? keeping : living;
    return first && random.pick([first, ...rest]);
  }

  function processOf(keeper: KeeperModel, whom: Whom): SimulatedProcess | null | undefined {
    if (whom === 'wrapper') return [...wrappers].find(([, one]) => one === keeper)?.[0];
    return whom === 'keeper' ? keeper.process : keeper[whom]?.process;
  }

  function give(order: Order): void {
    if (order.is === 'start') return void start(order.version, order.roles);
    const keeper = target();
    if (keeper === undefined) return;
    const process = processOf(keeper, order.is === 'close-terminal' ? 'wrapper' : order.whom);
    if (process?.alive !== true) return;
    machine.tell(`order: ${order.is} ${process.name}`);
    switch (order.is) {
      case 'term':
      case 'close-terminal':
        keeper.words.push(machine.now);
        return machine.signal(process, 'SIGTERM');
      case 'hang-up':
        return machine.signal(process, 'SIGHUP');
      case 'kill':
        process.wasHarmed = true;
        if (order.whom === 'wrapper') keeper.words.push(machine.now);
        return machine.exit(process, 'SIGKILL');
      case 'stop-for':
        process.wasHarmed = true;
        // What came first is heard first: one that stands still is not woken for less than it.
        process.stoppedUntil = Math.max(process.stoppedUntil, machine.now + order.ms);
        return;
      default:
        return order satisfies never;
    }
  }

  function onLost({ call, why }: LostCall): void {
    lost += 1;
    const keeper = folder.keepers.find(({ process }) => process === call.engine.process.parent);
    if (keeper === undefined || mayBeLost(keeper, call.engine.process)) return;
    // While its keeper stood still, nobody started the next server.
    if (why === 'no server came' && keeper.process.wasHarmed) return;
    wrong(`a call that need not end is lost on ${call.engine.process.name}: ${why}`);
  }

  /** An end that somebody wanted, or that nobody could prevent. */
  function mayBeLost(keeper: KeeperModel, engine: SimulatedProcess): boolean {
    const [firstWord = Number.POSITIVE_INFINITY, secondWord] = keeper.words;
    const isDead = !keeper.process.alive;
    if (engine.wasHarmed || secondWord !== undefined || machine.now >= firstWord + drainMs) return true;
    // Nobody starts the next server any more.
    const serverDied = machine.processes.some(
      ({ parent, wasHarmed, alive }) => parent === keeper.process && wasHarmed && !alive,
    );
    const endedSince = diedAt.get(keeper.process);
    return isDead && (serverDied || (endedSince !== undefined && machine.now >= endedSince + drainMs - lateMs));
  }

  const diedAt = new Map<SimulatedProcess, number>();
  function look(): void {
    const keeping = folder.keepers.filter(({ process, state }) => process.alive && state.is === 'keeping');
    for (const { process } of folder.keepers)
      if (!process.alive && !diedAt.has(process)) diedAt.set(process, machine.now);
    for (const role of allRoles) {
      if (keeping.filter(({ roles }) => roles.includes(role)).length > 1) wrong(`two keepers have the role ${role}`);
    }
    const open = [...folder.engines.values()].filter(({ process, hasPort }) => process.alive && hasPort);
    if (open.length > 1) wrong('two engines have the port');
  }

  function dialNowAndThen(): void {
    for (const engine of folder.engines.values()) {
      if (!engine.isOpen || engine.server === null) continue;
      calls += 1;
      engine.dial(random.between(1_000, 60_000));
    }
    machine.after(null, [200, 4_000], dialNowAndThen);
  }

  function expectRest(): void {
    for (const keeper of folder.keepers) {
      if (!keeper.process.alive) continue;
      const { state } = keeper;
      if (state.is !== 'keeping') wrong(`${keeper.process.name} is still ${state.is}`);
      else if (state.stop !== null) wrong(`${keeper.process.name} does not come to its end`);
      else expectService(keeper);
    }
    for (const one of machine.processes) {
      if (one.alive && one.parent !== null && !one.parent.alive) wrong(`${one.name} is left over`);
    }
    for (const { process, end } of folder.keepers) {
      if (end !== null && end.code !== 0 && end.line === undefined && !isOfBroken(process))
        wrong(`${process.name} ended without a word`);
    }
  }
  const isOfBroken = (process: SimulatedProcess) =>
    folder.keepers.some((keeper) => keeper.process === process && keeper.version.isBroken);

  function expectService({ process, server, engine, roles }: KeeperModel): void {
    if (server === null || !server.isReady || !server.isServed)
      return wrong(`${process.name} has no server that serves`);
    if (!roles.includes('telephony')) return;
    if (engine?.isOpen !== true) wrong(`${process.name} has no engine that is open`);
    else if (!engine.hasPort) wrong(`${process.name} has an engine that phones do not find`);
  }

  machine.after(null, 1_000, dialNowAndThen);
  let last = 0;
  for (const order of orders) {
    machine.after(null, order.at, () => give(order));
    last = order.at;
  }
  machine.runUntil(last + quietMs, look);
  expectRest();
  const holdsOthers = folder.keepers.some(({ process, roles }) => process.alive && roles.length < allRoles.length);
  if (!holdsOthers && wrongs.length === 0) {
    // Whatever was, the next start serves.
    start('one', allRoles);
    machine.runUntil(serveMs, look);
    expectRest();
    if (!folder.keepers.some(({ process, state }) => process.alive && state.is === 'keeping'))
      wrong('the next start does not serve');
  }
  return { seed, orders, calls, lost, wrongs };
}
