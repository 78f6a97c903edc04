import { askOtp } from '@alo/contract';
import { Button, Dialog, DialogActions, IconPhoneOutgoing, Quiet, Stack, TextField } from '@alo/ui';
import { useState } from 'react';
import { dialable } from '../../domain/phone-door/dialable.ts';
import { useConsole } from '../../kit/api/context.ts';
import { onceEach } from '../../kit/api/once-each.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';

const blank = { phone: '', code: '123456' };

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
  const { api, changes } = useConsole();
  const [once] = useState(onceEach);
  const { props, values, set, errors, busy } = useContractForm({
    schema: askOtp.body,
    values: blank,
    body: ({ phone, code }) => ({ phone: dialable(phone) ?? phone, code, test: true }),
    send: (body) => once(body, (key) => api(askOtp, { body, key })),
    saved: 'Đang gọi. Kết quả hiện ở đầu danh sách',
    onSaved: () => {
      void changes.stale('voice-otp');
      onDone();
    },
  });
  return (
    <Stack as="form" {...props} gap={18} narrow>
      <Quiet size="body">Cuộc gọi thật, tính cước như mọi cuộc gọi ra. Các tỷ lệ không kể cuộc gọi thử.</Quiet>
      <TextField
        required
        name="phone"
        label="Số điện thoại"
        inputMode="tel"
        autoComplete="off"
        value={values.phone}
        onChange={(event) => set({ phone: event.target.value })}
        error={errors['phone']}
      />
      <TextField
        required
        name="code"
        label="Mã mẫu"
        hint="4 đến 10 chữ số."
        inputMode="numeric"
        autoComplete="off"
        value={values.code}
        onChange={(event) => set({ code: event.target.value })}
        error={errors['code']}
      />
      <DialogActions>
        <Button type="submit" look="primary" busy={busy}>
          Gọi thử
        </Button>
      </DialogActions>
    </Stack>
  );
}
