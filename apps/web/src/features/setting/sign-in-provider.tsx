import { getSignInProvider, type ResultOf, setSignInProvider, trySignInProvider } from '@alo/contract';
import { Actions, Button, PasswordField, Stack, SwitchField, TextField } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { Unsaved } from '../../resource/form/unsaved.tsx';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { CopyField } from '../../resource/page/copy-field.tsx';
import { NewPeople } from './new-people.tsx';
import { SetUpOnce } from './set-up-once.tsx';

/** Where the company's people have accounts elsewhere. The top role alone sees it: whoever sets it can come in as anybody. */
export function SignInProvider() {
  const may = useMay();
  return may(getSignInProvider.access) ? <Loaded /> : null;
}

function Loaded() {
  const read = useRead();
  return (
    <SetUpOnce
      title="Đăng nhập bằng tài khoản công ty"
      help="Nhân viên đăng nhập bằng tài khoản Google, Microsoft, Keycloak… của công ty (OpenID Connect), nhận ra theo email. Khai địa chỉ quay về dưới đây ở nhà cung cấp."
      query={useQuery(read(getSignInProvider, {}))}
      form={(kept) => <ProviderForm key={kept.version} kept={kept} />}
    />
  );
}

function ProviderForm({ kept }: { kept: ResultOf<typeof getSignInProvider> }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const form = useContractForm({
    schema: setSignInProvider.body,
    values: { ...kept, client_secret: '' },
    body: ({ name, issuer, client_id, client_secret, active, create_people, role_id, version }) => ({
      name,
      issuer,
      client_id,
      client_secret,
      active,
      create_people,
      role_id,
      version,
    }),
    send: (body) => api(setSignInProvider, { body }),
    saved: 'Đã lưu đăng nhập bằng tài khoản công ty',
    onSaved: () => invalidate(getSignInProvider),
  });
  const { values, set, errors, busy } = form;
  const trying = useMutation({
    mutationFn: () => api(trySignInProvider, {}),
    onSuccess: ({ ok, words }) => toasts.show({ kind: ok ? 'success' : 'error', text: words }),
    onError: (refusal) => toasts.show({ kind: 'error', ...explain(refusal) }),
  });
  return (
    <Stack as="form" {...form.props} apart={14}>
      <Unsaved form={form} />
      <Stack gap={14}>
        <CopyField label="Địa chỉ quay về" value={kept.redirect_uri} />
        <TextField
          label="Tên hiện ở trang đăng nhập"
          required
          value={values.name}
          error={errors['name']}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label="Địa chỉ nhà cung cấp (issuer)"
          required
          value={values.issuer}
          error={errors['issuer']}
          onChange={(event) => set({ issuer: event.target.value })}
        />
        <TextField
          label="Client ID"
          required
          autoComplete="off"
          value={values.client_id}
          error={errors['client_id']}
          onChange={(event) => set({ client_id: event.target.value })}
        />
        <PasswordField
          label="Client secret"
          hint={
            kept.has_secret ? 'Đã lưu, không hiện lại. Để trống để giữ nguyên.' : 'Để trống nếu nhà cung cấp không cấp.'
          }
          autoComplete="off"
          value={values.client_secret}
          error={errors['client_secret']}
          onChange={(event) => set({ client_secret: event.target.value })}
        />
        <SwitchField label="Đang dùng" value={values.active} onChange={(active) => set({ active })} />
        <NewPeople values={values} set={set} errors={errors} />
      </Stack>
      <Actions>
        <Button type="submit" look="primary" busy={busy}>
          Lưu
        </Button>
        {kept.version > 0 && (
          <Button busy={trying.isPending} onClick={() => trying.mutate()}>
            Thử kết nối
          </Button>
        )}
      </Actions>
    </Stack>
  );
}
