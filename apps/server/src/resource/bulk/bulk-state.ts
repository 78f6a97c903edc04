import { type BulkReport, bulkReport } from '@alo/contract';
import { z } from 'zod';

/** What is done to every row. */
export const bulkAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delete') }),
  z.object({ kind: z.literal('set'), set: z.record(z.string(), z.unknown()) }),
]);
export type BulkAction = z.output<typeof bulkAction>;

/** Which rows: what a list was asked for, or only some of those. */
export const bulkWanted = z.object({
  search: z.string(),
  filters: z.record(z.string(), z.unknown()),
  ids: z.array(z.string()).optional(),
});
export type BulkWanted = z.output<typeof bulkWanted>;

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
