import { Button, IconCopy, inSentence, TextField } from '@alo/ui';

import { useConsole } from '../../kit/api/context.ts';
import styles from './form-parts.module.css';

/** What is handed on as it stands: to be read, chosen as a whole, or copied. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { toasts } = useConsole();
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    toasts.show({ kind: 'success', text: `Đã chép ${inSentence(label)}` });
  };
  return (
    <div className={styles.copy}>
      <TextField label={label} value={value} readOnly onFocus={(event) => event.target.select()} />
      <Button icon={<IconCopy aria-hidden />} onClick={() => void copy()}>
        Chép
      </Button>
    </div>
  );
}
