import { allMessageTemplate, messageChannels, messageStates, previewMessage, sendMessage } from '@alo/contract';
import { Button, Dialog, DialogActions, IconMail, Quiet, SelectField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { onceEach } from '../../kit/api/once-each.ts';
import { explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { useMay } from '../../kit/me/me.ts';

interface Props {
  readonly customerId: string;
  readonly source: 'card' | 'campaign';
}

/** Sends a customer a message by a template, for whoever may; nothing where the company has no template. */
export default function SendMessage({ customerId, source }: Props) {
  const allowed = useMay()(sendMessage.access);
  const { data } = useQuery({ ...useRead()(allMessageTemplate, {}), enabled: allowed });
  const [open, setOpen] = useState(false);
  if (!allowed || data === undefined || data.data.length === 0) return null;
  const choices = data.data.map(({ id, name, channel }) => ({
    value: id,
    label: `${name} · ${messageChannels[channel]}`,
  }));
  return (
    <>
      <Button size="sm" icon={<IconMail aria-hidden />} onClick={() => setOpen(true)}>
        Nhắn tin
      </Button>
      {open && <Writing {...{ customerId, source, choices }} onClose={() => setOpen(false)} />}
    </>
  );
}

function Writing({
  customerId,
  source,
  choices,
  onClose,
}: Props & { readonly choices: readonly { value: string; label: string }[]; readonly onClose: () => void }) {
  const { api, toasts, changes } = useConsole();
  const [once] = useState(onceEach);
  const [template, setTemplate] = useState(choices.length === 1 ? (choices[0]?.value ?? null) : null);
  const [busy, setBusy] = useState(false);
  const asked = { params: { id: customerId }, body: { template_id: template ?? '' } };
  const { data: preview, error } = useQuery({
    queryKey: ['message preview', customerId, template],
    queryFn: () => api(previewMessage, asked),
    enabled: template !== null,
    // The hour decides, too.
    staleTime: 0,
  });
  const send = async () => {
    setBusy(true);
    try {
      const body = { ...asked.body, source };
      const sent = await once({ customerId, ...body }, (key) => api(sendMessage, { params: asked.params, body, key }));
      if (sent.state === 'refused') toasts.show({ kind: 'error', text: `${messageStates.refused}: ${sent.answer}` });
      else toasts.show({ kind: 'success', text: sent.sandbox ? 'Đã gửi vào nhà mạng thử' : 'Đã xếp hàng tin nhắn' });
      await changes.stale('customer');
      onClose();
    } catch (failed) {
      toasts.show({ kind: 'error', ...explain(failed) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog opened onClose={onClose} title="Nhắn tin cho khách" width={560}>
      <SelectField label="Mẫu tin" choices={[...choices]} value={template} onChange={setTemplate} />
      {error !== null && <p role="alert">{explain(error).text}</p>}
      {preview !== undefined && (
        <>
          <Quiet>
            Gửi tới {groupedPhone(preview.recipient) || 'khách chưa có địa chỉ'}
            {preview.sandbox && ' · nhà mạng thử, không gửi ra ngoài'}
          </Quiet>
          <blockquote>{preview.text}</blockquote>
          {preview.refused !== null && <p role="alert">{preview.refused}</p>}
        </>
      )}
      <DialogActions>
        <Button onClick={onClose}>Huỷ</Button>
        <Button
          look="primary"
          busy={busy}
          disabled={preview === undefined || preview.refused !== null}
          onClick={() => void send()}
        >
          Gửi
        </Button>
      </DialogActions>
    </Dialog>
  );
}
