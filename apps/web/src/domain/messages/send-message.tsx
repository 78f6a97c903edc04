import {
  allMessageTemplate,
  messageChannels,
  messageStates,
  previewMessage,
  type ResultOf,
  sendMessage,
} from '@alo/contract';
import { Button, Dialog, DialogActions, IconClipboardList, IconMail, Quiet, SelectField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { onceEach } from '../../kit/api/once-each.ts';
import { explain, mistakesToldBy } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { useMay } from '../../kit/me/me.ts';

interface Props {
  readonly customerId: string;
  readonly source: 'card' | 'campaign';
}

/** Sends a customer a message by a template, for whoever may; nothing where the company has no template. */
export default function SendMessage({ customerId, source }: Props) {
  const choices = useTemplates(() => true);
  return (
    <WritingButton {...{ customerId, source, choices }} title="Nhắn tin cho khách" icon={<IconMail aria-hidden />}>
      Nhắn tin
    </WritingButton>
  );
}

/** Sends a customer the link of a survey, for whoever may; nothing where no survey that is open has a message. */
export function SendSurvey({ customerId }: Pick<Props, 'customerId'>) {
  const choices = useTemplates(({ asks }) => asks);
  return (
    <WritingButton
      {...{ customerId, choices }}
      source="card"
      title="Gửi khảo sát cho khách"
      icon={<IconClipboardList aria-hidden />}
    >
      Gửi khảo sát
    </WritingButton>
  );
}

type Template = ResultOf<typeof allMessageTemplate>['data'][number];

/** Templates to choose from; none for whoever sends no messages. */
function useTemplates(wanted: (template: Template) => boolean) {
  const allowed = useMay()(sendMessage.access);
  const { data } = useQuery({ ...useRead()(allMessageTemplate, {}), enabled: allowed });
  if (!allowed || data === undefined) return [];
  return data.data
    .filter(wanted)
    .map(({ id, name, channel }) => ({ value: id, label: `${name} · ${messageChannels[channel]}` }));
}

type Choices = readonly { readonly value: string; readonly label: string }[];

function WritingButton({
  icon,
  children,
  ...written
}: Props & {
  readonly choices: Choices;
  readonly title: string;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  if (written.choices.length === 0) return null;
  return (
    <>
      <Button size="sm" icon={icon} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {open && <Writing {...written} onClose={() => setOpen(false)} />}
    </>
  );
}

function Writing({
  customerId,
  source,
  choices,
  title,
  onClose,
}: Props & { readonly choices: Choices; readonly title: string; readonly onClose: () => void }) {
  const { api, toasts, changes } = useConsole();
  const [once] = useState(onceEach);
  const [template, setTemplate] = useState(choices.length === 1 ? (choices[0]?.value ?? null) : null);
  const [busy, setBusy] = useState(false);
  const asked = { params: { id: customerId }, body: { template_id: template ?? '' } };
  const { data: preview, error } = useQuery({
    queryKey: ['message preview', customerId, template],
    queryFn: () => api(previewMessage, asked),
    enabled: template !== null,
    // The hour decides, too, and what was sent since.
    staleTime: 0,
    gcTime: 0,
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
      const { text, code } = explain(failed);
      toasts.show({ kind: 'error', text: mistakesToldBy(failed)?.['template_id'] ?? text, code });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={title} width={560}>
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
