import { cancelJob, type Job, retryJob, undoBulk } from '@alo/contract';
import {
  Button,
  IconArrowBackUp,
  IconButton,
  IconDatabase,
  IconDownload,
  IconRefresh,
  IconUpload,
  IconX,
  Popover,
} from '@alo/ui';
import { lazy, Suspense, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { fileSize } from '../../kit/format/numbers.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useLive } from '../../kit/live/use-live.ts';
import { bulkReportOf } from '../../resource/jobs/bulk-words.ts';
import { JobProgress } from '../../resource/jobs/job-progress.tsx';
import { isBusy, jobWords } from '../../resource/jobs/job-words.ts';
import { useDownload } from '../../resource/jobs/use-download.ts';
import { useJobs } from '../../resource/jobs/use-jobs.ts';
import styles from './jobs-tray.module.css';

// Few people import, and not often.
const ImportAgain = lazy(() => import('../../resource/importing/import-again.tsx'));

/** What goes on in the background for the person: exports and imports, with their files. Not there while there is nothing. */
export function JobsTray() {
  const { toasts } = useConsole();
  const download = useDownload();
  const ask = useAsk();
  const jobs = useJobs();
  const [opened, setOpened] = useState<Job>();
  useLive(
    (event) => {
      if (event.type !== 'job-changed' || event.data.state !== 'done') return;
      const job = event.data;
      const key = `job:${job.id}`;
      if (job.kind === 'export') {
        const action = { label: 'Tải về', run: () => void download(job) };
        toasts.show({ key, kind: 'success', text: `${job.title}: tệp đã sẵn sàng`, action });
      }
      if (job.kind === 'bulk') {
        const text = `${job.title}: ${jobWords(job)}`;
        const action = canBeUndone(job) && { action: { label: 'Hoàn tác', run: () => void ask(undoBulk, job) } };
        toasts.show({ key, kind: 'success', text, ...action });
      }
    },
    () => undefined,
  );
  if (jobs.length === 0) return null;
  const busy = jobs.filter(isBusy).length;
  const list = (
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
      {(close) => (
        <>
          <h2>Việc đang chạy</h2>
          <ul className={styles.jobs}>
            {jobs.map((job) => (
              <JobEntry
                key={job.id}
                job={job}
                onDownload={() => void download(job)}
                onOpen={() => {
                  close();
                  setOpened(job);
                }}
              />
            ))}
          </ul>
          <p className={styles.hint}>Tệp và kết quả được giữ trong một ngày.</p>
        </>
      )}
    </Popover>
  );
  return (
    <>
      {list}
      {opened && (
        <Suspense>
          <ImportAgain job={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function JobEntry({ job, onDownload, onOpen }: { job: Job; onDownload: () => void; onOpen: () => void }) {
  const ask = useAsk();
  return (
    <li className={styles.job}>
      <div className={styles.head}>
        <strong>{job.title}</strong>
        <time dateTime={job.created_at}>{dateTime(job.created_at)}</time>
      </div>
      <JobProgress job={job} />
      <div className={styles.actions}>
        {job.kind === 'import' && !isBusy(job) && (
          <Button size="sm" icon={<IconUpload aria-hidden />} onClick={onOpen}>
            {job.state === 'waiting' ? 'Tiếp tục' : 'Xem'}
          </Button>
        )}
        {job.file_name !== null && (
          <Button size="sm" icon={<IconDownload aria-hidden />} onClick={onDownload}>
            {job.kind === 'bulk' ? 'Tải các dòng giữ lại' : 'Tải về'} ({fileSize(job.file_bytes ?? 0)})
          </Button>
        )}
        {canBeUndone(job) && (
          <Button size="sm" icon={<IconArrowBackUp aria-hidden />} onClick={() => void ask(undoBulk, job)}>
            Hoàn tác
          </Button>
        )}
        {(job.state === 'failed' || job.state === 'cancelled') && (
          <Button size="sm" icon={<IconRefresh aria-hidden />} onClick={() => void ask(retryJob, job)}>
            Chạy lại
          </Button>
        )}
        {(isBusy(job) || job.state === 'waiting') && !job.cancel_requested && (
          <Button size="sm" icon={<IconX aria-hidden />} onClick={() => void ask(cancelJob, job)}>
            {job.state === 'waiting' ? 'Bỏ' : 'Dừng lại'}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Asks the server something about one of the jobs. */
function useAsk() {
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
function canBeUndone(job: Job): boolean {
  const report = bulkReportOf(job);
  return report?.step === 'run' && report.counts.done > 0 && !isBusy(job);
}
