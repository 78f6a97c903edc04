import { crmOpenings, crmPageFields, crmSecretState, renewCrmSecret, tryCrm } from '@alo/contract';
import { Actions, Button, ChoiceField, FormPart, Stack, Status, TextField } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain, mistakesToldBy } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { oneOfCodec } from '../../resource/fields/codecs.ts';
import { SecretOnce } from '../../resource/page/secret-once.tsx';
import { SettingForm, type SettingPart } from './setting-form.tsx';

const address = (label: string) => ({
  label,
  Show: ({ value }: { value: string | null | undefined }) => value || '–',
});

const fields = {
  crm_lookup_url: address('Địa chỉ tra cứu'),
  crm_page_url: address('Trang khách hàng trong CRM'),
  crm_opens: oneOf('Mở trang', crmOpenings),
};

const openings = oneOfCodec(crmOpenings);

const pageHint = `Điền được ${Object.entries(crmPageFields)
  .map(([name, meaning]) => `{${name}} là ${meaning}`)
  .join(', ')}.`;

/** The company's own CRM: who it says is calling, and its page of them. */
export const Crm: SettingPart = ({ setting }) => {
  const may = useMay();
  return (
    <>
      <SettingForm setting={setting} fields={fields}>
        {({ value, set, errors, disabled }) => (
          <>
            <TextField
              label={fields.crm_lookup_url.label}
              hint="Khi có cuộc gọi, Alô hỏi địa chỉ này “số này là của ai?” và hiện tên cùng thông tin trong cửa sổ khách hàng. Trả lời trong 0,8 giây; không trả lời thì cuộc gọi vẫn như thường. Để trống: không hỏi."
              placeholder="https://crm.congty.vn/alo/khach"
              value={value.crm_lookup_url}
              disabled={disabled}
              error={errors['crm_lookup_url']}
              onChange={(event) => set({ crm_lookup_url: event.target.value })}
            />
            <TextField
              label={fields.crm_page_url.label}
              hint={pageHint}
              placeholder="https://crm.congty.vn/khach?so={phone}"
              value={value.crm_page_url}
              disabled={disabled}
              error={errors['crm_page_url']}
              onChange={(event) => set({ crm_page_url: event.target.value })}
            />
            {value.crm_page_url !== '' && (
              <ChoiceField
                label={fields.crm_opens.label}
                hint="Mỗi cuộc gọi một thẻ mới. Trình duyệt cần được phép mở cửa sổ bật lên cho trang này."
                choices={choicesOf(crmOpenings)}
                value={value.crm_opens}
                disabled={disabled}
                error={errors['crm_opens']}
                onChange={(chosen) => set({ crm_opens: openings.address.read(chosen) ?? value.crm_opens })}
              />
            )}
          </>
        )}
      </SettingForm>
      {setting.crm_lookup_url !== '' && may(crmSecretState.access) && <SecretAndTrial />}
    </>
  );
};

/** By what the CRM knows that it is asked by us, and whether it answers. */
function SecretAndTrial() {
  const { api, toasts } = useConsole();
  const read = useRead();
  const invalidate = useInvalidate();
  const { data } = useQuery(read(crmSecretState, {}));
  const [phone, setPhone] = useState('');
  const trying = useMutation({ mutationFn: () => api(tryCrm, { body: { phone } }) });
  const wrong = trying.error === null ? undefined : mistakesToldBy(trying.error)?.['phone'];
  return (
    <FormPart
      title="Khoá ký và thử"
      help="CRM kiểm tra chữ ký của từng câu hỏi bằng khoá này. Chưa có khoá thì không hỏi."
    >
      {data !== undefined && (
        <Actions>
          <SecretOnce
            label="Khoá ký"
            isThere={data.has_secret}
            help="CRM của bạn dùng nó để kiểm tra chữ ký của từng câu hỏi."
            make={() => api(renewCrmSecret, {})}
            onMade={() => invalidate(crmSecretState)}
          />
        </Actions>
      )}
      <Stack
        as="form"
        gap={8}
        onSubmit={(event) => {
          event.preventDefault();
          trying.mutate(undefined, {
            onError: (error) =>
              mistakesToldBy(error) === undefined && toasts.show({ kind: 'error', ...explain(error) }),
          });
        }}
      >
        <TextField
          label="Thử với số"
          inputMode="tel"
          value={phone}
          error={wrong}
          onChange={(event) => setPhone(event.target.value)}
        />
        <Actions>
          <Button type="submit" busy={trying.isPending}>
            Hỏi CRM
          </Button>
          {trying.data && <Status tone={trying.data.ok ? 'ready' : 'bad'}>{trying.data.words}</Status>}
        </Actions>
      </Stack>
    </FormPart>
  );
}
