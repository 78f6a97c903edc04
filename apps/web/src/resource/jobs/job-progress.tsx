import type { Job } from '@alo/contract';
import { Progress } from '@alo/ui';

import styles from './job-progress.module.css';
import { isBusy, jobWords } from './job-words.ts';

/** How far a job is: a bar while it is at work, and words. */
export function JobProgress({ job }: { job: Job }) {
  return (
    <div className={styles.progress}>
      {isBusy(job) && <Progress label={job.title} value={job.done} of={job.total === 0 ? null : job.total} />}
      <span className={styles.words} data-failed={job.state === 'failed' || undefined}>
        {jobWords(job)}
      </span>
    </div>
  );
}
