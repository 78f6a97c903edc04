import { type ImportReport, importReport } from '@alo/contract';
import { z } from 'zod';

/** What the job of an import is told: which of its steps is due. All else is in its report. */
export const importInput = z.object({
  subject: z.string(),
  step: z.enum(['read', 'check', 'run', 'undo']),
  fileName: z.string(),
  network: z.string(),
});
export type ImportInput = z.output<typeof importInput>;

/** What has been found out so far; nothing yet, before the file was read. */
export function reportSoFar(report: unknown, { subject, step, fileName }: ImportInput): ImportReport {
  const known = importReport.safeParse(report);
  return known.success ? known.data : importReport.parse({ subject, step, file_name: fileName });
}
