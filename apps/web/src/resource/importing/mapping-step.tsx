import { checkImport, type ImportReport, type Job } from '@alo/contract';
import { Button, ChoiceField, DialogActions, SelectField } from '@alo/ui';
import { useState } from 'react';

import styles from './import-dialog.module.css';
import { ReadingPart } from './reading-part.tsx';
import { useImportStep } from './use-import-step.ts';

/** Which column goes into which field, with the first rows beside it. What was said before is filled in. */
export function MappingStep({ job, report, onClose }: { job: Job; report: ImportReport; onClose: () => void }) {
  const [mapping, setMapping] = useState<Readonly<Record<string, number>>>(report.mapping);
  const [existing, setExisting] = useState(report.existing);
  const [tried, setTried] = useState(false);
  const { go, busy, error } = useImportStep(job);
  const columns = report.columns.map((heading, n) => ({ value: String(n), label: heading }));
  const missing = report.fields.filter(({ name, required }) => required && mapping[name] === undefined);
  const assign = (name: string, column: string | null) => {
    const { [name]: _, ...others } = mapping;
    setMapping(column === null ? others : { ...others, [name]: Number(column) });
  };
  return (
    <form
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (missing.length === 0) void go(checkImport, { mapping, existing });
      }}
    >
      <p>
        Cột nào của tệp <strong>{report.file_name}</strong> đi vào ô nào? Cột không chọn sẽ được bỏ qua.
      </p>
      <ReadingPart job={job} report={report} />
      <div className={styles.mapping}>
        {report.fields.map(({ name, label, required }) => {
          const column = mapping[name];
          return (
            <div key={name}>
              <SelectField
                label={label}
                choices={columns}
                value={column === undefined ? null : String(column)}
                onChange={(value) => assign(name, value)}
                placeholder="Không nhập"
                required={required}
                error={tried && required && column === undefined ? 'Ô này phải có một cột' : undefined}
              />
              {column !== undefined && (
                <p className={styles.sample}>
                  {report.sample
                    .map((row) => row[column] ?? '')
                    .filter(Boolean)
                    .slice(0, 3)
                    .join(' · ')}
                </p>
              )}
            </div>
          );
        })}
      </div>
      <ChoiceField
        label="Dòng đã có trong hệ thống"
        choices={[
          { value: 'skip', label: 'Giữ nguyên' },
          { value: 'update', label: 'Cập nhật theo tệp' },
        ]}
        value={existing}
        onChange={(value) => setExisting(value === 'update' ? 'update' : 'skip')}
      />
      {error !== undefined && <p role="alert">{error}</p>}
      <DialogActions>
        <Button onClick={onClose}>Đóng</Button>
        <Button look="primary" type="submit" busy={busy}>
          Kiểm tra thử
        </Button>
      </DialogActions>
    </form>
  );
}
