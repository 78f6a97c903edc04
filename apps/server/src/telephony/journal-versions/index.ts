import type { Event } from '@alo/call-core';

import type { Heard, SnapshotLine } from '../journal/entries.ts';
import type { Hidden } from '../journal/hidden-keys.ts';
import { eventFrom1, snapshotFrom1 } from './from-1.ts';
import { type Call5, callFrom5 } from './from-5.ts';

/**
 * The version that is written today. Whoever changes what an event, a call or another part of the board looks like raises
 * it, adds `from-<old>.ts` here, and keeps a sample of the old one under `samples/`, which a test opens for good (whole data folders are
 * in `../kept-data`). Version 3 writes a queue in pieces (`snapshot-queues.ts`); lines of version 2 mean what they meant.
 * Version 4 has plans in lines, each by what it changes in another (`journal/plan-lines.ts`), version 5 has what people press sealed
 * (`journal/hidden-keys.ts`); what stands in older lines is read as it is.
 * In version 6 calls say which version of the routing leads them (`runner/snapshot-versions.ts`), in version 7 keys are sealed that one of
 * ours has sent to the other side.
 */
export const journalVersion = 7;

/** A line as the checksum vouches for it: we wrote it ourselves, in some version. */
type Line = {
  readonly v?: number;
  readonly seq?: number;
  readonly heard?: Heard;
  readonly event?: unknown;
  readonly snapshot?: unknown;
};
/** An event whose plan may lie beside the journal, and whose key may be hidden. */
type WrittenEvent = PlanEvent | Hidden;
type PlanEvent = Omit<Extract<Event, { type: 'plan-changed' }>, 'plan'> & {
  readonly plan: string | Extract<Event, { type: 'plan-changed' }>['plan'];
};

type ReadEntry = { readonly seq: number; readonly event: WrittenEvent | null; readonly heard?: Heard };

/** The event of a journal's line in today's shape; null where an old one means nothing any more. */
export function eventOf(value: unknown): ReadEntry {
  const { v = 1, seq = 0, event, heard } = value as Line;
  const entry = { seq, event: v === 1 ? eventFrom1(event) : (event as WrittenEvent) };
  return heard === undefined ? entry : { ...entry, heard };
}

/** A line of a snapshot's own file in today's shape; such files exist since version 2. */
export function partOf(value: unknown): SnapshotLine {
  const { v = 1, part, value: inside } = value as SnapshotLine & Line;
  return { part, value: v < 6 && part === 'calls' ? callFrom5(inside as Call5) : inside };
}

/** The snapshot that a file of version 1 begins with; null for any other line. */
export function snapshotInFile(value: unknown): { readonly nextSeq: number; readonly lines: SnapshotLine[] } | null {
  const { v = 1, snapshot } = value as Line;
  return v === 1 && snapshot !== undefined ? snapshotFrom1(snapshot) : null;
}
