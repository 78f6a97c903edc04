import {
  addConsent,
  askAboutData,
  consentPurposes,
  consentWays,
  customerPrivacy,
  customers,
  dataRequestDays,
  dataRequestKinds,
  dataRequests,
  messages,
} from '@alo/contract';
import { Button, ChoiceField, Dialog, DialogActions, SelectField, Stack, TextAreaField, TextField } from '@alo/ui';
import { type FormEvent, type ReactNode, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { choicesOf } from '../../resource/fields/choices-of.ts';

interface Props {
  id: string;
  onClose: () => void;
}

const keyIn = <Words extends object>(words: Words, chosen: string | null): keyof Words | null =>
  chosen !== null && Object.hasOwn(words, chosen) ? (chosen as keyof Words) : null;

/** What comes of a refusal by itself. */
const refused: { readonly [Purpose in keyof typeof consentPurposes]?: string } = {
  marketing: 'Từ lúc lưu, chiến dịch quảng cáo không gọi khách này nữa.',
  recording: 'Từ lúc lưu, cuộc gọi với các số của khách này không được ghi âm nữa, quy tắc nào cũng vậy.',
};

/** Notes what a customer has agreed to, or what they ask for about their data. */
export default function PrivacyDialog({ noting, ...props }: Props & { noting: 'consent' | 'request' }) {
  return noting === 'consent' ? <Consent {...props} /> : <Request {...props} />;
}

function Consent({ id, onClose }: Props) {
  const { api } = useConsole();
  const [purpose, setPurpose] = useState<keyof typeof consentPurposes | null>(null);
  const [way, setWay] = useState<keyof typeof consentWays | null>(null);
  const [given, setGiven] = useState(true);
  const [evidence, setEvidence] = useState('');
  return (
    <Noting
      title="Ghi đồng ý của khách"
      onClose={onClose}
      save={
        purpose !== null && way !== null
          ? () => api(addConsent, { params: { id }, body: { purpose, way, given, evidence } })
          : undefined
      }
    >
      {(isTried) => (
        <>
          <SelectField
            label="Việc gì"
            required
            choices={choicesOf(consentPurposes)}
            value={purpose}
            hint={given || purpose === null ? undefined : refused[purpose]}
            error={isTried && purpose === null ? messages.required : undefined}
            onChange={(chosen) => setPurpose(keyIn(consentPurposes, chosen))}
          />
          <ChoiceField
            label="Khách nói"
            required
            choices={[
              { value: 'yes', label: 'Đồng ý' },
              { value: 'no', label: 'Không đồng ý' },
            ]}
            value={given ? 'yes' : 'no'}
            onChange={(chosen) => setGiven(chosen === 'yes')}
          />
          <SelectField
            label="Bằng cách nào"
            required
            choices={choicesOf(consentWays)}
            value={way}
            error={isTried && way === null ? messages.required : undefined}
            onChange={(chosen) => setWay(keyIn(consentWays, chosen))}
          />
          <TextField
            label="Bằng chứng"
            hint="Mã cuộc gọi, tên văn bản, đường dẫn."
            value={evidence}
            maxLength={2000}
            onChange={(event) => setEvidence(event.target.value)}
          />
        </>
      )}
    </Noting>
  );
}

function Request({ id, onClose }: Props) {
  const { api } = useConsole();
  const [kind, setKind] = useState<keyof typeof dataRequestKinds | null>(null);
  const [note, setNote] = useState('');
  return (
    <Noting
      title="Ghi yêu cầu của khách về dữ liệu"
      onClose={onClose}
      save={kind === null ? undefined : () => api(askAboutData, { params: { id }, body: { kind, note } })}
    >
      {(isTried) => (
        <>
          <SelectField
            label="Khách yêu cầu"
            required
            choices={choicesOf(dataRequestKinds)}
            value={kind}
            hint={kind === null ? undefined : `Luật cho ${dataRequestDays[kind]} ngày, phản hồi trong 2 ngày làm việc.`}
            error={isTried && kind === null ? messages.required : undefined}
            onChange={(chosen) => setKind(keyIn(dataRequestKinds, chosen))}
          />
          <TextAreaField
            label="Khách nói gì"
            value={note}
            maxLength={2000}
            onChange={(event) => setNote(event.target.value)}
          />
        </>
      )}
    </Noting>
  );
}

/** A small form in a dialog; `save` is not there while something is missing. */
function Noting({
  title,
  save,
  onClose,
  children,
}: {
  title: string;
  save: (() => Promise<unknown>) | undefined;
  onClose: () => void;
  children: (isTried: boolean) => ReactNode;
}) {
  const { toasts, changes } = useConsole();
  const invalidate = useInvalidate();
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (save === undefined) return;
    setBusy(true);
    try {
      await save();
      toasts.show({ kind: 'success', text: 'Đã ghi nhận' });
      onClose();
      await invalidate(customerPrivacy, dataRequests);
      await changes.stale(customers.screen);
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Stack as="form" noValidate gap={18} narrow onSubmit={(event) => void submit(event)}>
        {children(isTried)}
        <DialogActions>
          <Button onClick={onClose}>Đóng</Button>
          <Button look="primary" type="submit" busy={busy}>
            Ghi nhận
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
