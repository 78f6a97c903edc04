import { companyRecogniser, type ResultOf, setCompanyRecogniser, tryCompanyRecogniser } from '@alo/contract';
import {
  Actions,
  AfterDelay,
  Button,
  FormPart,
  Pair,
  PasswordField,
  Quiet,
  Skeleton,
  Stack,
  Status,
  SwitchField,
  TextField,
} from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { lasted } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { Unsaved } from '../../resource/form/unsaved.tsx';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';

type Kept = ResultOf<typeof companyRecogniser>;

/** Who writes down what is said in the company's calls; nobody until somebody switches it on here. */
export default function Recogniser() {
  const may = useMay();
  if (!may(companyRecogniser.access))
    return <Quiet>Ai được sửa cài đặt và được nghe ghi âm thì xem và đổi được phần này.</Quiet>;
  return <Loaded />;
}

function Loaded() {
  const read = useRead();
  const { data, error, refetch } = useQuery(read(companyRecogniser, {}));
  if (data === undefined && error !== null) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <AfterDelay>
        <Skeleton width="100%" height={160} />
      </AfterDelay>
    );
  if (!data.offered)
    return <Quiet>Đơn vị vận hành chưa cho chép lời trên máy chủ này. Không ghi âm nào được gửi đi.</Quiet>;
  return (
    <Stack gap={20}>
      <SettingForm key={JSON.stringify([data.url, data.has_key, data.active])} kept={data} />
      {data.url !== '' && <Trial />}
    </Stack>
  );
}

function SettingForm({ kept }: { kept: Kept }) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const { active, url, model, language } = kept;
  const form = useContractForm({
    schema: setCompanyRecogniser.body,
    values: { active, url, model, language, key: '' },
    // What is left empty stays as it is.
    body: ({ key, ...values }) => ({ ...values, ...(key !== '' && { key }) }),
    send: (body) => api(setCompanyRecogniser, { body }),
    saved: 'Đã lưu chép lời cuộc gọi',
    onSaved: () => invalidate(companyRecogniser),
  });
  const { values, set, errors, busy } = form;
  const removing = useMutation({
    mutationFn: () => api(setCompanyRecogniser, { body: { active, url, model, language, key: '' } }),
    onSettled: () => invalidate(companyRecogniser),
  });
  const line = (name: 'url' | 'model' | 'language') => ({
    value: values[name],
    error: errors[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  return (
    <Stack as="form" {...form.props}>
      <Unsaved form={form} />
      <SwitchField
        label="Chép lời cuộc gọi"
        hint="Khi bật, ghi âm của mỗi cuộc trò chuyện mới được gửi tới địa chỉ dưới đây ngay khi kết thúc, mỗi bên một lần, và lời chép về nằm cạnh ghi âm. Khi tắt, không ghi âm nào rời khỏi hệ thống."
        value={values.active}
        error={errors['active']}
        onChange={(on) => set({ active: on })}
      />
      <TextField
        label="Địa chỉ máy chép lời"
        hint="Máy nói được API chép lời của OpenAI: của OpenAI, Groq, hay một máy whisper của công ty. Máy trong mạng nội bộ cần đơn vị vận hành cho phép."
        placeholder="https://api.openai.com/v1/audio/transcriptions"
        {...line('url')}
      />
      <Pair>
        <TextField label="Mô hình" {...line('model')} />
        <TextField label="Ngôn ngữ" {...line('language')} />
      </Pair>
      <PasswordField
        label="Khoá API"
        hint={
          kept.has_key
            ? 'Đã lưu, không hiện lại. Để trống để giữ nguyên; đổi sang máy khác thì phải nhập lại.'
            : 'Gửi kèm mỗi ghi âm (Bearer). Để trống nếu máy không cần.'
        }
        autoComplete="new-password"
        value={values.key}
        error={errors['key']}
        onChange={(event) => set({ key: event.target.value })}
      />
      <Actions>
        <Button type="submit" look="primary" busy={busy}>
          Lưu
        </Button>
        {kept.has_key && (
          <Button look="quiet" busy={removing.isPending} onClick={() => removing.mutate()}>
            Xoá khoá
          </Button>
        )}
      </Actions>
      <Quiet>
        {[
          `30 ngày qua: ${count(kept.done)} ghi âm đã chép, gửi đi ${lasted(kept.sent_seconds)} âm thanh`,
          kept.waiting > 0 && `${count(kept.waiting)} đang chờ`,
          kept.failed > 0 && `${count(kept.failed)} không chép được`,
        ]
          .filter(Boolean)
          .join(' · ')}
        . Lời chép xoá cùng ghi âm của nó.
      </Quiet>
    </Stack>
  );
}

function Trial() {
  const { api, toasts } = useConsole();
  const trying = useMutation({
    mutationFn: () => api(tryCompanyRecogniser, {}),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
  return (
    <FormPart title="Thử" help="Gửi một giây tiếng tút tới máy chép lời đã lưu; không gửi ghi âm nào.">
      <Actions>
        <Button busy={trying.isPending} onClick={() => trying.mutate()}>
          Thử máy chép lời
        </Button>
        {trying.data && <Status tone={trying.data.ok ? 'ready' : 'bad'}>{trying.data.words}</Status>}
      </Actions>
    </FormPart>
  );
}
