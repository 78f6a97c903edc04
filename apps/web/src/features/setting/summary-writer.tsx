import { companySummaryWriter, type ResultOf, setCompanySummaryWriter, tryCompanySummaryWriter } from '@alo/contract';
import { Actions, Button, FormPart, Pair, PasswordField, Quiet, Stack, Status, SwitchField, TextField } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { Unsaved } from '../../resource/form/unsaved.tsx';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';

type Kept = ResultOf<typeof companySummaryWriter>;

/** Who sums up the company's calls in words of their own; nobody until somebody switches it on here. */
export default function SummaryWriter() {
  const may = useMay();
  return may(companySummaryWriter.access) ? <Loaded /> : null;
}

function Loaded() {
  const read = useRead();
  const { data, error, refetch } = useQuery(read(companySummaryWriter, {}));
  if (data === undefined && error !== null) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data?.offered !== true) return null;
  return (
    <FormPart
      title="Tóm tắt cuộc gọi"
      help="Cuộc gọi nào đã chép lời cũng có các câu trích nguyên lời, chọn ngay trên máy chủ này: không gì được gửi đi. Muốn có câu viết gọn thì bật máy tóm tắt bên ngoài dưới đây."
    >
      <Stack gap={20}>
        <WriterForm key={JSON.stringify([data.url, data.has_key, data.active])} kept={data} />
        {data.url !== '' && <Trial />}
      </Stack>
    </FormPart>
  );
}

function WriterForm({ kept }: { kept: Kept }) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const { active, url, model } = kept;
  const form = useContractForm({
    schema: setCompanySummaryWriter.body,
    values: { active, url, model, key: '' },
    // What is left empty stays as it is.
    body: ({ key, ...values }) => ({ ...values, ...(key !== '' && { key }) }),
    send: (body) => api(setCompanySummaryWriter, { body }),
    saved: 'Đã lưu máy tóm tắt',
    onSaved: () => invalidate(companySummaryWriter),
  });
  const { values, set, errors, busy } = form;
  const removing = useMutation({
    mutationFn: () => api(setCompanySummaryWriter, { body: { active, url, model, key: '' } }),
    onSettled: () => invalidate(companySummaryWriter),
  });
  const line = (name: 'url' | 'model') => ({
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
        label="Gửi lời thoại tới máy tóm tắt"
        hint="Khi bật, lời chép của mỗi cuộc gọi mới (chữ, không có âm thanh; số điện thoại trong lời được che, không kèm tên khách hay nhân viên) rời khỏi hệ thống tới địa chỉ dưới đây. Câu nào về mà lời thoại không chứng minh được thì bị bỏ."
        value={values.active}
        error={errors['active']}
        onChange={(on) => set({ active: on })}
      />
      <TextField
        label="Địa chỉ máy tóm tắt"
        hint="Máy nói được API chat completions của OpenAI. Máy trong mạng nội bộ cần đơn vị vận hành cho phép."
        placeholder="https://api.openai.com/v1/chat/completions"
        {...line('url')}
      />
      <Pair>
        <TextField label="Mô hình tóm tắt" {...line('model')} />
        <PasswordField
          label="Khoá API của máy tóm tắt"
          hint={kept.has_key ? 'Đã lưu, không hiện lại. Để trống để giữ nguyên.' : 'Để trống nếu máy không cần.'}
          autoComplete="new-password"
          value={values.key}
          error={errors['key']}
          onChange={(event) => set({ key: event.target.value })}
        />
      </Pair>
      <Actions>
        <Button type="submit" look="primary" busy={busy}>
          Lưu máy tóm tắt
        </Button>
        {kept.has_key && (
          <Button look="quiet" busy={removing.isPending} onClick={() => removing.mutate()}>
            Xoá khoá của máy tóm tắt
          </Button>
        )}
      </Actions>
      <Quiet>
        {[
          `30 ngày qua: ${count(kept.done)} cuộc gọi đã tóm tắt`,
          kept.dropped > 0 && `${count(kept.dropped)} câu bị bỏ vì không có chứng cứ`,
          kept.waiting > 0 && `${count(kept.waiting)} đang chờ`,
          kept.failed > 0 && `${count(kept.failed)} không tóm tắt được`,
        ]
          .filter(Boolean)
          .join(' · ')}
        . Tóm tắt xoá cùng ghi âm của nó.
      </Quiet>
    </Stack>
  );
}

function Trial() {
  const { api, toasts } = useConsole();
  const trying = useMutation({
    mutationFn: () => api(tryCompanySummaryWriter, {}),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
  return (
    <Stack gap={8}>
      <Quiet>
        Thử gửi sáu dòng của một cuộc gọi không có thật tới máy tóm tắt đã lưu; không gửi lời của cuộc gọi nào.
      </Quiet>
      <Actions>
        <Button busy={trying.isPending} onClick={() => trying.mutate()}>
          Thử máy tóm tắt
        </Button>
        {trying.data && <Status tone={trying.data.ok ? 'ready' : 'bad'}>{trying.data.words}</Status>}
      </Actions>
    </Stack>
  );
}
