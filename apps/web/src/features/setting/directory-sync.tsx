import { endDirectoryKey, getDirectorySync, type ResultOf, renewDirectoryKey, setDirectorySync } from '@alo/contract';
import { Actions, Button, Dialog, DialogActions, Quiet, Stack, SwitchField } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { Unsaved } from '../../resource/form/unsaved.tsx';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { CopyField } from '../../resource/page/copy-field.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { SecretOnce } from '../../resource/page/secret-once.tsx';
import { RoleOfNewPeople } from './new-people.tsx';
import { SetUpOnce } from './set-up-once.tsx';

type Kept = ResultOf<typeof getDirectorySync>;

/** Whether the company's directory keeps its people here up to date. The top role alone sees it: whoever sets it lets somebody add and send out anybody. */
export function DirectorySync() {
  const may = useMay();
  return may(getDirectorySync.access) ? <Loaded /> : null;
}

function Loaded() {
  const read = useRead();
  return (
    <SetUpOnce
      title="Đồng bộ nhân viên (SCIM)"
      help="Entra ID, Okta… của công ty tự thêm, sửa và ngừng tài khoản ở đây. Ai bị ngừng ở đó thì ra khỏi Alô ngay. Mỗi nhóm bên đó là một phòng ban."
      query={useQuery(read(getDirectorySync, {}))}
      form={(kept) => <SyncForm key={kept.version} kept={kept} />}
    />
  );
}

function SyncForm({ kept }: { kept: Kept }) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const form = useContractForm({
    schema: setDirectorySync.body,
    values: { active: kept.active, role_id: kept.role_id, version: kept.version },
    body: ({ active, role_id, version }) => ({ active, role_id, version }),
    send: (body) => api(setDirectorySync, { body }),
    saved: 'Đã lưu đồng bộ nhân viên',
    onSaved: () => invalidate(getDirectorySync),
  });
  const { values, set, errors, busy } = form;
  return (
    <Stack as="form" {...form.props} apart={14}>
      <Unsaved form={form} />
      <Stack gap={14}>
        <CopyField label="Địa chỉ SCIM" value={kept.base_url} />
        <RoleOfNewPeople
          label="Vai trò của người mới"
          hint="Đổi được sau cho từng người ở trang Tài khoản."
          value={values.role_id}
          error={errors['role_id']}
          onChange={(role_id) => set({ role_id })}
        />
        <SwitchField label="Đang dùng" value={values.active} onChange={(active) => set({ active })} />
        {kept.prefix !== '' && (
          <Quiet size="body">
            Khoá <code>{kept.prefix}…</code>{' '}
            {kept.last_used_at === null ? (
              'chưa dùng lần nào.'
            ) : (
              <>
                dùng lần cuối <Moment at={kept.last_used_at} />.
              </>
            )}
          </Quiet>
        )}
      </Stack>
      <Actions>
        <Button type="submit" look="primary" busy={busy}>
          Lưu
        </Button>
        {kept.version > 0 && <Key kept={kept} />}
      </Actions>
    </Stack>
  );
}

function Key({ kept }: { kept: Kept }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const [asking, setAsking] = useState(false);
  const ending = useMutation({
    mutationFn: () => api(endDirectoryKey, {}),
    onSuccess: async () => {
      await invalidate(getDirectorySync);
      toasts.show({ kind: 'success', text: 'Khoá không còn dùng được' });
    },
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <SecretOnce
        label="Khoá SCIM"
        isThere={kept.prefix !== ''}
        help="Dán vào ô Secret token (Entra ID) hoặc API token (Okta)."
        make={() => api(renewDirectoryKey, {})}
        onMade={() => invalidate(getDirectorySync)}
      />
      {kept.prefix !== '' && (
        <Button look="danger" onClick={() => setAsking(true)}>
          Thu hồi khoá
        </Button>
      )}
      <Dialog opened={asking} onClose={() => setAsking(false)} title="Thu hồi khoá SCIM?">
        <p>Đồng bộ ngừng ngay: ai vào hay nghỉ việc ở bên đó không đổi gì ở đây nữa cho tới khi có khoá mới.</p>
        <DialogActions>
          <Button onClick={() => setAsking(false)}>Huỷ</Button>
          <Button look="danger" busy={ending.isPending} onClick={() => ending.mutate()}>
            Thu hồi
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
