import type { Call, RoutingPlan } from '@alo/call-core';

import type { Disk } from '../disk.ts';
import type { JournalEntry, SnapshotLine } from './entries.ts';
import type { HiddenKeys } from './hidden-keys.ts';
import { decodeLines } from './lines.ts';
import type { PlanShelf } from './plans.ts';
import { entryIn, partIn } from './version.ts';

/** A stretch of a journal: the state that it begins with, and what happened from there. */
export type JournalPart = {
  /** The first event that the snapshot does not have in it. */
  readonly nextSeq: number;
  readonly snapshot: readonly SnapshotLine[];
  readonly entries: readonly JournalEntry[];
};

/** What a journal held when it was opened. */
export interface JournalContents {
  /**
   * From the oldest whole snapshot on, because the database may not have what came after it. Each later one counts more than
   * what came before: the disk may have refused some of that.
   */
  readonly parts: readonly JournalPart[];
  readonly lastSeq: number;
  /** The last moment at which whoever wrote it knew that its calls went on; 0 when there was none. */
  readonly aliveAt: number;
  /** Lines that could not be read. */
  readonly torn: number;
  /** Which plans each file refers to. */
  readonly plansOf: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What lines refer to, and what opens them. */
type Beside = { readonly plans: PlanShelf; readonly keys: HiddenKeys };

/** Reads, and changes nothing. Rejects with `UnknownJournalVersion` where a whole line is of a version that is not known here. */
export async function readJournal(disk: Disk, folder: string, { plans, keys }: Beside): Promise<JournalContents> {
  const plansOf = new Map<string, Set<string>>();
  const starts: Pick<JournalPart, 'nextSeq' | 'snapshot'>[] = [];
  const all: JournalEntry[] = [];
  let torn = 0;
  for (const name of await snapshotFiles(disk, folder)) {
    const read = decodeLines((await disk.read(`${folder}/${name}`)) ?? '');
    const lines = read.values.map((line) => partIn(name, line));
    torn += read.torn;
    for (const { part, value } of lines) if (part === 'plan') plansOf.set(name, new Set([String(value)]));
    if (lines.at(-1)?.part !== 'end') continue;
    starts.push({ nextSeq: seqOf(name), snapshot: await withPlans(lines.slice(0, -1)) });
  }
  for (const name of await journalFiles(disk, folder)) {
    const read = decodeLines((await disk.read(`${folder}/${name}`)) ?? '');
    torn += read.torn;
    for (const line of read.values) await add(name, line);
  }

  async function add(name: string, line: unknown): Promise<void> {
    const { event, ...entry } = entryIn(name, line);
    if (entry.seq <= (all.at(-1)?.seq ?? 0)) return;
    if (event.type !== 'plan-changed') {
      const shown = keys.show(event);
      if (shown === null) torn++;
      else all.push({ ...entry, event: shown });
      return;
    }
    plansOf.set(name, new Set([...(plansOf.get(name) ?? []), event.plan]));
    const plan = await plans.find(event.plan);
    if (plan === null) torn++;
    else all.push({ ...entry, event: { ...event, plan } });
  }

  async function withPlans(lines: readonly SnapshotLine[]): Promise<SnapshotLine[]> {
    const found: SnapshotLine[] = [];
    for (const line of lines) {
      const plan: RoutingPlan | null = line.part === 'plan' ? await plans.find(String(line.value)) : null;
      if (line.part === 'calls') found.push({ part: 'calls', value: keys.showIn(line.value as Call) });
      else if (line.part !== 'plan') found.push(line);
      else if (plan === null) torn++;
      else found.push({ part: 'plan', value: plan });
    }
    return found;
  }

  const beat = Number((await disk.read(`${folder}/alive`)) ?? 0);
  return {
    parts: partsOf(starts, all),
    lastSeq: Math.max(all.at(-1)?.seq ?? 0, ...starts.map(({ nextSeq }) => nextSeq - 1)),
    // What an engine said shows that it was there; what a process said to itself does not.
    aliveAt: all.reduce(
      (latest, { event, heard }) => (heard === undefined ? latest : Math.max(latest, event.at)),
      Number.isFinite(beat) ? beat : 0,
    ),
    torn,
    plansOf,
  };
}

function partsOf(
  found: readonly Pick<JournalPart, 'nextSeq' | 'snapshot'>[],
  entries: readonly JournalEntry[],
): JournalPart[] {
  const starts = found.length === 0 ? [{ nextSeq: 0, snapshot: [] }] : found.toSorted((a, b) => a.nextSeq - b.nextSeq);
  return starts.map((start, index) => {
    const until = starts[index + 1]?.nextSeq ?? Number.POSITIVE_INFINITY;
    return { ...start, entries: entries.filter(({ seq }) => seq >= start.nextSeq && seq < until) };
  });
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
