import { addOwnPhone, deviceTransports } from '@alo/contract';
import { Button, Dialog, DialogActions, IconPlus, SelectField, Stack, TextField } from '@alo/ui';
import { useState } from 'react';
import type { z } from 'zod';

import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { type DeskPhoneSettings, MadeSettings } from './made-settings.tsx';

type NewPhoneBody = z.output<typeof addOwnPhone.body>;

const { udp, tcp, tls } = deviceTransports;
const transports = Object.entries({ udp, tcp, tls }).map(([value, label]) => ({ value, label }));

/** Adds a phone to an extension, and shows how it is set up. */
export function AddPhone({
  add,
  onAdded,
}: {
  add: (body: NewPhoneBody) => Promise<{ settings: DeskPhoneSettings }>;
  onAdded: () => Promise<unknown>;
}) {
  const [opened, setOpened] = useState(false);
  const [made, setMade] = useState<DeskPhoneSettings>();
  return (
    <>
      <Button icon={<IconPlus aria-hidden />} onClick={() => setOpened(true)}>
        Thêm điện thoại
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Thêm điện thoại">
        <NewPhone
          send={async (body) => {
            const { settings } = await add(body);
            setOpened(false);
            setMade(settings);
            await onAdded();
          }}
          onCancel={() => setOpened(false)}
        />
      </Dialog>
      <MadeSettings settings={made} onClose={() => setMade(undefined)} />
    </>
  );
}

const blank = { name: '', transport: 'udp' };

function NewPhone({ send, onCancel }: { send: (body: NewPhoneBody) => Promise<void>; onCancel: () => void }) {
  const { props, values, set, errors, busy } = useContractForm({ schema: addOwnPhone.body, values: blank, send });
  return (
    <Stack as="form" {...props}>
      <TextField
        label="Tên điện thoại"
        required
        hint="Ví dụ Máy bàn tầng 2, Linphone của Lan."
        value={values.name}
        error={errors['name']}
        onChange={(event) => set({ name: event.target.value })}
      />
      <SelectField
        label="Giao thức"
        required
        choices={transports}
        value={values.transport}
        error={errors['transport']}
        onChange={(transport) => set({ transport: transport ?? 'udp' })}
      />
      <DialogActions>
        <Button onClick={onCancel}>Huỷ</Button>
        <Button type="submit" look="primary" busy={busy}>
          Thêm
        </Button>
      </DialogActions>
    </Stack>
  );
}
