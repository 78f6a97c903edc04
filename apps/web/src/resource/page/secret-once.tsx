import { Button, Dialog, DialogActions, IconPassword, inSentence } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { CopyField } from './copy-field.tsx';

/** Makes a secret and shows it this once. Where there is one already, whoever uses that is told first that it will stop working. */
export function SecretOnce({
  label,
  isThere,
  help,
  make,
  onMade,
}: {
  label: string;
  isThere: boolean;
  /** What it is for, beside it. */
  help: string;
  make: () => Promise<{ secret: string }>;
  onMade: () => Promise<unknown>;
}) {
  const { toasts } = useConsole();
  const [secret, setSecret] = useState<string>();
  const [asking, setAsking] = useState(false);
  const making = useMutation({
    mutationFn: make,
    onSuccess: (made) => {
      setSecret(made.secret);
      void onMade();
    },
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => setAsking(false),
  });
  const name = inSentence(label);
  return (
    <>
      <Button
        icon={<IconPassword aria-hidden />}
        busy={making.isPending}
        onClick={() => (isThere ? setAsking(true) : making.mutate())}
      >
        Tạo {name}
        {isThere && ' mới'}
      </Button>
      <Dialog opened={asking} onClose={() => setAsking(false)} title={`Tạo ${name} mới?`}>
        <p>{label} đang dùng sẽ ngừng hoạt động ngay. Chương trình dùng nó phải được đổi sang cái mới.</p>
        <DialogActions>
          <Button onClick={() => setAsking(false)}>Huỷ</Button>
          <Button look="danger" busy={making.isPending} onClick={() => making.mutate()}>
            Tạo mới
          </Button>
        </DialogActions>
      </Dialog>
      <SecretShown label={label} help={help} secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

/** A secret that was just made, for as long as it is looked at. */
export const SecretShown = ({
  label,
  help,
  secret,
  onClose,
}: {
  label: string;
  help: string;
  secret: string | undefined;
  onClose: () => void;
}) => (
  <Dialog opened={secret !== undefined} onClose={onClose} title={label} width={560}>
    <p>Chép lại ngay: sẽ không hiện lần nữa. {help}</p>
    <CopyField label={label} value={secret ?? ''} />
    <DialogActions>
      <Button look="primary" onClick={onClose}>
        Đã chép xong
      </Button>
    </DialogActions>
  </Dialog>
);
