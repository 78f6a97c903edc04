import { type ImportReport, type Job, runImport } from '@alo/contract';
import { Button, DialogActions } from '@alo/ui';
import { useState } from 'react';

import { count } from '../../kit/format/numbers.ts';
import { Counts } from './import-counts.tsx';
import { MappingStep } from './mapping-step.tsx';
import { useImportStep } from './use-import-step.ts';

/** What would happen. Nothing is written yet. */
export function CheckedStep({ job, report, onClose }: { job: Job; report: ImportReport; onClose: () => void }) {
  const [changing, setChanging] = useState(false);
  const { go, busy, error } = useImportStep(job);
  if (changing) return <MappingStep job={job} report={report} onClose={onClose} />;
  const writes = (report.counts?.created ?? 0) + (report.counts?.changed ?? 0);
  return (
    <>
      <p>Đã kiểm tra thử, chưa ghi gì. Dòng có lỗi sẽ được bỏ qua và trả lại trong một tệp để bạn sửa.</p>
      <Counts report={report} words={{ created: 'Sẽ thêm mới', changed: 'Sẽ cập nhật' }} />
      {error !== undefined && <p role="alert">{error}</p>}
      <DialogActions>
        <Button onClick={() => setChanging(true)}>Chọn lại cột</Button>
        <Button look="primary" busy={busy} disabled={writes === 0} onClick={() => void go(runImport, {})}>
          {writes === 0 ? 'Không có gì để nhập' : `Nhập ${count(writes)} dòng`}
        </Button>
      </DialogActions>
    </>
  );
}
