import { saveView } from '@alo/contract';
import { Button, Checkbox, TextField } from '@alo/ui';

import { useConsole } from '../../kit/api/context.ts';
import { useContractForm } from '../form/use-contract-form.ts';
import styles from './saved-views.module.css';

const blank = { name: '', shared: false };

/** Keeps what a list shows under a name. */
export default function SaveViewForm({
  list,
  address,
  onSaved,
}: {
  list: string;
  address: string;
  onSaved: () => void;
}) {
  const { api } = useConsole();
  const { props, values, set, errors, busy } = useContractForm({
    schema: saveView.body,
    values: blank,
    body: (view) => ({ ...view, list, address }),
    send: (body) => api(saveView, { body }),
    saved: ({ name }) => ({ kind: 'success', text: `Đã lưu chế độ xem “${name}”` }),
    onSaved,
  });
  return (
    <form {...props} className={styles.form}>
      <TextField
        label="Lưu danh sách đang xem thành"
        value={values.name}
        error={errors['name']}
        autoComplete="off"
        onChange={(event) => set({ name: event.target.value })}
      />
      <Checkbox
        label="Cả nhóm của tôi cùng dùng"
        checked={values.shared}
        onChange={(event) => set({ shared: event.currentTarget.checked })}
      />
      <Button type="submit" size="sm" look="primary" busy={busy}>
        Lưu chế độ xem
      </Button>
    </form>
  );
}
