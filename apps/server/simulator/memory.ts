import type { DiskMood } from './simulated-disk.ts';

/** A server that ended unasked or asked, and what it could not have kept by then however right it is. */
export type Crash = {
  readonly at: number;
  readonly power: boolean;
  /** What happened from then on is on no disk; null where everything is. */
  readonly lostFrom: number | null;
  /** From then on everything is on the disk again; null as long as it is not. */
  safeFrom: number | null;
};

/** A machine as it is at a moment: who writes, of what they hear, and what takes it. */
export type Footing = { readonly disk: DiskMood; readonly runs: boolean; readonly hears: boolean };

/** What is promised: what was written is on the disk itself within 50 ms, and a moment for the disk. */
const syncedWithinMs = 100;
/** What is promised: of what a disk refused it has everything so soon after it takes anything again, or after a start. */
const repairedWithinMs = 3_000;
const lookMs = 250;

/**
 * Knows what a disk cannot have, by its moods and by who was there to write: not by what was written, for that is what is put
 * to the test.
 */
export interface MemoryWatch {
  /** To be called every `lookMs`. */
  look(now: number, footing: Footing): void;
  crashed(now: number, power: boolean): void;
  readonly crashes: readonly Crash[];
}

export const lookEveryMs = lookMs;

export function diskMemory(): MemoryWatch {
  const crashes: Crash[] = [];
  /** A disk that refuses keeps nothing, whoever dies. */
  let refusedFrom: number | null = null;
  /** One that is slow, or that nobody tells to sync, keeps what was written until the power fails. */
  let unsyncedFrom: number | null = null;
  let heardUntil = 0;
  let wellMs = 0;

  return {
    crashes,
    look(now, { disk, runs, hears }) {
      // Of what nobody had heard when it began to refuse it has nothing either.
      if (disk === 'full' || disk === 'failing') refusedFrom ??= Math.min(now - lookMs, heardUntil);
      if (hears) heardUntil = now;
      if (disk !== 'well' || !runs) {
        unsyncedFrom ??= now - lookMs - syncedWithinMs;
        wellMs = 0;
        return;
      }
      wellMs += lookMs;
      if (wellMs < repairedWithinMs) return;
      [refusedFrom, unsyncedFrom] = [null, null];
      for (const crash of crashes) crash.safeFrom ??= now;
    },
    crashed(now, power) {
      const lostFrom = power ? Math.min(unsyncedFrom ?? now - syncedWithinMs, refusedFrom ?? now) : refusedFrom;
      crashes.push({ at: now, power, lostFrom, safeFrom: null });
      // Nobody is there to sync what was written just before: it is lost if the power fails, too.
      unsyncedFrom ??= now - syncedWithinMs;
      wellMs = 0;
    },
  };
}
