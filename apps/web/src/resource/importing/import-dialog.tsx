import { type CrudContract, startImport } from '@alo/contract';
import { Button, Dialog, DialogActions, FileField } from '@alo/ui';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { fileSize } from '../../kit/format/numbers.ts';
import styles from './import-dialog.module.css';
import { ImportSteps } from './import-steps.tsx';

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
  return (
    <Dialog opened onClose={onClose} title={`Nhập ${noun} từ tệp`} width={720} place="top">
      {id === undefined ? (
        <FileStep contract={contract} onClose={onClose} onStarted={setId} />
      ) : (
        <ImportSteps id={id} again="Chọn tệp khác" onAgain={() => setId(undefined)} onClose={onClose} />
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
        label="Tệp Excel, LibreOffice hoặc CSV"
        hint="Tên cột, bảng mã và trang được nhận ra, bạn xem lại ở bước sau. Chưa có gì được ghi cho đến khi bạn xác nhận."
        accept=".xlsx,.xls,.ods,.xml,.html,.csv,.txt"
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
