import { createHash } from 'node:crypto';
import type { CallId, TenantId } from '@alo/call-core';

import { beginDay } from './day.ts';
import { drawFaults, drawTwoRestarts, type Fault } from './faults.ts';
import { findDifferences, findWrongs } from './invariants.ts';
import { diskMemory, lookEveryMs } from './memory.ts';
import type { Mistake } from './mistake.ts';
import { officeConfigs, officeDialled, officeExtensions, officeNumbers, officeTrunk } from './office.ts';
import { seededRandom } from './random.ts';
import { hasCampaigns, isRestless, officeVersion } from './restless-office.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { noteSilence } from './silence.ts';
import { hopeless, simulatedDatabase } from './simulated-database.ts';
import { simulatedDisk } from './simulated-disk.ts';
import { simulatedEngine } from './simulated-engine.ts';
import { simulatedPeople } from './simulated-people.ts';
import { virtualTime } from './virtual-time.ts';

export interface LifeOptions {
  readonly seed: number;
  /** Of the faults that the seed draws, those that are left out: how a failing life is made small. */
  readonly without?: ReadonlySet<number>;
  /** Nobody begins a call after so many. */
  readonly mostCalls?: number;
  /** A mistake of ours that the simulator is expected to find. */
  readonly mistake?: Mistake;
  /** Told of everything that happens, for whoever reads a failing life. */
  readonly tell?: (line: string) => void;
}

/** What became of one life. */
export interface LifeResult {
  readonly seed: number;
  readonly wrongs: readonly string[];
  readonly faults: readonly Fault[];
  readonly calls: number;
  readonly steps: number;
  /** Of everything that was heard and done: the same seed gives the same. */
  readonly digest: string;
}

const seconds = 1_000;
/** With what it takes board and engine to agree again. */
const longestRingMs = 45 * seconds;
/** After the faults are over, all is to be quiet within this time. */
const quietMs = 60 * seconds;
const begin = Date.UTC(2026, 10, 20, 3);

/** One seed, one life: the real telephony on a virtual clock, with people who call and things that go wrong. */
export async function liveOneLife({
  seed,
  without = new Set(),
  mostCalls = 1_000,
  mistake,
  tell,
}: LifeOptions): Promise<LifeResult> {
  const time = virtualTime(begin);
  // Streams of their own, so that a fault more or less does not change who calls.
  const fate = seededRandom(seed * 7 + 1);
  const random = seededRandom(seed * 7 + 2);
  const border = seededRandom(seed * 7 + 3);
  const restless = isRestless(seed);
  const lifeMs = fate.between(20, 90) * seconds;
  const drawn = drawFaults(fate, seededRandom(seed * 7 + 4), lifeMs);
  const faults = restless ? [...drawn, ...drawTwoRestarts(seededRandom(seed * 7 + 6), lifeMs)] : drawn;

  const tenant = '00000000-0000-4000-8000-00000000aaaa' as TenantId; // the simulation's own
  const digest = createHash('sha256');
  const say = (line: string) => {
    const text = `${((time.now - begin) / 1000).toFixed(3)} ${line}`;
    digest.update(text);
    tell?.(text);
  };

  const everybody = simulatedPeople({
    time,
    random,
    trunk: officeTrunk,
    extensions: officeExtensions,
    numbers: officeNumbers,
    dialled: officeDialled,
    campaigns: hasCampaigns(seed),
    engine: () => engine,
  });
  const engine = simulatedEngine(time, border, tenant, everybody.farEnds, (line) => say(line));
  const disk = simulatedDisk(time, border, mistake);
  const database = simulatedDatabase(time, border, restless ? officeVersion(0, hasCampaigns(seed)) : officeConfigs[0]);
  const wrongs = new Set<string>();
  const memory = diskMemory();
  const silence = noteSilence();
  let troubleUntil = 0;
  let steps = 0;

  const machine = {
    time,
    database,
    engine,
    tenant,
    mistake,
    disk: (life: Parameters<typeof disk.of>[0]) => disk.of(life),
    log: {
      info: () => undefined,
      warn: (fields: object, message: string) => say(`warns: ${message} ${errorIn(fields)}`),
      error(fields: object, message: string) {
        if ('tenant' in fields && fields.tenant === hopeless) return;
        say(`complains: ${message} ${errorIn(fields)}`);
        if (ourFaults.some((ours) => message.startsWith(ours))) wrongs.add(`${message}: ${errorIn(fields)}`);
      },
    },
    onFailure: (what: string, error: unknown) => wrongs.add(`${what}: ${String(error)}`),
  };
  let server: ServerProcess = startProcess(machine);

  /** Something keeps the server down. */
  let down = false;
  const crash = (power: boolean) => {
    down = true;
    if (power || server.life.alive) memory.crashed(time.now, power);
    if (!server.life.alive) return;
    server.kill();
    engine.nobodyListens();
  };
  const restart = () => {
    down = false;
    if (!server.life.alive) server = startProcess(machine);
  };

  /** Answers whether somebody hears the engine. */
  function lookAround(): boolean {
    const serves = server.telephony()?.boardOf(tenant) !== undefined;
    const runs = serves && server.life.alive && server.life.frozenUntil <= time.now;
    const hears = runs && engine.isLinked;
    memory.look(time.now, { disk: disk.state, runs, hears });
    return hears;
  }

  function strike(fault: Fault): void {
    say(`fault: ${JSON.stringify(fault)}`);
    switch (fault.kind) {
      case 'disk':
        disk.mood = fault.mood;
        // Another fault may make it a slow one before the next look.
        lookAround();
        time.after(fault.ms, () => {
          disk.mood = 'well';
        });
        return;
      case 'database':
        database.mood = fault.mood;
        time.after(fault.ms, () => {
          database.mood = 'well';
        });
        return;
      case 'link':
        engine.link = fault.mood;
        time.after(fault.ms, () => {
          engine.link = 'well';
        });
        return;
      case 'link-breaks':
        return engine.linkBreaks(fault.ms);
      case 'engine-dies':
        engine.dies();
        time.after(fault.ms, () => engine.comesBack());
        return;
      case 'server-killed':
        crash(false);
        time.after(fault.ms, restart);
        return;
      case 'killed-in-snapshot':
        crash(false);
        time.after(fault.ms, () => {
          disk.onSnapshot = () => {
            disk.onSnapshot = () => undefined;
            time.after(border.between(0, 2), () => {
              crash(false);
              time.after(300, restart);
            });
          };
          restart();
        });
        return;
      case 'server-restarted': {
        const ending = server;
        down = true;
        ending.close().then(
          () => {
            // What was to be over meanwhile may have called it back while it still ended.
            down = true;
            // Until then it acted on what it heard.
            memory.crashed(time.now, false);
            engine.nobodyListens();
            time.after(Math.min(fault.ms, 2_000), restart);
          },
          (error: unknown) => wrongs.add(`The server could not end in order: ${String(error)}`),
        );
        return;
      }
      case 'server-frozen':
        server.life.frozenUntil = Math.max(server.life.frozenUntil, time.now + fault.ms);
        return;
      case 'power-fails':
        crash(true);
        engine.dies();
        disk.powerFails();
        time.after(fault.ms, () => {
          engine.comesBack();
          restart();
        });
        return;
      case 'lease-expires':
        return database.expire();
      default:
        fault satisfies never;
    }
  }

  const struck = faults.filter((_, index) => !without.has(index));
  for (const fault of struck) {
    time.after(fault.at, () => {
      troubleUntil = Math.max(troubleUntil, time.now + fault.ms);
      strike(fault);
    });
  }
  // Nobody here lets a phone ring for longer than twelve seconds.
  const watch = () => {
    for (const leg of engine.legs.values()) {
      if (leg.to?.kind !== 'extension' || leg.state === 'up') continue;
      if (time.now - Math.max(leg.since, troubleUntil) > longestRingMs) wrongs.add(`Leg ${leg.leg} rings and rings`);
    }
    time.after(5 * seconds, watch);
  };
  watch();
  const remember = () => {
    if (!server.life.alive && !down) wrongs.add('The server is gone, and nothing took it');
    silence.look(time.now, lookAround());
    time.after(lookEveryMs, remember);
  };
  remember();
  const day = beginDay({
    time,
    fate,
    random,
    restless,
    campaigns: hasCampaigns(seed),
    database,
    everybody,
    tenant,
    lifeMs,
    mostCalls,
    say,
    plans: seededRandom(seed * 7 + 5),
    server: () => server,
  });

  const each = () => void steps++;
  await time.run(lifeMs, each);
  // Whatever was wrong is over.
  await time.run(45 * seconds, each);
  [disk.mood, database.mood, engine.link] = ['well', 'well', 'well'];
  engine.comesBack();
  server.life.frozenUntil = 0;
  restart();
  await time.run(10 * seconds, each);
  everybody.everybodyLeaves();
  await time.run(quietMs, each);
  const world = {
    engine,
    disk,
    database,
    tenant,
    unanswered: day.unanswered,
    arrived: new Set<CallId>(everybody.arrived),
    struck: struck.map((fault) => ({ ...fault, at: begin + fault.at })),
    crashes: memory.crashes,
    silences: silence.stretches,
    meddledWith: day.meddledWith,
    sentOn: day.sentOn,
    savedAt: day.savedAt,
    asked: new Set<CallId>(everybody.asked),
    telephony: server.telephony(),
  };
  const found = [...findWrongs(world), ...(await findDifferences(world))];
  server.kill();
  return {
    seed,
    faults,
    steps,
    calls: everybody.arrived.length,
    wrongs: [...wrongs, ...found],
    digest: digest.digest('hex'),
  };
}

/** Complaints that no fault of a border explains. */
const ourFaults = [
  'Call control could not take an event',
  'The calls of a tenant hit a fault of ours',
  'The engine did not take a command',
  'A listener of call control failed',
  'The history writer failed',
];

function errorIn(fields: object): string {
  return 'err' in fields && fields.err instanceof Error ? (fields.err.stack ?? fields.err.message) : '';
}
