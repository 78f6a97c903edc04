import { type ImportReport, importReport } from '@alo/contract';
import { z } from 'zod';

/** What the job of an import is told: which of its steps is due. All else is in its report. */
export const importInput = z.object({
  subject: z.string(),
  /** `sync` is all of it in one go, as it was done the last time. */
  step: z.enum(['read', 'check', 'run', 'undo', 'sync']),
  fileName: z.string(),
  network: z.string(),
  /** Where the rows come from, if not from a file that somebody has brought. */
  source: z.string().optional(),
});
export type ImportInput = z.output<typeof importInput>;

/** What has been found out so far; nothing yet, before the file was read. */
export function reportSoFar(report: unknown, { subject, step, fileName }: ImportInput): ImportReport {
  const known = importReport.safeParse(report);
  const begun = { subject, step: step === 'sync' ? 'run' : step, file_name: fileName };
  return known.success ? known.data : importReport.parse(begun);
}
