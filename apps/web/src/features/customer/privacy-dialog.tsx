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
import type { ReactNode } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import type { Problems } from '../../resource/fields/problems.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';

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

const noConsent: {
  purpose: keyof typeof consentPurposes | null;
  way: keyof typeof consentWays | null;
  given: boolean;
  evidence: string;
} = { purpose: null, way: null, given: true, evidence: '' };

const noRequest: { kind: keyof typeof dataRequestKinds | null; note: string } = { kind: null, note: '' };

/** Notes what a customer has agreed to, or what they ask for about their data. */
export default function PrivacyDialog({ noting, ...props }: Props & { noting: 'consent' | 'request' }) {
  return noting === 'consent' ? <Consent {...props} /> : <Request {...props} />;
}

function Consent({ id, onClose }: Props) {
  const { api } = useConsole();
  const form = useContractForm({
    schema: addConsent.body,
    values: noConsent,
    mistakes: missingIn,
    send: (body) => api(addConsent, { params: { id }, body }),
    saved: noted,
    onSaved: useNoted(onClose),
  });
  const { purpose, way, given, evidence } = form.values;
  return (
    <Noting title="Ghi đồng ý của khách" form={form} onClose={onClose}>
      <SelectField
        label="Việc gì"
        required
        choices={choicesOf(consentPurposes)}
        value={purpose}
        hint={given || purpose === null ? undefined : refused[purpose]}
        error={form.errors['purpose']}
        onChange={(chosen) => form.set({ purpose: keyIn(consentPurposes, chosen) })}
      />
      <ChoiceField
        label="Khách nói"
        required
        choices={[
          { value: 'yes', label: 'Đồng ý' },
          { value: 'no', label: 'Không đồng ý' },
        ]}
        value={given ? 'yes' : 'no'}
        onChange={(chosen) => form.set({ given: chosen === 'yes' })}
      />
      <SelectField
        label="Bằng cách nào"
        required
        choices={choicesOf(consentWays)}
        value={way}
        error={form.errors['way']}
        onChange={(chosen) => form.set({ way: keyIn(consentWays, chosen) })}
      />
      <TextField
        label="Bằng chứng"
        hint="Mã cuộc gọi, tên văn bản, đường dẫn."
        value={evidence}
        maxLength={2000}
        error={form.errors['evidence']}
        onChange={(event) => form.set({ evidence: event.target.value })}
      />
    </Noting>
  );
}

function Request({ id, onClose }: Props) {
  const { api } = useConsole();
  const form = useContractForm({
    schema: askAboutData.body,
    values: noRequest,
    mistakes: missingIn,
    send: (body) => api(askAboutData, { params: { id }, body }),
    saved: noted,
    onSaved: useNoted(onClose),
  });
  const { kind, note } = form.values;
  return (
    <Noting title="Ghi yêu cầu của khách về dữ liệu" form={form} onClose={onClose}>
      <SelectField
        label="Khách yêu cầu"
        required
        choices={choicesOf(dataRequestKinds)}
        value={kind}
        hint={kind === null ? undefined : `Luật cho ${dataRequestDays[kind]} ngày, phản hồi trong 2 ngày làm việc.`}
        error={form.errors['kind']}
        onChange={(chosen) => form.set({ kind: keyIn(dataRequestKinds, chosen) })}
      />
      <TextAreaField
        label="Khách nói gì"
        value={note}
        maxLength={2000}
        error={form.errors['note']}
        onChange={(event) => form.set({ note: event.target.value })}
      />
    </Noting>
  );
}

const noted = 'Đã ghi nhận';

/** Of a choice that nobody has made, in other words than of a wrong one. */
const missingIn = (values: Readonly<Record<string, unknown>>): Problems =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [[name, messages.required]] : [])),
  );

/** What comes after a note of either kind. */
function useNoted(onClose: () => void) {
  const { changes } = useConsole();
  const invalidate = useInvalidate();
  return async () => {
    onClose();
    await invalidate(customerPrivacy, dataRequests);
    await changes.stale(customers.screen);
  };
}

/** A small form in a dialog. */
const Noting = ({
  title,
  form: { props, busy },
  onClose,
  children,
}: {
  title: string;
  form: Pick<ReturnType<typeof useContractForm>, 'props' | 'busy'>;
  onClose: () => void;
  children: ReactNode;
}) => (
  <Dialog opened onClose={onClose} title={title}>
    <Stack as="form" {...props} gap={18} narrow>
      {children}
      <DialogActions>
        <Button onClick={onClose}>Đóng</Button>
        <Button look="primary" type="submit" busy={busy}>
          Ghi nhận
        </Button>
      </DialogActions>
    </Stack>
  </Dialog>
);
