import type { Call, EngineEvent } from '@alo/call-core';
import type { EngineSnapshot, TelephonyEngine } from '@alo/engine';
import pg from 'pg';

import type { Clock } from '../src/telephony/clock.ts';
import type { Disk } from '../src/telephony/disk.ts';
import type { HistoryAtStart, LostHistory } from '../src/telephony/history/history-batch.ts';
import { encodeLine } from '../src/telephony/journal/lines.ts';
import { journalVersion } from '../src/telephony/journal/version.ts';
import type { TelephonyOptions, TelephonyStore } from '../src/telephony/telephony-options.ts';
import type { Mistake } from './mistake.ts';
import type { Life, VirtualTime } from './virtual-time.ts';

type Borders = Required<Pick<TelephonyOptions, 'engine' | 'store' | 'clock' | 'disk' | 'secretsOf'>>;
interface Around {
  readonly time: VirtualTime;
  readonly life: Life;
  /** The process ends as by a fault of its own. */
  readonly ends: () => void;
}

/** Plants a mistake at the borders of a process: answers the borders that behave as if the product made it. */
export function plantMistake(mistake: Mistake | undefined, borders: Borders, around: Around): Borders {
  const { engine, store, clock, disk, secretsOf } = borders;
  switch (mistake) {
    case 'timers-forgotten':
      return { ...borders, clock: withoutOldTimers(clock) };
    case 'taken-unwritten':
      return { ...borders, engine: takenAtOnce(engine) };
    case 'half-snapshot':
      return { ...borders, disk: takingHalves(disk) };
    case 'version-forgotten':
      return { ...borders, disk: forgettingVersions(disk) };
    case 'nothing-asked-again':
      return { ...borders, engine: forgettingAtFirst(engine, around) };
    case 'row-dropped':
      return { ...borders, store: dropping(store) };
    case 'unserved-cancelled':
      return { ...borders, store: cancelling(store) };
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
    case 'rings-out-in-talk':
      return { ...borders, engine: ringingOut(engine, around) };
    case 'unrecorded':
      return { ...borders, engine: withoutEveryThirdRecording(engine) };
    case 'recorded-all-the-same':
      return { ...borders, engine: recordingOn(engine) };
    case 'ends-early':
      return { ...borders, engine: withEvents(engine, endedBefore) };
    case 'ended-is-interrupted': {
      const startedAt = around.time.now;
      return { ...borders, engine: withEvents(engine, (event) => interruptedBefore(startedAt, event)) };
    }
    case 'answer-forgotten':
      return { ...borders, store: rewriting(store, around, missed) };
    case 'recording-cut':
      return { ...borders, store: rewriting(store, around, cut) };
    case 'row-doubled':
      return { ...borders, store: rewriting(store, around, begunLater) };
    case 'parts-left-open':
      return {
        ...borders,
        store: forgetting(
          store,
          (all) => ({ ...all, takenUp: [] }),
          (found) => found,
        ),
      };
    case 'recordings-left-open':
      return {
        ...borders,
        store: forgetting(
          store,
          (all) => all,
          (found) => ({ ...found, recordings: [] }),
        ),
      };
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

function forgettingVersions(disk: Disk): Disk {
  return {
    ...disk,
    async read(path) {
      const text = await disk.read(path);
      if (text === null || !path.endsWith('.snapshot')) return text;
      return text
        .split('\n')
        .filter((line) => !/"part":"version-(kept|entry|value)"/.test(line))
        .join('\n');
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

function cancelling(store: TelephonyStore): TelephonyStore {
  const cancelled = (call: Call): Call => {
    const { outcome } = call;
    const isUnserved = outcome?.status === 'missed' || outcome?.status === 'abandoned';
    return isUnserved ? { ...call, outcome: { ...outcome, status: 'cancelled' } } : call;
  };
  return {
    ...store,
    history(tenantId, claim) {
      const history = store.history(tenantId, claim);
      const write: typeof history.write = ({ calls, ...batch }) =>
        history.write({ ...batch, calls: calls.map(({ call, ...of }) => ({ ...of, call: cancelled(call) })) });
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

function ringingOut(engine: TelephonyEngine, { time, life }: Around): TelephonyEngine {
  return {
    ...engine,
    perform(tenant, call, command) {
      engine.perform(tenant, call, command);
      if (command.type !== 'dial') return;
      time.after(
        12_000,
        () => engine.perform(tenant, call, { type: 'hang-up', leg: command.leg, cause: 'no-answer' }),
        life,
      );
    },
  };
}

function withoutEveryThirdRecording(engine: TelephonyEngine): TelephonyEngine {
  const lost = new Set<string>();
  const asked = new Set<string>();
  return {
    ...engine,
    perform(tenant, call, command) {
      if (command.type === 'record') {
        asked.add(command.recording);
        if (asked.size % 3 === 0) lost.add(command.recording);
        if (lost.has(command.recording)) return;
      }
      engine.perform(tenant, call, command);
    },
  };
}

const recordingOn = (engine: TelephonyEngine): TelephonyEngine => ({
  ...engine,
  perform(tenant, call, command) {
    if (command.type !== 'stop-recording') engine.perform(tenant, call, command);
  },
});

function withEvents(engine: TelephonyEngine, as: (event: EngineEvent) => EngineEvent): TelephonyEngine {
  return {
    ...engine,
    onEvent: (listener) => engine.onEvent((tenant, event, receipt) => listener(tenant, as(event), receipt)),
  };
}

const endedBefore = (event: EngineEvent): EngineEvent =>
  event.type === 'ended' ? { ...event, at: event.at - 3_000 } : event;

const interruptedBefore = (startedAt: number, event: EngineEvent): EngineEvent =>
  event.type === 'ended' && event.at < startedAt ? { ...event, cause: 'interrupted' } : event;

/** Of calls that a process takes up from the one before it, the history is told something else. */
function rewriting(store: TelephonyStore, { time }: Around, as: (call: Call) => Call): TelephonyStore {
  const startedAt = time.now;
  return {
    ...store,
    history(tenantId, claim) {
      const history = store.history(tenantId, claim);
      const rewritten = (call: Call) => (call.startedAt < startedAt ? as(call) : call);
      const write: typeof history.write = ({ calls, ...others }) =>
        history.write({ ...others, calls: calls.map((due) => ({ ...due, call: rewritten(due.call) })) });
      return { ...history, write };
    },
  };
}

/** Of what nobody remembers some is asked for, and some is heard. */
function forgetting(
  store: TelephonyStore,
  asked: (all: HistoryAtStart) => HistoryAtStart,
  heard: (found: LostHistory) => LostHistory,
): TelephonyStore {
  return {
    ...store,
    history(tenantId, claim) {
      const history = store.history(tenantId, claim);
      return { ...history, endForgotten: async (all) => heard(await history.endForgotten(asked(all))) };
    },
  };
}

const missed = (call: Call): Call =>
  call.outcome === null ? call : { ...call, outcome: { ...call.outcome, status: 'missed' } };

const cut = (call: Call): Call => ({
  ...call,
  recordings: call.recordings.map((recording) =>
    recording.state === 'stored' ? { ...recording, kept: 'incomplete' } : recording,
  ),
});

const begunLater = (call: Call): Call => ({ ...call, startedAt: call.startedAt + 1 });

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
