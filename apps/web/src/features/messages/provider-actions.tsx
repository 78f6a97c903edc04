import { messageProviders as contract, type RowOf, renewReportAddress, setMessageSecret } from '@alo/contract';
import { Actions, Button, Dialog, DialogActions, IconPassword, Quiet, SecretField } from '@alo/ui';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { useMay } from '../../kit/me/me.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { SecretOnce } from '../../resource/page/secret-once.tsx';

/** The key that a provider knows us by, and the address to which it reports; neither is ever shown again. */
export function ProviderActions({ row }: { row: RowOf<typeof contract> }) {
  const { api, changes } = useConsole();
  const mayAct = useMay()(setMessageSecret.access);
  const [asking, setAsking] = useState(false);
  if (row.carrier === 'sandbox') {
    return <Quiet>Tin của nhà mạng thử hiện ở “Tin nhắn cho khách”; không có gì được gửi ra ngoài.</Quiet>;
  }
  if (row.carrier !== 'http' || !mayAct) return null;
  return (
    <Actions apart={20}>
      <Button icon={<IconPassword aria-hidden />} onClick={() => setAsking(true)}>
        {row.has_secret ? 'Đổi khoá' : 'Nhập khoá'}
      </Button>
      <SecretOnce
        label="Địa chỉ báo cáo"
        isThere={row.has_reports}
        help="Đưa cho nhà cung cấp để họ báo tin nào đã đến khách."
        make={async () => ({ secret: (await api(renewReportAddress, { params: { id: row.id } })).url })}
        onMade={() => changes.stale(contract.screen)}
      />
      {asking && <KeyDialog id={row.id} onClose={() => setAsking(false)} />}
    </Actions>
  );
}

const blank = { secret: '' };

function KeyDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { api, toasts, changes } = useConsole();
  const { props, values, set, errors, busy } = useContractForm({
    schema: setMessageSecret.body,
    values: blank,
    send: (body) => api(setMessageSecret, { params: { id }, body }),
    onSaved: async () => {
      toasts.show({ kind: 'success', text: 'Đã cất khoá' });
      await changes.stale(contract.screen);
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title="Khoá của nhà cung cấp">
      <form {...props}>
        <p>Thay cho {'{secret}'} trong tiêu đề và nội dung. Khoá được cất kín và không hiện lại.</p>
        <SecretField
          label="Khoá"
          value={values.secret}
          error={errors['secret']}
          onChange={(secret) => set({ secret })}
        />
        <DialogActions>
          <Button onClick={onClose}>Huỷ</Button>
          <Button type="submit" look="primary" busy={busy}>
            Cất khoá
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
