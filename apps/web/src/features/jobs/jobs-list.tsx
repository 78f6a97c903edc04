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
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { fileSize } from '../../kit/format/numbers.ts';
import { dateTime } from '../../kit/format/time.ts';
import { JobProgress } from '../../resource/jobs/job-progress.tsx';
import { isBusy, jobWords } from '../../resource/jobs/job-words.ts';
import { useDownload } from '../../resource/jobs/use-download.ts';
import { canBeUndone, useAskOfJob } from './ask-of-job.ts';
import styles from './jobs-tray.module.css';

// Few people import, and not often.
const ImportAgain = lazy(() => import('../../resource/importing/import-again.tsx'));

/** The person's work in the background with its files, and what can be done about it. What has just been done is told. */
export default function JobsList({
  jobs,
  done,
  onTold,
}: {
  jobs: readonly Job[];
  done: readonly Job[];
  onTold: () => void;
}) {
  const download = useDownload();
  const tell = useTellDone();
  const told = useEffectEvent(() => {
    for (const job of done) tell(job);
    onTold();
  });
  useEffect(() => {
    if (done.length > 0) told();
  }, [done]);
  const [opened, setOpened] = useState<Job>();
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
  const ask = useAskOfJob();
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

/** Says that something has been done, with what comes next. */
function useTellDone() {
  const { toasts } = useConsole();
  const download = useDownload();
  const ask = useAskOfJob();
  return (job: Job) => {
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
  };
}
