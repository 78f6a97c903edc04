import { dropSheetKey, keepSheetKey, sheetSyncState } from '@alo/contract';
import { Actions, Button, Dialog, DialogActions, Quiet, TextAreaField } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain, mistakesToldBy } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';

/** How a sheet is read: as it is published, or by a service account that it is shared with. */
export function SheetKey({ id, email }: { id: string; email: string | null }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const [asked, setAsked] = useState(false);
  const drop = useMutation({
    mutationFn: () => api(dropSheetKey, { params: { id } }),
    onSuccess: () => toasts.show({ kind: 'success', text: 'Đã bỏ khoá: bảng tính được đọc như đã công khai' }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(sheetSyncState),
  });
  return (
    <>
      <Quiet>
        {email === null
          ? 'Đọc theo đường liên kết công khai của bảng tính.'
          : `Đọc bằng tài khoản dịch vụ ${email}: hãy chia sẻ bảng tính cho địa chỉ này.`}
      </Quiet>
      <Actions>
        <Button onClick={() => setAsked(true)}>{email === null ? 'Dùng tài khoản dịch vụ' : 'Thay khoá'}</Button>
        {email !== null && (
          <Button busy={drop.isPending} onClick={() => drop.mutate()}>
            Bỏ khoá
          </Button>
        )}
      </Actions>
      {asked && <KeyDialog id={id} onClose={() => setAsked(false)} />}
    </>
  );
}

function KeyDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const [key, setKey] = useState('');
  const keep = useMutation({
    mutationFn: () => api(keepSheetKey, { params: { id }, body: { key } }),
    onSuccess: ({ client_email: email }) => {
      toasts.show({ kind: 'success', text: `Đã lưu khoá của ${email ?? ''}` });
      onClose();
    },
    onSettled: () => invalidate(sheetSyncState),
  });
  const told = keep.error === null ? undefined : (mistakesToldBy(keep.error)?.key ?? explain(keep.error).text);
  return (
    <Dialog opened onClose={onClose} title="Tài khoản dịch vụ của Google">
      <p>
        Trong Google Cloud, tạo một tài khoản dịch vụ, bật Google Sheets API, tải khoá JSON về rồi dán cả tệp vào đây.
        Khoá được giữ niêm phong và không hiện lại cho ai.
      </p>
      <TextAreaField
        label="Nội dung tệp khoá"
        required
        autoComplete="off"
        spellCheck={false}
        value={key}
        error={told}
        onChange={(event) => setKey(event.target.value)}
      />
      <DialogActions>
        <Button onClick={onClose}>Đóng</Button>
        <Button look="primary" busy={keep.isPending} onClick={() => keep.mutate()}>
          Lưu khoá
        </Button>
      </DialogActions>
    </Dialog>
  );
}
