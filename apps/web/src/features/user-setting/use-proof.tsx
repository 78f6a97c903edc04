import { Button, Dialog, DialogActions, PasswordField, Stack } from '@alo/ui';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';

/** Does something that may want the password again; true when it was done. */
export type Prove = (work: (password: string | undefined) => Promise<unknown>) => Promise<boolean>;

/**
 * What the server wants the password for once more is asked for in a dialog, and done again with it. A wrong one asks anew; closing
 * the dialog gives up.
 */
export function useProof(): { dialog: ReactNode; prove: Prove } {
  const { toasts } = useConsole();
  const [asked, setAsked] = useState<{ wrong: string | undefined }>();
  const answer = useRef<(password: string | undefined) => void>(() => undefined);

  const ask = (wrong: string | undefined) =>
    new Promise<string | undefined>((resolve) => {
      answer.current = resolve;
      setAsked({ wrong });
    });
  const give = (password: string | undefined) => {
    setAsked(undefined);
    answer.current(password);
  };

  const prove: Prove = async (work) => {
    let password: string | undefined;
    for (;;) {
      try {
        await work(password);
        return true;
      } catch (error) {
        const wanted = error instanceof ApiProblem ? error.body.fields['current_password'] : undefined;
        if (wanted === undefined) {
          toasts.show({ kind: 'error', ...explain(error) });
          return false;
        }
        password = await ask(wanted);
        if (password === undefined) return false;
      }
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('current_password');
    if (typeof typed === 'string' && typed !== '') give(typed);
  };

  const dialog = (
    <Dialog opened={asked !== undefined} onClose={() => give(undefined)} title="Xác nhận là bạn">
      <Stack as="form" noValidate gap={18} narrow onSubmit={submit}>
        <PasswordField
          required
          name="current_password"
          label="Mật khẩu hiện tại"
          autoComplete="current-password"
          error={asked?.wrong}
        />
        <DialogActions>
          <Button onClick={() => give(undefined)}>Huỷ</Button>
          <Button type="submit" look="primary">
            Tiếp tục
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
  return { dialog, prove };
}

/** What is sent of it. */
export const given = (password: string | undefined) => (password === undefined ? {} : { current_password: password });
