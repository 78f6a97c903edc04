import { type BulkReport, bulkReport, type KeptRow } from '@alo/contract';
import { z } from 'zod';

/** What is done to every row. */
export const bulkAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delete') }),
  z.object({ kind: z.literal('set'), set: z.record(z.string(), z.unknown()) }),
  z.object({ kind: z.enum(['put', 'take-off']), list: z.string(), id: z.string() }),
]);
export type BulkAction = z.output<typeof bulkAction>;
/** Onto which list rows are put, or off which they are taken. */
export type Placing = Extract<BulkAction, { list: string }>;

/** Which rows: what a list was asked for, or only some of those. */
export const bulkWanted = z.object({
  search: z.string(),
  filters: z.record(z.string(), z.unknown()),
  ids: z.array(z.string()).optional(),
});
export type BulkWanted = z.output<typeof bulkWanted>;

/** What became of the rows of a batch, with what it takes to take it back. Those that are in none of these were gone. */
export interface BulkOutcome {
  readonly removed: readonly { readonly before: unknown; readonly stored: unknown }[];
  readonly changed: readonly { readonly id: string; readonly version: number; readonly before: unknown }[];
  readonly same: number;
  readonly kept: readonly KeptRow[];
}

/** What the job of a change of many rows is told. */
export const bulkInput = z.object({
  subject: z.string(),
  step: z.enum(['run', 'undo']),
  action: bulkAction,
  wanted: bulkWanted,
  network: z.string(),
});
export type BulkInput = z.output<typeof bulkInput>;

/** What has been done so far; undefined as long as it is not settled which rows are meant. */
export function bulkReportSoFar(report: unknown): BulkReport | undefined {
  const known = bulkReport.safeParse(report);
  return known.success ? known.data : undefined;
}
