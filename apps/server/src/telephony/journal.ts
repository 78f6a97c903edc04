import { constants, type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Event } from '@alo/call-core';

import { decodeLines, encodeLine } from './journal-file.ts';
import { emptySnapshot, type Snapshot } from './snapshot.ts';

/** An event with its place in the tenant's history. */
export type JournalEntry = { readonly seq: number; readonly event: Event };

/** What a journal held when it was opened. */
export interface JournalContents {
  /** Where the oldest file that is still kept began, and all that came after. */
  readonly snapshot: Snapshot;
  readonly entries: readonly JournalEntry[];
  readonly lastSeq: number;
  /** The last moment at which the process that wrote it was known to run. */
  readonly aliveAt: number;
  /** Lines that could not be read. */
  readonly torn: number;
}

/**
 * A tenant's events on the local disk, written before they are acted on, so that call control neither waits for the
 * database nor loses a call with the process. Files are `<seq of the first event>.ndjson`; each begins with a snapshot, so
 * older ones can go as soon as the database has their events.
 */
export interface Journal {
  readonly contents: JournalContents;
  /** Resolves when all entries are on the disk, with one fsync. Rejects when the disk does not take them. */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** Notes that the process runs, without waiting for the disk: what a killed process wrote is still there. */
  beat(now: number): void;
  /** The present file has grown enough. */
  wantsRotation(): boolean;
  /** Begins a new file with what all events so far have led to. Writing starts with the first call of it. */
  rotate(snapshot: Snapshot): Promise<void>;
  /** The database has every event up to this one: files of older events go. */
  shipped(seq: number): Promise<void>;
  close(): Promise<void>;
}

const { O_APPEND, O_CREAT, O_TRUNC, O_WRONLY } = constants;

type Line = { readonly snapshot: Snapshot } | JournalEntry;

/** The smaller the files, the less a restart has to read again. */
const usualFileBytes = 1024 * 1024;

/** Opens the journal in `folder`, which this process alone uses, in files of about `fileBytes`. Calls of `append` and `rotate` must not overlap. */
export async function openJournal(folder: string, fileBytes = usualFileBytes): Promise<Journal> {
  await mkdir(folder, { recursive: true });
  const contents = await readJournal(folder);
  const beatFile = await open(join(folder, 'alive'), O_CREAT | O_WRONLY);
  let files = await journalFiles(folder);
  let current: FileHandle | null = null;
  let size = 0;
  let snapshotSize = 0;
  let torn = false;
  let beating: Promise<unknown> | null = null;

  return {
    contents,
    async append(entries) {
      if (current === null) throw new Error('The journal has no file.');
      // After a write that failed half-way the next one begins on a new line.
      const text = (torn ? '\n' : '') + entries.map(encodeLine).join('');
      torn = true;
      await current.appendFile(text);
      await current.datasync();
      torn = false;
      size += text.length;
    },
    beat(now) {
      beating ??= beatFile
        .write(String(now).padStart(16, '0'), 0)
        // The moment of a crash is then known less exactly; the calls themselves are in the journal.
        .catch(() => undefined)
        .finally(() => {
          beating = null;
        });
    },
    // What a file begins with must not become most of what is written.
    wantsRotation: () => size > Math.max(fileBytes, 4 * snapshotSize),
    async rotate(snapshot) {
      const name = `${String(snapshot.nextSeq).padStart(16, '0')}.ndjson`;
      const next = await open(join(folder, `${name}.new`), O_APPEND | O_CREAT | O_TRUNC | O_WRONLY);
      const line = encodeLine({ snapshot });
      await next.appendFile(line);
      await next.datasync();
      await rename(join(folder, `${name}.new`), join(folder, name));
      await syncFolder(folder);
      await current?.close();
      [current, size, snapshotSize, torn] = [next, 0, line.length, false];
      files = [...files.filter((file) => file !== name), name];
    },
    async shipped(seq) {
      // A file's events end where the next one's begin.
      const done = files.filter((_, index) => seqOf(files[index + 1]) <= seq + 1);
      files = files.filter((file) => !done.includes(file));
      for (const file of done) await rm(join(folder, file), { force: true });
    },
    async close() {
      await beating;
      await current?.close();
      await beatFile.close();
    },
  };
}

async function readJournal(folder: string): Promise<JournalContents> {
  let snapshot: Snapshot | null = null;
  const entries: JournalEntry[] = [];
  let torn = 0;
  for (const file of await journalFiles(folder)) {
    const read = decodeLines(await readFile(join(folder, file), 'utf8'));
    torn += read.torn;
    for (const value of read.values) {
      const line = value as Line; // we wrote it ourselves, and its checksum fits
      if ('snapshot' in line) snapshot ??= line.snapshot;
      else entries.push(line);
    }
  }
  const beat = Number(await readFile(join(folder, 'alive'), 'utf8').catch(() => '0'));
  const lastSeq = entries.at(-1)?.seq ?? (snapshot?.nextSeq ?? 1) - 1;
  const aliveAt = entries.reduce((latest, { event }) => Math.max(latest, event.at), Number.isFinite(beat) ? beat : 0);
  return { snapshot: snapshot ?? emptySnapshot, entries, lastSeq, aliveAt, torn };
}

async function journalFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => /^\d{16}\.ndjson$/.test(name)).sort();
}

function seqOf(file: string | undefined): number {
  return file === undefined ? Number.POSITIVE_INFINITY : Number.parseInt(file, 10);
}

/** A new file's name is on the disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
