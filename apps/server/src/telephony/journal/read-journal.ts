import type { Event, RoutingPlan } from '@alo/call-core';

import type { Disk } from '../disk.ts';
import { eventOf, partOf, snapshotInFile } from '../journal-versions/index.ts';
import type { JournalEntry, SnapshotLine } from './journal.ts';
import { decodeLines } from './lines.ts';
import type { PlanShelf } from './plans.ts';

/** What a journal held when it was opened. */
export interface JournalContents {
  /** The state from which the events go on; empty where there is none yet. */
  readonly snapshot: readonly SnapshotLine[];
  /** The last event that the snapshot has in it. */
  readonly snapshotSeq: number;
  readonly entries: readonly JournalEntry[];
  readonly lastSeq: number;
  /** The last moment at which the process that wrote it was known to run; 0 when there was none. */
  readonly aliveAt: number;
  /** Lines that could not be read. */
  readonly torn: number;
  /** Which plans each file refers to. */
  readonly plansOf: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Reads from the oldest whole snapshot on: the database may not have what came after it. Lines of any version that ever
 * landed are read as if they had been written today.
 */
export async function readJournal(disk: Disk, folder: string, plans: PlanShelf): Promise<JournalContents> {
  const plansOf = new Map<string, Set<string>>();
  let torn = 0;
  let base: { readonly nextSeq: number; readonly lines: readonly SnapshotLine[] } | null = null;
  for (const name of await snapshotFiles(disk, folder)) {
    const read = decodeLines((await disk.read(`${folder}/${name}`)) ?? '');
    const lines = read.values.map(partOf);
    const end = lines.at(-1);
    torn += read.torn;
    for (const { part, value } of lines) if (part === 'plan') plansOf.set(name, new Set([String(value)]));
    if (base === null && end?.part === 'end')
      base = { nextSeq: seqOf(name), lines: await withPlans(lines.slice(0, -1)) };
  }

  const entries: JournalEntry[] = [];
  for (const name of await journalFiles(disk, folder)) {
    const read = decodeLines((await disk.read(`${folder}/${name}`)) ?? '');
    torn += read.torn;
    for (const value of read.values) {
      // Until version 2 each file began with its snapshot.
      const inside = snapshotInFile(value);
      if (inside !== null) base ??= inside;
      else await add(name, value);
    }
  }

  async function add(name: string, value: unknown): Promise<void> {
    const { event, ...entry } = eventOf(value);
    const { seq } = entry;
    if (event === null || seq < (base?.nextSeq ?? 0) || seq <= (entries.at(-1)?.seq ?? 0)) return;
    if (event.type !== 'plan-changed' || typeof event.plan !== 'string') {
      entries.push({ ...entry, event: event as Event }); // a plan that stands in the line is whole
      return;
    }
    plansOf.set(name, new Set([...(plansOf.get(name) ?? []), event.plan]));
    const plan = await plans.find(event.plan);
    if (plan === null) torn++;
    else entries.push({ ...entry, event: { ...event, plan } });
  }

  async function withPlans(lines: readonly SnapshotLine[]): Promise<SnapshotLine[]> {
    const found: SnapshotLine[] = [];
    for (const line of lines) {
      const plan: RoutingPlan | null = line.part === 'plan' ? await plans.find(String(line.value)) : null;
      if (line.part !== 'plan') found.push(line);
      else if (plan === null) torn++;
      else found.push({ part: 'plan', value: plan });
    }
    return found;
  }

  const beat = Number((await disk.read(`${folder}/alive`)) ?? 0);
  return {
    snapshot: base?.lines ?? [],
    snapshotSeq: (base?.nextSeq ?? 1) - 1,
    entries,
    lastSeq: entries.at(-1)?.seq ?? (base?.nextSeq ?? 1) - 1,
    aliveAt: entries.reduce((latest, { event }) => Math.max(latest, event.at), Number.isFinite(beat) ? beat : 0),
    torn,
    plansOf,
  };
}

export const journalFiles = (disk: Disk, folder: string) => filesLike(disk, folder, /^\d{16}\.ndjson$/);
export const snapshotFiles = (disk: Disk, folder: string) => filesLike(disk, folder, /^\d{16}\.snapshot$/);

async function filesLike(disk: Disk, folder: string, name: RegExp): Promise<string[]> {
  return (await disk.list(folder)).filter((file) => name.test(file)).sort();
}

/** The first event of a file, or the first one after a snapshot. */
export function seqOf(file: string): number {
  return Number.parseInt(file, 10);
}
