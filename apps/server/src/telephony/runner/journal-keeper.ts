import type { EventReceipt } from '@alo/engine';

import type { Background } from '../background.ts';
import type { Clock } from '../clock.ts';
import type { EnginePlace, JournalEntry } from '../journal/entries.ts';
import type { Journal } from '../journal/journal.ts';
import { type State, takeSnapshot } from './snapshot.ts';

/** Has a runner's journal written, and makes good later what the disk refused: calls go on without it. */
export interface JournalKeeper {
  /** Resolves when they may be acted on: written, or refused by the disk. */
  write(entries: readonly JournalEntry[], receipts: readonly EventReceipt[]): Promise<void>;
  /** How far of an engine's own count everything is in the journal. */
  readonly written: EnginePlace | null;
  /** The process before this one had it written so far. */
  goOnFrom(heard: EnginePlace | null): void;
  /** The disk refuses what is written. */
  readonly fails: boolean;
  /** The disk did not take something. */
  refused(error: unknown): void;
  /** The next file is to be begun, with all that is known, and no snapshot is under way. */
  readonly wantsFile: boolean;
  /** Begins it where it is wanted. Must not overlap with `write`. */
  beginFile(): Promise<void>;
  /** Wants one where the present file has grown enough. */
  renewWhenGrown(): void;
  /** Wants one now. */
  renew(): void;
  /** Writes once more what the disk refused before; the next process learns of it from nobody else. */
  finish(): Promise<void>;
  /** Leaves the next process what is known at the end. */
  keepLast(): Promise<void>;
}

interface JournalKeeperOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  /** What is known now, and the number of the first event that is not in it. */
  readonly state: () => State & { readonly nextSeq: number };
  readonly background: Background;
  readonly complain: (error: unknown, message: string) => void;
  /** A file is wanted. */
  readonly onWork: () => void;
  /** The disk has what all events before this one have led to. */
  readonly onKept: (nextSeq: number) => void;
}

const repairMs = 1_000;

export function createJournalKeeper(options: JournalKeeperOptions): JournalKeeper {
  const { journal, clock, state, background, complain, onWork, onKept } = options;
  let written: EnginePlace | null = null;
  /** Receipts of events that no disk has yet. */
  let untaken: EventReceipt[] = [];
  let fails = false;
  /** How often the disk has refused something. */
  let failures = 0;
  let wanted = true;
  let snapshotting = false;
  let callOffRepair: (() => void) | null = null;
  let isFinishing = false;

  function refused(error: unknown): void {
    // Once is loud enough: it is tried again every second.
    if (!fails) complain(error, 'The journal cannot be written');
    fails = true;
    failures++;
    if (isFinishing) return;
    // What the disk does not take now it gets with the next snapshot: that has all that is known.
    callOffRepair ??= clock.after(repairMs, () => {
      callOffRepair = null;
      wanted = true;
      onWork();
    });
  }

  /** A new file from here on, and the state until here behind it, in slices, while calls go on. */
  async function begin(): Promise<void> {
    wanted = false;
    const { nextSeq } = state();
    try {
      await journal.begin(nextSeq);
    } catch (error) {
      return refused(error);
    }
    snapshotting = true;
    background.own(keepSnapshot(nextSeq), 'A snapshot could not be written');
  }

  async function keepSnapshot(nextSeq: number): Promise<void> {
    const told = state();
    const waiting = untaken.splice(0);
    const before = failures;
    try {
      await journal.keepSnapshot(nextSeq, takeSnapshot(told));
      if (fails) written = told.heard;
      // What was refused since then is in the next one.
      if (failures === before) fails = false;
      for (const receipt of waiting) receipt.taken();
      onKept(nextSeq);
    } catch (error) {
      untaken.unshift(...waiting);
      refused(error);
    } finally {
      snapshotting = false;
      onWork();
    }
  }

  return {
    async write(entries, receipts) {
      try {
        if (entries.length > 0) await journal.append(entries);
        written = entries.findLast(({ heard }) => heard !== undefined)?.heard ?? written;
        for (const receipt of receipts) receipt.taken();
      } catch (error) {
        // Calls go on: a disk that is full must not cut anybody off. What is lost is only what a crash would ask for.
        untaken.push(...receipts);
        refused(error);
      }
    },
    get written() {
      return written;
    },
    goOnFrom(heard) {
      written = heard;
    },
    get fails() {
      return fails;
    },
    refused,
    get wantsFile() {
      return wanted && !snapshotting;
    },
    async beginFile() {
      if (wanted && !snapshotting) await begin();
    },
    renewWhenGrown() {
      if (!fails && !snapshotting && journal.wantsSnapshot()) wanted = true;
    },
    renew() {
      wanted = true;
      onWork();
    },
    async finish() {
      isFinishing = true;
      if (fails && !snapshotting) await begin();
      callOffRepair?.();
    },
    async keepLast() {
      if (!fails && !snapshotting) await begin();
    },
  };
}
