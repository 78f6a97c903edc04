import { type CrudContract, importReport, type Job, startImport } from '@alo/contract';
import { Button, Dialog, DialogActions, FileField } from '@alo/ui';
import { useState } from 'react';

import { useConsole } from '../api/context.ts';
import { explain } from '../api/problem.ts';
import { fileSize } from '../format/numbers.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { isBusy } from '../jobs/job-words.ts';
import { useJobs } from '../jobs/use-jobs.ts';
import { CheckedStep } from './checked-step.tsx';
import { DoneStep } from './done-step.tsx';
import styles from './import-dialog.module.css';
import { MappingStep } from './mapping-step.tsx';

/** From a file to rows: bring it, say what its columns mean, see what would happen, do it, take it back. */
export default function ImportDialog({
  contract,
  noun,
  onClose,
}: {
  contract: CrudContract;
  noun: string;
  onClose: () => void;
}) {
  const [id, setId] = useState<string>();
  const job = useJobs(id).find((one) => one.id === id);
  return (
    <Dialog opened onClose={onClose} title={`Nhập ${noun} từ tệp`} width={720} place="top">
      {id === undefined ? (
        <FileStep contract={contract} onClose={onClose} onStarted={setId} />
      ) : (
        <div className={styles.step} aria-live="polite">
          {job === undefined || isBusy(job) ? (
            <Waiting job={job} onClose={onClose} />
          ) : (
            <Asked job={job} onAgain={() => setId(undefined)} onClose={onClose} />
          )}
        </div>
      )}
    </Dialog>
  );
}

function FileStep({
  contract,
  onStarted,
  onClose,
}: {
  contract: CrudContract;
  onStarted: (id: string) => void;
  onClose: () => void;
}) {
  const { api } = useConsole();
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (file === null) return setError('Hãy chọn một tệp');
    setBusy(true);
    try {
      // The contract's body is what is filled in; the file travels beside it.
      const body = { subject: contract.screen, file } as { subject: typeof contract.screen };
      const { job_id: id } = await api(startImport, { body });
      onStarted(id);
    } catch (problem) {
      setError(explain(problem).text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <FileField
        label="Tệp Excel (.xlsx) hoặc CSV"
        hint="Dòng đầu tiên là tên các cột. Chưa có gì được ghi cho đến khi bạn xác nhận."
        accept=".xlsx,.csv,.txt"
        value={file}
        onChange={(chosen) => {
          setFile(chosen);
          setError(undefined);
        }}
        sizeText={fileSize}
        error={error}
        required
      />
      <DialogActions>
        <Button onClick={onClose}>Đóng</Button>
        <Button look="primary" type="submit" busy={busy}>
          Tiếp tục
        </Button>
      </DialogActions>
    </form>
  );
}

function Waiting({ job, onClose }: { job: Job | undefined; onClose: () => void }) {
  return (
    <>
      {job === undefined ? <p>Đang gửi tệp…</p> : <JobProgress job={job} />}
      <p className={styles.quiet}>Bạn có thể đóng cửa sổ này: việc vẫn chạy tiếp, xem ở “Việc đang chạy”.</p>
      <DialogActions>
        <Button onClick={onClose}>Đóng</Button>
      </DialogActions>
    </>
  );
}

/** What the import wants to know now, or how it has ended. */
function Asked({ job, onAgain, onClose }: { job: Job; onAgain: () => void; onClose: () => void }) {
  const report = importReport.safeParse(job.report);
  if (job.state === 'waiting' && report.success) {
    return report.data.step === 'read' ? (
      <MappingStep job={job} report={report.data} onClose={onClose} />
    ) : (
      <CheckedStep job={job} report={report.data} onClose={onClose} />
    );
  }
  if (job.state === 'done' && report.success) return <DoneStep job={job} report={report.data} onClose={onClose} />;
  return (
    <>
      <JobProgress job={job} />
      <DialogActions>
        <Button onClick={onClose}>Đóng</Button>
        <Button look="primary" onClick={onAgain}>
          Chọn tệp khác
        </Button>
      </DialogActions>
    </>
  );
}
