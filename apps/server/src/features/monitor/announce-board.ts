import { isDeepStrictEqual } from 'node:util';

import type { Db } from '../../db/database.ts';
import { type CallsByName, type CallsNow, unlessAway } from '../../domain/calls-now.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Listener, LiveHub } from '../../live/live-hub.ts';
import { type BoardView, type NameOf, outsidersOf, reachKey, readNames, wayKey, wayOf } from './board.ts';
import { type CompanyRoster, readCompany } from './company-roster.ts';
import { type QueueDay, readQueueDay } from './queue-day.ts';
import { type ShownBoard, shownBoard } from './shown-board.ts';

/** A beat follows the one before after so long, in milliseconds, or after what that took of the processor: half of it is left to calls. */
const restMs = 4;
/** Changes of people that come this close together are read as one. */
const gatherMs = 100;
/** What the database has is read so often in any case: who names a customer otherwise tells nobody who watches. */
const readEveryMs = 5_000;
/** The day of queues is counted again so long after it was, in milliseconds, and after so many times as long as that took. */
const dayRestMs = 250;
const dayRestTimes = 20;

/** A company that somebody watches. */
interface Watched {
  readonly tenantId: string;
  readonly follow: () => Promise<CallsByName>;
  /** As it was told last. */
  last: CallsByName | undefined;
  company: CompanyRoster | undefined;
  /** As they are seen of this company, and as they were shown, by their keys. */
  readonly ways: Map<string, BoardView>;
  readonly shown: Map<string, ShownBoard>;
  /** What came of calls in queues today, by who sees the same of them. */
  readonly days: Map<string, QueueDay>;
  isCounting: boolean;
  isUncounted: boolean;
  /** Customers' names by call and number; of one that is being read undefined. */
  readonly names: Map<string, string | undefined>;
  /** Calls whose customer has got a name since the last beat. */
  named: Set<string>;
  isBeating: boolean;
  isDue: boolean;
  isReading: boolean;
  isStale: boolean;
  /** How often rights were changed, and how many of these changes the callers, and what was read of the company, have in them. */
  rights: number;
  refreshed: number;
  rightsRead: number;
}

/**
 * Tells those who watch a board what becomes of it: each the whole once, and what is other after that. It is worked out once for all
 * who see the same, beat by beat, whatever happened meanwhile.
 */
export function boardAnnouncer({
  db,
  live,
  calls,
  now,
  onError,
}: {
  db: Db;
  live: Pick<LiveHub, 'tell' | 'listening'>;
  calls: Pick<CallsNow, 'followed'>;
  now: () => number;
  onError: (error: unknown) => void;
}) {
  const all = new Map<string, Watched>();
  /** Which board somebody was given whole. */
  const given = new WeakMap<Listener, ShownBoard>();
  /** What is asked of each watcher in each beat; whoever may see something else is another caller. */
  const keys = new WeakMap<Caller, string>();
  const keyOf = (caller: Caller): string => {
    const key = keys.get(caller) ?? wayKey(caller);
    keys.set(caller, key);
    return key;
  };

  function watchedAt(tenantId: string): Watched {
    const known = all.get(tenantId);
    if (known !== undefined) return known;
    const fresh: Watched = {
      tenantId,
      follow: calls.followed(tenantId),
      last: undefined,
      company: undefined,
      ways: new Map(),
      shown: new Map(),
      days: new Map(),
      isCounting: false,
      isUncounted: false,
      names: new Map(),
      named: new Set(),
      isBeating: false,
      isDue: false,
      isReading: false,
      isStale: false,
      rights: 0,
      refreshed: 0,
      rightsRead: 0,
    };
    all.set(tenantId, fresh);
    void read(fresh);
    void countDays(fresh);
    return fresh;
  }

  /** Something may be other than it was shown. */
  function changed(tenantId: string): void {
    const watched = all.get(tenantId);
    if (watched === undefined) return;
    watched.isDue = true;
    if (!watched.isBeating) void beats(watched);
  }

  async function beats(watched: Watched): Promise<void> {
    watched.isBeating = true;
    try {
      // Whoever tells it is in the middle of a call's turn.
      await pause(0);
      while (watched.isDue && all.get(watched.tenantId) === watched) {
        watched.isDue = false;
        const told = await watched.follow().catch(unlessAway);
        // Nobody runs the calls at this moment; whoever does so next tells of them.
        if (told === undefined) break;
        watched.last = told;
        const before = process.threadCpuUsage();
        beat(watched, told);
        const { user, system } = process.threadCpuUsage(before);
        await pause(Math.max(restMs, (user + system) / 1000));
      }
    } catch (error) {
      lookAtAll(watched);
      onError(error);
    } finally {
      watched.isBeating = false;
    }
  }

  /** What changed was not shown: the next time everything is compared. */
  function lookAtAll(watched: Watched): void {
    watched.ways.clear();
  }

  function beat(watched: Watched, goingOn: CallsByName): void {
    const { tenantId, company, ways, shown, days, names, named } = watched;
    // Who may see what is being read: the next beat comes after it.
    if (company === undefined || watched.rightsRead !== watched.rights) {
      lookAtAll(watched);
      return;
    }
    const watchers = Map.groupBy(live.listening(tenantId, 'monitor'), ({ caller }) => keyOf(caller));
    if (watchers.size === 0) all.delete(tenantId);
    const nameOf = (number: string, call: string) => names.get(nameKey(call, number)) ?? '';
    for (const [key, those] of watchers) {
      const [first] = those;
      if (first === undefined) continue;
      const day = days.get(reachKey(first.caller));
      if (day === undefined) {
        // Somebody who sees what nobody saw of late: they are told of it once it is counted, and then all is compared, for of what
        // changes until then nothing is kept.
        ways.delete(key);
        void countDays(watched);
        continue;
      }
      const way = ways.get(key) ?? wayOf(first.caller, company);
      ways.set(key, way);
      const board = shown.get(key) ?? shownBoard();
      shown.set(key, board);
      const changes = board.show(goingOn, way, { nameOf, named, day });
      const [known, others] = [
        those.filter((one) => given.get(one) === board),
        those.filter((one) => given.get(one) !== board),
      ];
      if (changes !== undefined) live.tell(known, 'board-changed', changes);
      if (others.length === 0) continue;
      live.tell(others, 'board', {
        at: new Date(now()),
        level_percent: way.levelPercent,
        carriers: [...way.carriers.names],
        ...board.whole,
      });
      for (const one of others) given.set(one, board);
    }
    for (const key of shown.keys()) if (!watchers.has(key)) shown.delete(key);
    watched.named = new Set();
    readNewNames(watched, goingOn);
  }

  /** They come a moment after the call: nobody waits for the database. */
  function readNewNames(watched: Watched, { calls: all, people, changed: those }: CallsByName): void {
    const { names } = watched;
    const [some, ofSome] =
      those === 'everything' ? [all, people] : [picked(all, those.calls), picked(people, those.people)];
    const unknown = outsidersOf(some.values(), ofSome.values()).filter(
      ({ call, number }) => !names.has(nameKey(call, number)),
    );
    for (const { call, number } of unknown) names.set(nameKey(call, number), undefined);
    if (unknown.length === 0) return;
    readNames(db, watched.tenantId, unknown).then((nameOf) => {
      takeNames(watched, unknown, nameOf);
      if (watched.named.size > 0) changed(watched.tenantId);
    }, onError);
  }

  function takeNames(watched: Watched, those: ReturnType<typeof outsidersOf>, nameOf: NameOf): void {
    for (const { call, number } of those) {
      const name = nameOf(number, call);
      if ((watched.names.get(nameKey(call, number)) ?? '') !== name) watched.named.add(call);
      watched.names.set(nameKey(call, number), name);
    }
  }

  /** Those of calls that are over. */
  function forgetNames({ names, last }: Watched): void {
    for (const key of names.keys()) if (last?.calls.has(key.split(' ')[0] ?? '') !== true) names.delete(key);
  }

  /** Reads what the database has of the board, once more where it changed meanwhile. */
  async function read(watched: Watched): Promise<void> {
    watched.isStale = true;
    if (watched.isReading) return;
    watched.isReading = true;
    try {
      while (watched.isStale) {
        watched.isStale = false;
        const { refreshed } = watched;
        const company = await readCompany(db, watched.tenantId);
        const { last } = watched;
        const those = last === undefined ? [] : outsidersOf(last.calls.values(), last.people.values());
        const nameOf = await readNames(db, watched.tenantId, those);
        takeNames(watched, those, nameOf);
        forgetNames(watched);
        if (!isDeepStrictEqual(company, watched.company)) lookAtAll(watched);
        // Who is given another target, or other carriers, is given the board anew.
        if (
          company.levelPercent !== watched.company?.levelPercent ||
          !isDeepStrictEqual(company.carriers.names, watched.company.carriers.names)
        ) {
          watched.shown.clear();
        }
        [watched.company, watched.rightsRead] = [company, refreshed];
        changed(watched.tenantId);
        await pause(gatherMs);
      }
    } catch (error) {
      // It is read again in a moment.
      onError(error);
    } finally {
      watched.isReading = false;
    }
  }

  /** Counts the day of queues for each who sees something else of it, once more where calls were written meanwhile. */
  async function countDays(watched: Watched): Promise<void> {
    watched.isUncounted = true;
    if (watched.isCounting) return;
    watched.isCounting = true;
    try {
      while (watched.isUncounted && all.get(watched.tenantId) === watched) {
        watched.isUncounted = false;
        const began = performance.now();
        const callers = new Map(
          live.listening(watched.tenantId, 'monitor').map(({ caller }) => [reachKey(caller), caller]),
        );
        for (const [key, caller] of callers) {
          const day = await readQueueDay(db, caller, now());
          if (isDeepStrictEqual(day, watched.days.get(key))) continue;
          watched.days.set(key, day);
          changed(watched.tenantId);
        }
        for (const key of watched.days.keys()) if (!callers.has(key)) watched.days.delete(key);
        await pause(Math.max(dayRestMs, dayRestTimes * (performance.now() - began)));
      }
    } catch (error) {
      // It is counted again in a moment.
      onError(error);
    } finally {
      watched.isCounting = false;
    }
  }

  const reading = setInterval(() => {
    for (const watched of all.values()) {
      void read(watched);
      void countDays(watched);
    }
  }, readEveryMs);
  reading.unref();

  return {
    changed,
    /** Somebody begins to watch, or asks for the board again: they are given all of it, whatever they were given before. */
    begun(listener: Listener): void {
      given.delete(listener);
      changed(watchedAt(listener.caller.tenantId).tenantId);
    },
    /** The history has calls that it had not, or has them otherwise. */
    callsWritten(tenantId: string): void {
      const watched = all.get(tenantId);
      if (watched !== undefined) void countDays(watched);
    },
    /** People, or what is set for all of them, are other than they were. */
    companyChanged(tenantId: string): void {
      const watched = all.get(tenantId);
      if (watched === undefined) return;
      void read(watched);
      void countDays(watched);
    },
    /** What people may see was changed. Until it is known who may see what, nobody is told anything. */
    rightsChanged(tenantId: string): void {
      const watched = all.get(tenantId);
      if (watched !== undefined) watched.rights += 1;
    },
    /** The changes of rights so far, for `rightsKnown`. */
    rightsOf: (tenantId: string): number => all.get(tenantId)?.rights ?? 0,
    /** Callers are looked up anew, with so many of the changes in them. */
    rightsKnown(tenantId: string, upTo: number): void {
      const watched = all.get(tenantId);
      if (watched === undefined) return;
      watched.refreshed = Math.max(watched.refreshed, upTo);
      void read(watched);
    },
    close: () => clearInterval(reading),
  };
}
export type BoardAnnouncer = ReturnType<typeof boardAnnouncer>;

const nameKey = (call: string, number: string) => `${call} ${number}`;

const picked = <One>(all: ReadonlyMap<string, One>, ids: ReadonlySet<string>): ReadonlyMap<string, One> =>
  new Map(
    [...ids].flatMap((id) => {
      const one = all.get(id);
      return one === undefined ? [] : [[id, one] as const];
    }),
  );

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref();
  });
