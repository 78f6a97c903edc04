import type { cancelJob, Job, undoBulk } from '@alo/contract';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { bulkReportOf } from '../../resource/jobs/bulk-words.ts';
import { isBusy } from '../../resource/jobs/job-words.ts';

/** Asks the server something about one of the jobs. */
export function useAskOfJob() {
  const { api, toasts } = useConsole();
  return async (call: typeof cancelJob | typeof undoBulk, { id }: Pick<Job, 'id'>) => {
    try {
      await api<typeof cancelJob | typeof undoBulk>(call, { params: { id } });
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    }
  };
}

/** What has been changed for many rows and was not taken back yet. */
export function canBeUndone(job: Job): boolean {
  const report = bulkReportOf(job);
  return report?.step === 'run' && report.counts.done > 0 && !isBusy(job);
}
