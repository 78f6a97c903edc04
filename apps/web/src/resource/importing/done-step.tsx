import { type ImportReport, type Job, undoImport } from '@alo/contract';
import { Button, DialogActions, IconDownload } from '@alo/ui';

import { count } from '../../kit/format/numbers.ts';
import { useDownload } from '../jobs/use-download.ts';
import { Counts } from './import-counts.tsx';
import { useImportStep } from './use-import-step.ts';

/** What has happened, with the rows that were not taken, and the way back. */
export function DoneStep({ job, report, onClose }: { job: Job; report: ImportReport; onClose: () => void }) {
  const { go, busy, error } = useImportStep(job);
  const download = useDownload();
  const { undone } = report;
  if (report.step === 'undo' && undone !== undefined) {
    return (
      <>
        <p>
          Đã hoàn tác: xoá {count(undone.removed)} dòng, khôi phục {count(undone.restored)} dòng
          {undone.kept > 0 && `, giữ lại ${count(undone.kept)} dòng đã được sửa hoặc đang được sử dụng`}.
        </p>
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            Đóng
          </Button>
        </DialogActions>
      </>
    );
  }
  return (
    <>
      <p>{job.state === 'done' ? 'Đã nhập xong.' : 'Đã dừng giữa chừng. Những dòng dưới đây đã được ghi.'}</p>
      <Counts report={report} words={{ created: 'Đã thêm mới', changed: 'Đã cập nhật' }} />
      {job.file_name !== null && (
        <Button icon={<IconDownload aria-hidden />} onClick={() => void download(job)}>
          Tải các dòng có lỗi
        </Button>
      )}
      {error !== undefined && <p role="alert">{error}</p>}
      <DialogActions>
        <Button look="danger-quiet" busy={busy} onClick={() => void go(undoImport, {})}>
          Hoàn tác lần nhập này
        </Button>
        <Button look="primary" onClick={onClose}>
          Đóng
        </Button>
      </DialogActions>
    </>
  );
}
