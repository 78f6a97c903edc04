import type { Event } from '@alo/call-core';

import type { EnginePlace, SnapshotLine } from './entries.ts';
import type { HiddenEvent } from './hidden-keys.ts';

/**
 * The version that journals and snapshots are written in. A change of what an event, a call or another part of the board looks like raises
 * it, brings a reader of the version before, and adds a sample of today's to `../kept-data`; the older ones stay there and are opened by a test.
 */
export const journalVersion = 1;

/** A journal that this code cannot read. Nothing of it has been changed. */
export class UnknownJournalVersion extends Error {
  override readonly name = 'UnknownJournalVersion';

  constructor(file: string, version: unknown) {
    super(
      `${file} is of journal version ${String(version)}, and this server reads ${journalVersion}: it is kept as it is`,
    );
  }
}

/** A line as its checksum vouches for it. */
type Line = { readonly v?: unknown };
type PlanChanged = Extract<Event, { type: 'plan-changed' }>;
/** An event whose plan lies beside the journal, and whose keys are hidden. */
type WrittenEvent = (Omit<PlanChanged, 'plan'> & { readonly plan: string }) | HiddenEvent;
type WrittenEntry = { readonly seq: number; readonly event: WrittenEvent; readonly heard?: EnginePlace };

/** The event of a journal's line. Throws `UnknownJournalVersion`. */
export function entryIn(file: string, line: unknown): WrittenEntry {
  const { v: _, ...entry } = ofThisVersion(file, line) as WrittenEntry & Line;
  return entry;
}

/** The part of a snapshot's line. Throws `UnknownJournalVersion`. */
export function partIn(file: string, line: unknown): SnapshotLine {
  const { part, value } = ofThisVersion(file, line) as SnapshotLine & Line;
  return { part, value };
}

function ofThisVersion(file: string, line: unknown): Line {
  const { v } = line as Line;
  if (v !== journalVersion) throw new UnknownJournalVersion(file, v);
  return line as Line;
}
