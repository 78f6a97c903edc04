import type { EngineSnapshot, TelephonyEngine } from '@alo/engine';
import pg from 'pg';

import type { Clock } from '../clock.ts';
import type { Disk } from '../disk.ts';
import { encodeLine } from '../journal/lines.ts';
import { journalVersion } from '../journal-versions/index.ts';
import type { TelephonyOptions, TelephonyStore } from '../telephony.ts';
import type { Mistake } from './mistake.ts';
import type { Life, VirtualTime } from './virtual-time.ts';

type Borders = Required<Pick<TelephonyOptions, 'engine' | 'store' | 'clock' | 'disk' | 'secretsOf'>>;
interface Around {
  readonly time: VirtualTime;
  readonly life: Life;
  /** The process ends as by a fault of its own. */
  readonly ends: () => void;
}

/** The borders of a process as they would be if the product made the mistake. */
export function putBack(mistake: Mistake | undefined, borders: Borders, around: Around): Borders {
  const { engine, store, clock, disk, secretsOf } = borders;
  switch (mistake) {
    case 'timers-forgotten':
      return { ...borders, clock: withoutOldTimers(clock) };
    case 'taken-unwritten':
      return { ...borders, engine: takenAtOnce(engine) };
    case 'half-snapshot':
      return { ...borders, disk: takingHalves(disk) };
    case 'nothing-asked-again':
      return { ...borders, engine: forgettingAtFirst(engine, around) };
    case 'row-dropped':
      return { ...borders, store: dropping(store) };
    case 'renewal-ends-server':
      return { ...borders, store: ending(store, around) };
    case 'late-answer-lives':
      return { ...borders, engine: hangingUpOnce(engine) };
    case 'rings-on':
      return { ...borders, engine: lettingRing(engine) };
    case 'old-snapshot':
      return { ...borders, engine: rememberingOld(engine, around) };
    case 'blip-ends-calls':
      return { ...borders, engine: dyingAtBlips(engine) };
    case 'older-secret':
      return { ...borders, secretsOf: readOnce(secretsOf, around) };
    // Made by the disk, and by whoever keeps tenants open.
    case 'no-sync':
    case 'acts-first':
    case 'tenant-stops-others':
    case undefined:
      return borders;
    default:
      return mistake satisfies never;
  }
}

/** In its first seconds a process starts what the last one had running: those are the timers with an odd rest of time. */
function withoutOldTimers(clock: Clock): Clock {
  const startedAt = clock.now();
  return {
    ...clock,
    after(ms, what) {
      const isOld = clock.now() - startedAt < 3_000 && ms > 1_000 && ms % 50 !== 0;
      return isOld ? () => undefined : clock.after(ms, what);
    },
  };
}

function takenAtOnce(engine: TelephonyEngine): TelephonyEngine {
  return {
    ...engine,
    onEvent: (listener) =>
      engine.onEvent((tenant, event, receipt) => {
        receipt.taken();
        listener(tenant, event, { ...receipt, taken: () => undefined });
      }),
  };
}

/** Written under its last name, and read to wherever it goes. */
function takingHalves(disk: Disk): Disk {
  return {
    ...disk,
    open: (path, how) => disk.open(path.replace('.snapshot.new', '.snapshot'), how),
    rename: async (from, to) => (from.endsWith('.snapshot.new') ? undefined : disk.rename(from, to)),
    async read(path) {
      const text = await disk.read(path);
      if (text === null || !path.endsWith('.snapshot') || text.includes('"part":"end"')) return text;
      return text + encodeLine({ v: journalVersion, part: 'end', value: 0 });
    },
  };
}

function forgettingAtFirst(engine: TelephonyEngine, { time, life }: Around): TelephonyEngine {
  let mute = true;
  time.after(1_000, () => (mute = false), life);
  return { ...engine, perform: (...order) => mute || engine.perform(...order) };
}

function dropping(store: TelephonyStore): TelephonyStore {
  return {
    ...store,
    history(tenantId, claim) {
      const history = store.history(tenantId, claim);
      const write: typeof history.write = (batch) =>
        history.write(batch).catch((error: unknown) => {
          if (!(error instanceof pg.DatabaseError) || !/^(58|25)/.test(error.code ?? '')) throw error;
        });
      return { ...history, write };
    },
  };
}

function ending(store: TelephonyStore, { ends }: Around): TelephonyStore {
  const renew: TelephonyStore['leases']['renew'] = (...of) =>
    store.leases.renew(...of).catch((error: unknown) => {
      ends();
      throw error;
    });
  return { ...store, leases: { ...store.leases, renew } };
}

/** A second word to a leg that should be gone is never said. */
function hangingUpOnce(engine: TelephonyEngine): TelephonyEngine {
  const told = new Set<string>();
  return {
    ...engine,
    perform(tenant, call, command) {
      if (command.type === 'hang-up' && told.has(command.leg)) return;
      if (command.type === 'hang-up') told.add(command.leg);
      engine.perform(tenant, call, command);
    },
  };
}

function lettingRing(engine: TelephonyEngine): TelephonyEngine {
  return {
    ...engine,
    perform: (tenant, call, command) =>
      (command.type === 'hang-up' && command.cause === 'no-answer') || engine.perform(tenant, call, command),
  };
}

function rememberingOld(engine: TelephonyEngine, { time, life }: Around): TelephonyEngine {
  let old: EngineSnapshot | null = null;
  const look = () => {
    engine.snapshot().then(
      (snapshot) => (old = snapshot),
      () => undefined,
    );
    time.after(700, look, life);
  };
  return {
    ...engine,
    async snapshot() {
      const answer = await engine.snapshot();
      if (old === null) look();
      return old ?? answer;
    },
  };
}

function dyingAtBlips(engine: TelephonyEngine): TelephonyEngine {
  return {
    ...engine,
    onStatus: (listener) => engine.onStatus((status) => listener(status === 'unreachable' ? 'dead' : status)),
  };
}

/** What was read a moment ago is told to whoever asks. */
function readOnce(secretsOf: Borders['secretsOf'], { time, life }: Around): Borders['secretsOf'] {
  let last: ReturnType<Borders['secretsOf']> | null = null;
  return (tenant) => {
    if (last === null) {
      last = secretsOf(tenant, 'all');
      time.after(200, () => (last = null), life);
    }
    return last;
  };
}
