import { cancelJob, type Job, retryJob } from '@alo/contract';
import { Button, IconButton, IconDatabase, IconDownload, IconRefresh, IconX, Popover } from '@alo/ui';

import { useConsole } from '../../shared/api/context.ts';
import { explain } from '../../shared/api/problem.ts';
import { fileSize } from '../../shared/format/numbers.ts';
import { dateTime } from '../../shared/format/time.ts';
import { JobProgress } from '../../shared/jobs/job-progress.tsx';
import { isBusy } from '../../shared/jobs/job-words.ts';
import { useDownload } from '../../shared/jobs/use-download.ts';
import { useJobs } from '../../shared/jobs/use-jobs.ts';
import { useLive } from '../../shared/live/use-live.ts';
import styles from './jobs-tray.module.css';

/** What goes on in the background for the person: exports and imports, with their files. Not there while there is nothing. */
export function JobsTray() {
  const { toasts } = useConsole();
  const download = useDownload();
  const jobs = useJobs();
  useLive(
    (event) => {
      if (event.type !== 'job-changed' || event.data.state !== 'done' || event.data.kind !== 'export') return;
      const job = event.data;
      toasts.show({
        key: `job:${job.id}`,
        kind: 'success',
        text: `${job.title}: tệp đã sẵn sàng`,
        action: { label: 'Tải về', run: () => void download(job) },
      });
    },
    () => undefined,
  );
  if (jobs.length === 0) return null;
  const busy = jobs.filter(isBusy).length;
  return (
    <Popover
      label="Việc đang chạy"
      align="end"
      width={360}
      target={(open) => (
        <IconButton
          label={busy === 0 ? 'Việc đang chạy' : `Việc đang chạy, ${busy} việc`}
          className={styles.target}
          {...open}
        >
          <IconDatabase aria-hidden />
          {busy > 0 && (
            <span className={styles.busy} aria-hidden>
              {busy}
            </span>
          )}
        </IconButton>
      )}
    >
      <h2>Việc đang chạy</h2>
      <ul className={styles.jobs}>
        {jobs.map((job) => (
          <JobEntry key={job.id} job={job} onDownload={() => void download(job)} />
        ))}
      </ul>
      <p className={styles.hint}>Tệp và kết quả được giữ trong một ngày.</p>
    </Popover>
  );
}

function JobEntry({ job, onDownload }: { job: Job; onDownload: () => void }) {
  const { api, toasts } = useConsole();
  const ask = async (call: typeof cancelJob) => {
    try {
      await api(call, { params: { id: job.id } });
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    }
  };
  return (
    <li className={styles.job}>
      <div className={styles.head}>
        <strong>{job.title}</strong>
        <time dateTime={job.created_at}>{dateTime(job.created_at)}</time>
      </div>
      <JobProgress job={job} />
      <div className={styles.actions}>
        {job.file_name !== null && (
          <Button size="sm" icon={<IconDownload aria-hidden />} onClick={onDownload}>
            Tải về ({fileSize(job.file_bytes ?? 0)})
          </Button>
        )}
        {(job.state === 'failed' || job.state === 'cancelled') && (
          <Button size="sm" icon={<IconRefresh aria-hidden />} onClick={() => void ask(retryJob)}>
            Chạy lại
          </Button>
        )}
        {isBusy(job) && !job.cancel_requested && (
          <Button size="sm" icon={<IconX aria-hidden />} onClick={() => void ask(cancelJob)}>
            Dừng lại
          </Button>
        )}
      </div>
    </li>
  );
}
