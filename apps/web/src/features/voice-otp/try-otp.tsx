import { askOtp } from '@alo/contract';
import { Button, Dialog, DialogActions, IconPhoneOutgoing, Quiet, Stack, TextField } from '@alo/ui';
import { type FormEvent, useState } from 'react';
import { dialable } from '../../domain/phone-door/dialable.ts';
import { useConsole } from '../../kit/api/context.ts';
import { onceEach } from '../../kit/api/once-each.ts';
import { mistakesIn } from '../../kit/api/problem.ts';
import { tellProblem } from '../../kit/api/tell-problem.ts';

/** Has a sample code said to a number of one's choice, to hear how it sounds. */
export default function TryOtp() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button icon={<IconPhoneOutgoing aria-hidden />} onClick={() => setOpened(true)}>
        Gọi thử
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Gọi thử đọc mã">
        <TryForm onDone={() => setOpened(false)} />
      </Dialog>
    </>
  );
}

function TryForm({ onDone }: { onDone: () => void }) {
  const { api, toasts, changes } = useConsole();
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [once] = useState(onceEach);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const said = new FormData(event.currentTarget);
    const typed = said.get('phone');
    const phone = typeof typed === 'string' ? (dialable(typed) ?? typed) : typed;
    const parsed = askOtp.body.safeParse({ phone, code: said.get('code'), test: true });
    setWrong(mistakesIn(parsed.error));
    if (!parsed.success) return;
    setBusy(true);
    try {
      const body = parsed.data;
      await once(body, (key) => api(askOtp, { body, key }));
      void changes.stale('voice-otp');
      toasts.show({ kind: 'success', text: 'Đang gọi. Kết quả hiện ở đầu danh sách' });
      onDone();
    } catch (error) {
      tellProblem(error, toasts, setWrong);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack as="form" noValidate gap={18} narrow onSubmit={(event) => void submit(event)}>
      <Quiet size="body">Cuộc gọi thật, tính cước như mọi cuộc gọi ra. Các tỷ lệ không kể cuộc gọi thử.</Quiet>
      <TextField
        required
        name="phone"
        label="Số điện thoại"
        inputMode="tel"
        autoComplete="off"
        error={wrong['phone']}
      />
      <TextField
        required
        name="code"
        label="Mã mẫu"
        hint="4 đến 10 chữ số."
        inputMode="numeric"
        autoComplete="off"
        defaultValue="123456"
        error={wrong['code']}
      />
      <DialogActions>
        <Button type="submit" look="primary" busy={busy}>
          Gọi thử
        </Button>
      </DialogActions>
    </Stack>
  );
}
