import { type CallToReturn, closeCallToReturn } from '@alo/contract';
import { Button, Dialog, DialogActions, TextField } from '@alo/ui';

import { useConsole } from '../../kit/api/context.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { useReadAgain } from './use-say.ts';

const usual = { reason: 'Không cần gọi lại' };

/** Asks why a customer need not be called back, and takes them off the list. */
export function CloseDialog({ row, onClose }: { row: CallToReturn; onClose: () => void }) {
  const { api, toasts } = useConsole();
  const readAgain = useReadAgain();
  const form = useContractForm({
    schema: closeCallToReturn.body,
    values: usual,
    send: (body) => api(closeCallToReturn, { params: { id: row.id }, body }),
    onSaved: () => {
      toasts.show({ kind: 'success', text: 'Đã bỏ khỏi danh sách' });
      readAgain();
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title="Không cần gọi lại?">
      <form {...form.props}>
        <p>
          <b>{row.customer_name ?? groupedPhone(row.phone)}</b> sẽ không còn trong danh sách, cho đến khi họ gọi mà lại
          chưa được phục vụ.
        </p>
        <TextField
          label="Lý do"
          value={form.values.reason}
          error={form.errors['reason']}
          onChange={(event) => form.set({ reason: event.target.value })}
        />
        <DialogActions>
          <Button onClick={onClose}>Giữ lại</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Không cần gọi lại
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
