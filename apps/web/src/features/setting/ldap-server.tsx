import { getLdapServer, type ResultOf, setLdapServer, tryLdapServer } from '@alo/contract';
import {
  Actions,
  Button,
  ChoiceField,
  FormPart,
  NumberField,
  Pair,
  PasswordField,
  Quiet,
  Stack,
  Status,
  SwitchField,
  TextAreaField,
  TextField,
} from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { choicesOf } from '../../resource/fields/choices-of.ts';
import { Unsaved } from '../../resource/form/unsaved.tsx';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { NewPeople } from './new-people.tsx';
import { SetUpOnce } from './set-up-once.tsx';

type Kept = ResultOf<typeof getLdapServer>;

const securities = choicesOf({ ldaps: 'LDAPS (cổng 636)', starttls: 'StartTLS (cổng 389)' });
const ways = choicesOf({ search: 'Tra cứu bằng một tài khoản', pattern: 'Ghép tên vào DN' });

/** The company's directory, whose passwords let its people in. The top role alone sees it: whoever sets it can come in as anybody. */
export function LdapServer() {
  const may = useMay();
  return may(getLdapServer.access) ? <Loaded /> : null;
}

function Loaded() {
  const read = useRead();
  return (
    <SetUpOnce
      title="Đăng nhập bằng LDAP"
      help="Nhân viên gõ mã doanh nghiệp, tên và mật khẩu của thư mục công ty (Active Directory, OpenLDAP) ở trang đăng nhập. Mật khẩu của Alô vẫn dùng được. Luôn mã hoá, luôn kiểm tra chứng chỉ."
      query={useQuery(read(getLdapServer, {}))}
      form={(kept) => <ServerForm key={kept.version} kept={kept} />}
    />
  );
}

function ServerForm({ kept }: { kept: Kept }) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const form = useContractForm({
    schema: setLdapServer.body,
    values: { ...kept, service_password: '' },
    body: ({ has_password: _has, ...values }) => values,
    send: (body) => api(setLdapServer, { body }),
    saved: 'Đã lưu đăng nhập bằng LDAP',
    onSaved: () => invalidate(getLdapServer),
  });
  const { values, set, errors, busy } = form;
  const line = (
    name: 'name' | 'host' | 'service_dn' | 'base_dn' | 'filter' | 'dn_pattern' | 'email_attribute' | 'name_attribute',
  ) => ({
    value: values[name],
    error: errors[name],
    required: true,
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  return (
    <Stack apart={14} gap={20}>
      <Stack as="form" {...form.props}>
        <Unsaved form={form} />
        <Stack gap={14}>
          <TextField label="Tên thư mục" {...line('name')} />
          <Pair>
            <TextField label="Máy chủ LDAP" {...line('host')} />
            <NumberField
              label="Cổng"
              required
              value={values.port}
              error={errors['port']}
              onChange={(port) => set({ port: port ?? 0 })}
            />
          </Pair>
          <ChoiceField
            label="Mã hoá"
            choices={securities}
            value={values.security}
            onChange={(way) =>
              set(way === 'starttls' ? { security: way, port: 389 } : { security: 'ldaps', port: 636 })
            }
          />
          <TextAreaField
            label="Chứng chỉ CA"
            hint="Dạng PEM, khi chứng chỉ của máy chủ do CA riêng của công ty ký. Để trống nếu do CA công khai ký."
            rows={3}
            value={values.ca}
            error={errors['ca']}
            onChange={(event) => set({ ca: event.target.value })}
          />
          <ChoiceField
            label="Tìm người"
            choices={ways}
            value={values.finds_by}
            onChange={(way) => set({ finds_by: way === 'pattern' ? way : 'search' })}
          />
          {values.finds_by === 'search' ? (
            <>
              <TextField label="DN của tài khoản tra cứu" {...line('service_dn')} />
              <PasswordField
                label="Mật khẩu của tài khoản tra cứu"
                hint={
                  kept.has_password
                    ? 'Đã lưu, không hiện lại. Để trống để giữ nguyên; đổi máy chủ hoặc tài khoản thì phải nhập lại.'
                    : 'Tài khoản này chỉ cần quyền đọc.'
                }
                autoComplete="off"
                value={values.service_password}
                error={errors['service_password']}
                onChange={(event) => set({ service_password: event.target.value })}
              />
              <TextField label="Base DN" {...line('base_dn')} />
              <TextField label="Bộ lọc" hint="{username} là tên người đăng nhập gõ." {...line('filter')} />
            </>
          ) : (
            <TextField
              label="Mẫu DN"
              hint="{username} là tên người đăng nhập gõ, như uid={username},ou=people,dc=cong-ty,dc=vn."
              {...line('dn_pattern')}
            />
          )}
          <Pair>
            <TextField
              label="Thuộc tính email"
              hint="Nhân viên không được tự sửa: ai có email nào thì vào tài khoản đó."
              {...line('email_attribute')}
            />
            <TextField label="Thuộc tính tên" {...line('name_attribute')} />
          </Pair>
          <SwitchField label="Đang dùng" value={values.active} onChange={(active) => set({ active })} />
          <NewPeople values={values} set={set} errors={errors} />
        </Stack>
        <Actions>
          <Button type="submit" look="primary" busy={busy}>
            Lưu
          </Button>
        </Actions>
      </Stack>
      {kept.version > 0 && <Try />}
    </Stack>
  );
}

/** Goes through what a sign-in goes through, and says how far it came. */
function Try() {
  const { api, toasts } = useConsole();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const trying = useMutation({
    mutationFn: () => api(tryLdapServer, { body: { username, password } }),
    onSettled: () => setPassword(''),
    onError: (refusal) => toasts.show({ kind: 'error', ...explain(refusal) }),
  });
  return (
    <Stack
      as="form"
      apart={12}
      onSubmit={(event) => {
        event.preventDefault();
        trying.mutate();
      }}
    >
      <FormPart
        title="Thử thư mục"
        help="Thử thiết lập đã lưu, từng bước. Thêm tên và mật khẩu của một người để thử đến cùng."
      >
        <Pair>
          <TextField
            label="Tên để thử"
            autoComplete="off"
            spellCheck={false}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
          <PasswordField
            label="Mật khẩu để thử"
            autoComplete="off"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Pair>
      </FormPart>
      <Actions>
        <Button type="submit" busy={trying.isPending}>
          Thử
        </Button>
      </Actions>
      {trying.data !== undefined && (
        <output>
          <Stack as="ol" gap={10}>
            {trying.data.steps.map(({ label, ok, words }) => (
              <li key={label}>
                <Status tone={ok ? 'ready' : 'bad'}>
                  {label}: {ok ? 'được' : 'không được'}
                </Status>
                <Quiet>{words}</Quiet>
              </li>
            ))}
          </Stack>
        </output>
      )}
    </Stack>
  );
}
