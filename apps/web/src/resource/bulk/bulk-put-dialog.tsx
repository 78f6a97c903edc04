import { Button, Dialog, DialogActions, Skeleton } from '@alo/ui';
import { type FormEvent, Suspense, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { total } from '../../kit/format/numbers.ts';
import { within } from '../fields/problems.ts';
import styles from '../form/resource.module.css';
import type { Putting } from '../model/resource.ts';
import { Afterwards, type BulkDialog, useStart, wantedOf, whichOf } from './bulk-parts.tsx';
import { sizeOf } from './use-chosen.ts';

/** Asks on which list many rows shall be put, or off which they shall be taken. */
export function BulkPutDialog({
  contract,
  noun,
  chosen,
  list,
  off,
  putting,
  onClose,
}: BulkDialog & { list: string; off: boolean; putting: Putting }) {
  const { busy, problem, start } = useStart({ noun, chosen, onClose }, off ? 'bỏ' : 'thêm');
  const { api } = useConsole();
  const [value, setValue] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const many = `${total(sizeOf(chosen))} ${noun}`;
  const { putAll } = contract;
  if (putAll === undefined) return null;
  const { field } = putting;
  const empty = missing ? { '': 'Thông tin không được để trống' } : {};
  const wrong = problem instanceof ApiProblem ? within(problem.body.fields, 'id') : empty;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(value === null);
    if (value === null) return;
    void start(() => api(putAll, { body: { list, id: value, off, wanted: wantedOf(chosen) } }));
  };
  return (
    <Dialog opened onClose={() => onClose(false)} title={`${off ? putting.takeOff : putting.put}: ${many}`} place="top">
      <form noValidate className={styles.bulk} onSubmit={submit}>
        <Suspense fallback={<Skeleton width="100%" height={34} />}>
          <field.Control
            name="id"
            label={field.label}
            hint={undefined}
            problems={wrong}
            required
            disabled={false}
            value={value}
            onChange={(next) => {
              setMissing(false);
              setValue(next ?? null);
            }}
            onBlur={() => undefined}
          />
        </Suspense>
        <p>
          {off ? 'Bỏ' : 'Thêm'} <b>{many}</b> {whichOf(chosen)}.{' '}
          {!off && 'Ai đã có thì giữ nguyên; ai không được thêm thì có lý do trong báo cáo.'}
        </p>
        <Afterwards />
        {problem !== undefined && Object.keys(wrong).length === 0 && <p role="alert">{explain(problem).text}</p>}
        <DialogActions>
          <Button onClick={() => onClose(false)}>Không làm</Button>
          <Button look="primary" type="submit" busy={busy}>
            {off ? 'Bỏ' : 'Thêm'} {many}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
