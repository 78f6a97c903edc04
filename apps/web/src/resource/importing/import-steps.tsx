import { importReport, type Job } from '@alo/contract';
import { Button, DialogActions, Quiet } from '@alo/ui';

import { JobProgress } from '../jobs/job-progress.tsx';
import { isBusy } from '../jobs/job-words.ts';
import { useJobs } from '../jobs/use-jobs.ts';
import { CheckedStep } from './checked-step.tsx';
import { DoneStep } from './done-step.tsx';
import styles from './import-dialog.module.css';
import { MappingStep } from './mapping-step.tsx';

/** What begins it anew where it could not be done, for who has what it takes at hand. */
interface Again {
  again?: string;
  onAgain?: () => void;
}

/** An import from the moment that it has its rows: what its columns mean, what would happen, what has happened. */
export function ImportSteps({ id, onClose, ...anew }: { id: string; onClose: () => void } & Again) {
  const job = useJobs(id).find((one) => one.id === id);
  return (
    <div className={styles.step} aria-live="polite">
      {job === undefined || isBusy(job) ? (
        <Waiting job={job} onClose={onClose} />
      ) : (
        <Asked job={job} {...anew} onClose={onClose} />
      )}
    </div>
  );
}

function Waiting({ job, onClose }: { job: Job | undefined; onClose: () => void }) {
  return (
    <>
      {job === undefined ? <p>Đang bắt đầu…</p> : <JobProgress job={job} />}
      <Quiet size="body">Bạn có thể đóng cửa sổ này: việc vẫn chạy tiếp, xem ở “Việc đang chạy”.</Quiet>
      <DialogActions>
        <Button onClick={onClose}>Đóng</Button>
      </DialogActions>
    </>
  );
}

/** What the import wants to know now, or how it has ended. */
function Asked({ job, again, onAgain, onClose }: { job: Job; onClose: () => void } & Again) {
  const report = importReport.safeParse(job.report);
  if (job.state === 'waiting' && report.success) {
    return report.data.step === 'read' ? (
      <MappingStep job={job} report={report.data} onClose={onClose} />
    ) : (
      <CheckedStep job={job} report={report.data} onClose={onClose} />
    );
  }
  // What was written before it was broken off can be taken back as well.
  const hasEnded = job.state === 'done' || (job.state === 'cancelled' && report.data?.step === 'run');
  if (report.success && hasEnded) return <DoneStep job={job} report={report.data} onClose={onClose} />;
  return (
    <>
      <JobProgress job={job} />
      <DialogActions>
        <Button onClick={onClose}>Đóng</Button>
        {again !== undefined && (
          <Button look="primary" onClick={onAgain}>
            {again}
          </Button>
        )}
      </DialogActions>
    </>
  );
}
