import { addPasskey, passkeyOptions } from '@alo/contract';
import { Button, DialogActions, Quiet, Stack, TextField } from '@alo/ui';
import { type FormEvent, useState } from 'react';
import { makePasskey, passkeyTrouble } from '../../domain/passkey/passkey.ts';
import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem } from '../../kit/api/problem.ts';
import { deviceOf } from '../../kit/format/device-words.ts';
import type { Prove } from './use-proof.tsx';

/** Names a passkey, has the browser make it, and keeps it. */
export function AddPasskey({ prove, onDone }: { prove: Prove; onDone: (codes: readonly string[]) => void }) {
  const { api } = useConsole();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const parsed = addPasskey.body.shape.name.safeParse(new FormData(event.currentTarget).get('name'));
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    setBusy(true);
    setError(undefined);
    await prove(async (password) => {
      const { options } = await api(passkeyOptions, {
        body: password === undefined ? {} : { current_password: password },
      });
      try {
        const answer = addPasskey.body.shape.answer.parse(await makePasskey(options));
        onDone((await api(addPasskey, { body: { name: parsed.data, answer } })).recovery_codes);
      } catch (reason) {
        if (reason instanceof ApiProblem) throw reason;
        setError(passkeyTrouble(reason));
      }
    });
    setBusy(false);
  };

  return (
    <Stack as="form" noValidate gap={18} narrow onSubmit={(event) => void submit(event)}>
      <Quiet size="body">
        Vân tay, khuôn mặt hoặc mã PIN của thiết bị thay cho mật khẩu. Không ai lấy được nó bằng trang giả mạo.
      </Quiet>
      <TextField
        required
        name="name"
        label="Tên khoá"
        hint="Để nhận ra khi cần gỡ."
        defaultValue={deviceOf(navigator.userAgent)}
        error={error}
      />
      <DialogActions>
        <Button type="submit" look="primary" busy={busy}>
          Tạo khoá
        </Button>
      </DialogActions>
    </Stack>
  );
}
