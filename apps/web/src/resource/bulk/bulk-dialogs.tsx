import { Button, Dialog, DialogActions, inSentence, Skeleton } from '@alo/ui';
import { type FormEvent, Suspense, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { total } from '../../kit/format/numbers.ts';
import type { Field } from '../fields/field.ts';
import { within } from '../fields/problems.ts';
import styles from '../form/resource.module.css';
import { Afterwards, type BulkDialog, useStart, wantedOf, whichOf } from './bulk-parts.tsx';
import { sizeOf } from './use-chosen.ts';

/** Asks before many rows are deleted, in words: how many, which, what stays, and how they come back. */
export function BulkDeleteDialog({ contract, noun, chosen, onClose }: BulkDialog) {
  const { busy, problem, start } = useStart({ noun, chosen, onClose }, 'xoá');
  const { api } = useConsole();
  const many = `${total(sizeOf(chosen))} ${noun}`;
  return (
    <Dialog opened onClose={() => onClose(false)} title={`Xoá ${many}?`}>
      <div className={styles.bulk}>
        <p>
          <b>{many}</b> {whichOf(chosen)} sẽ bị xoá. Dòng đang được dùng ở nơi khác, hoặc vừa được người khác sửa, được
          giữ lại.
        </p>
        <Afterwards />
        {problem !== undefined && <p role="alert">{explain(problem).text}</p>}
        <DialogActions>
          <Button onClick={() => onClose(false)}>Giữ lại</Button>
          <Button
            look="danger"
            busy={busy}
            onClick={() => void start(() => api(contract.removeAll, { body: { wanted: wantedOf(chosen) } }))}
          >
            Xoá {many}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

/** Asks for the value that a field of many rows shall have. */
export function BulkSetDialog({
  contract,
  noun,
  chosen,
  name,
  field,
  onClose,
}: BulkDialog & { name: string; field: Field<unknown> }) {
  const { busy, problem, start } = useStart({ noun, chosen, onClose }, 'sửa');
  const { api } = useConsole();
  const [value, setValue] = useState<unknown>(field.blank);
  const many = `${total(sizeOf(chosen))} ${noun}`;
  const { setAll } = contract;
  if (setAll === undefined) return null;
  const wrong = problem instanceof ApiProblem ? within(within(problem.body.fields, 'set'), name) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void start(() => api(setAll, { body: { set: { [name]: value }, wanted: wantedOf(chosen) } }));
  };
  return (
    <Dialog opened onClose={() => onClose(false)} title={`Đặt ${inSentence(field.label)} cho ${many}`} place="top">
      <form noValidate className={styles.bulk} onSubmit={submit}>
        <Suspense fallback={<Skeleton width="100%" height={34} />}>
          <field.Control
            name={name}
            label={field.label}
            hint={undefined}
            problems={wrong}
            required={false}
            disabled={false}
            value={value}
            onChange={setValue}
            onBlur={() => undefined}
          />
        </Suspense>
        <p>
          Giá trị này thay cho giá trị đang có của <b>{many}</b> {whichOf(chosen)}. Các thông tin khác giữ nguyên.
        </p>
        <Afterwards />
        {problem !== undefined && Object.keys(wrong).length === 0 && <p role="alert">{explain(problem).text}</p>}
        <DialogActions>
          <Button onClick={() => onClose(false)}>Bỏ qua</Button>
          <Button look="primary" type="submit" busy={busy}>
            Đặt cho {many}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
