import type { Call, RoutingPlan } from '@alo/call-core';

import type { Sealer } from '../../storage/sealed.ts';
import type { Clock } from '../clock.ts';
import { type Disk, type DiskFile, writeWholeFile } from '../disk.ts';
import type { JournalEntry, SnapshotLine } from './entries.ts';
import { hiddenKeys } from './hidden-keys.ts';
import { encodeLine } from './lines.ts';
import { openPlanShelf } from './plans.ts';
import { type JournalContents, journalFiles, readJournal, seqOf, snapshotFiles } from './read-journal.ts';
import { journalVersion } from './version.ts';

/**
 * A tenant's events on the local disk, written before they are acted on, so that call control neither waits for the
 * database nor loses a call with the process. `<seq>.ndjson` has the events from that one on, `<seq>.snapshot` the state
 * before it. Older files go when the database has their events and a later snapshot is on the disk.
 */
export interface Journal {
  /**
   * Resolves when the entries are written: they outlive the process. The disk itself has them within `syncMs`, for the day
   * that the power fails. Rejects when the disk does not take them. Calls must not overlap.
   */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** Writes a plan ahead of the event that brings it in, which then is a short line. May overlap with all the rest. */
  shelve(plan: RoutingPlan): Promise<void>;
  /** Notes until when calls were known to go on, without waiting for the disk. */
  beat(until: number): void;
  /** The present file has grown enough for a snapshot. */
  wantsSnapshot(): boolean;
  /** Begins a new file with event `nextSeq`; what it needs of a slow disk it gets behind the events. Must not overlap with `append`. */
  begin(nextSeq: number): Promise<void>;
  /** Writes what the events before `nextSeq` have led to, in slices, while events go on being appended. */
  keepSnapshot(nextSeq: number, lines: Iterable<SnapshotLine>): Promise<void>;
  /** The database has every event up to this one: files that nothing needs any more go. */
  shipped(seq: number): Promise<void>;
  /** Resolves when all that was appended is on the disk. */
  synced(): Promise<void>;
  close(): Promise<void>;
}

export interface JournalOptions {
  readonly disk: Disk;
  readonly clock: Clock;
  /** This tenant's alone. */
  readonly folder: string;
  /** Hides what people press. */
  readonly sealer: Sealer;
  /** About how large one file may grow. The smaller the files, the less a restart has to read again. */
  readonly fileBytes?: number;
  /** The disk did not take what was written before: a power cut would lose it. */
  readonly onTrouble: (error: unknown) => void;
}

/** How long what was written may wait for the disk, so that many lines share one sync. */
export const syncMs = 50;
/** Whose plans are those that no file refers to yet. */
const toCome = 'to come';
/** How much of a snapshot is written at once; then others have their turn. A millisecond or less of work. */
const sliceLength = 32 * 1024;

export async function openJournal({
  disk,
  clock,
  folder,
  sealer,
  fileBytes = 1024 * 1024,
  onTrouble,
}: JournalOptions): Promise<{ readonly journal: Journal; readonly contents: JournalContents }> {
  await disk.makeFolder(folder);
  const plans = await openPlanShelf(disk, clock, folder);
  const keys = hiddenKeys(sealer);
  const contents = await readJournal(disk, folder, { plans, keys });
  const uses = new Map([...contents.plansOf].map(([name, hashes]) => [name, new Set(hashes)]));
  // A disk that is full must not keep calls from being taken: the moment of a crash is then known less exactly.
  const beatFile = await disk.open(`${folder}/alive`, 'new').catch((error: unknown) => onTrouble(error));
  await beatFile?.overwrite(moment(contents.aliveAt)).catch(onTrouble);
  let files = await journalFiles(disk, folder);
  let snapshots = await snapshotFiles(disk, folder);
  let current: { readonly name: string; readonly file: DiskFile } | null = null;
  let size = 0;
  let snapshotSize = 0;
  let torn = false;
  let beating: Promise<unknown> | null = null;
  let syncing: Promise<void> = Promise.resolve();
  /** Of the full files before this one. */
  let closing: Promise<void> = Promise.resolve();
  let callOffSync: (() => void) | null = null;
  let releasing: Promise<void> = Promise.resolve();
  /** The history has everything up to here. */
  let shippedTo = -1;

  function syncSoon(): void {
    callOffSync ??= clock.after(syncMs, () => {
      callOffSync = null;
      sync().catch(onTrouble);
    });
  }

  /** One after the other, each of the file that is written to by then. */
  function sync(): Promise<void> {
    syncing = syncing.catch(() => undefined).then(() => current?.file.sync());
    return syncing;
  }

  /** A full file is on the disk, and the name of the one after it. */
  async function settle(full: DiskFile | undefined): Promise<void> {
    await full?.sync();
    await disk.syncFolder(folder);
  }

  /** The plans that a file refers to. */
  function usesOf(name: string): Set<string> {
    const used = uses.get(name) ?? new Set();
    uses.set(name, used);
    return used;
  }

  /** What refers to a plan, by file. */
  async function outlined(name: string, value: object, plan: RoutingPlan) {
    const hash = await plans.keep(plan, usesOf(name));
    usesOf(toCome).delete(hash);
    return { ...value, plan: hash };
  }

  /** Most lines are made at once: a call waits for them. */
  function lineOf(name: string, entry: JournalEntry): string | Promise<string> {
    const { event } = entry;
    const line = (written: object) => encodeLine({ v: journalVersion, ...entry, event: written });
    if (event.type === 'plan-changed') return outlined(name, event, event.plan).then(line);
    return line(keys.hide(event));
  }

  /** The parts that the journal knows: plans are kept beside it, and what is typed is hidden. */
  async function partOf(name: string, { part, value }: SnapshotLine): Promise<SnapshotLine> {
    if (part === 'plan') return { part, value: await plans.keep(value as RoutingPlan, usesOf(name), 'whole') };
    return { part, value: part === 'calls' ? keys.hideIn(value as Call) : value };
  }

  async function* slices(name: string, lines: Iterable<SnapshotLine>): AsyncGenerator<string> {
    let text = '';
    let count = 0;
    for (const line of lines) {
      text += encodeLine({ v: journalVersion, ...(await partOf(name, line)) });
      count++;
      if (text.length >= sliceLength) {
        yield text;
        text = '';
        await clock.breathe();
      }
    }
    yield text + encodeLine({ v: journalVersion, part: 'end', value: count });
  }

  function tidy(): Promise<void> {
    releasing = releasing.catch(() => undefined).then(release);
    return releasing;
  }

  async function release(): Promise<void> {
    const needed = snapshots.findLast((name) => seqOf(name) <= shippedTo + 1);
    if (
      needed === undefined ||
      ((files[0] === undefined ? true : seqOf(files[0]) >= seqOf(needed)) && snapshots[0] === needed)
    )
      return;
    await sync();
    const past = (name: string) => seqOf(name) < seqOf(needed) && name !== current?.name;
    for (const name of [...files, ...snapshots].filter(past)) {
      await disk.remove(`${folder}/${name}`);
      uses.delete(name);
    }
    files = files.filter((name) => !past(name));
    snapshots = snapshots.filter((name) => !past(name));
    await plans.tidy((hash) => [...uses.values()].some((used) => used.has(hash)));
  }

  const journal: Journal = {
    async append(entries) {
      if (current === null) throw new Error('The journal has no file.');
      const { name, file } = current;
      // After a write that failed half-way the next one begins on a new line.
      let text = torn ? '\n' : '';
      for (const entry of entries) {
        const line = lineOf(name, entry);
        text += typeof line === 'string' ? line : await line;
      }
      torn = true;
      await file.append(text);
      torn = false;
      size += text.length;
      syncSoon();
    },
    async shelve(plan) {
      await plans.keep(plan, usesOf(toCome));
    },
    beat(until) {
      if (beatFile === undefined) return;
      beating ??= beatFile
        .overwrite(moment(until))
        // The moment of a crash is then known less exactly; the calls themselves are in the journal.
        .catch(() => undefined)
        .finally(() => {
          beating = null;
        });
    },
    // Snapshots must not become most of what is written.
    wantsSnapshot: () => size > Math.max(fileBytes, 4 * snapshotSize),
    async begin(nextSeq) {
      const name = `${padded(nextSeq)}.ndjson`;
      const file = await disk.open(`${folder}/${name}`, 'append');
      const full = current;
      [current, size, torn] = [{ name, file }, 0, false];
      if (!files.includes(name)) files = [...files, name];
      syncing = syncing.catch(() => undefined).then(() => settle(full?.file));
      closing = Promise.all([closing, syncing.catch(onTrouble)])
        .then(() => full?.file.close())
        .catch(onTrouble);
    },
    async keepSnapshot(nextSeq, lines) {
      const name = `${padded(nextSeq)}.snapshot`;
      let written = 0;
      const counted = async function* () {
        for await (const text of slices(name, lines)) {
          written += text.length;
          yield text;
        }
      };
      await writeWholeFile(disk, folder, name, counted());
      snapshotSize = written;
      if (!snapshots.includes(name)) snapshots = [...snapshots, name].sort();
      // The history may have had everything before this was there, and nothing more may come for a long time.
      await tidy().catch(onTrouble);
    },
    shipped(seq) {
      shippedTo = Math.max(shippedTo, seq);
      return tidy();
    },
    synced: sync,
    async close() {
      callOffSync?.();
      await releasing.catch(() => undefined);
      await beating;
      await sync().catch(onTrouble);
      await closing;
      const last = current;
      current = null;
      await last?.file.close();
      await beatFile?.close();
    },
  };
  return { journal, contents };
}

function padded(seq: number): string {
  return String(seq).padStart(16, '0');
}

function moment(now: number): string {
  return padded(Math.round(now));
}
