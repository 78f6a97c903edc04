import { createTask, customerTasks, type Task, updateTask } from '@alo/contract';
import { Button, Checkbox, DayField, TextField, TimeField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { onceEach } from '../../kit/api/once-each.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { dateTime, momentAt } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import styles from './customer.module.css';

/** What is still to be done for a customer; what is done goes into the timeline. */
export function Tasks({ id }: { id: string }) {
  const { api, toasts, changes } = useConsole();
  const read = useRead();
  const invalidate = useInvalidate();
  const may = useMay();
  const { data } = useQuery(read(customerTasks, { params: { id } }));
  const renew = async () => {
    await invalidate(customerTasks);
    await changes.stale('customer');
  };
  const finish = async ({ id: task, text, due_at, account_id, version }: Task) => {
    try {
      await api(updateTask, { params: { id: task }, body: { text, due_at, account_id, version, done: true } });
      toasts.show({ kind: 'success', text: `Đã xong: ${text}` });
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    }
    await renew();
  };
  return (
    <section className={styles.part} aria-label="Việc cần làm">
      <h2>Việc cần làm</h2>
      {data?.data.length === 0 && <p className={styles.when}>Không còn việc nào.</p>}
      <ul className={styles.tasks}>
        {data?.data.map((task) => (
          <li key={task.id}>
            <Checkbox
              label={task.text}
              checked={false}
              disabled={!may(updateTask.access)}
              onChange={() => void finish(task)}
            />
            <span className={styles.when} data-due={isDue(task) || undefined}>
              {task.due_at !== null && `Hạn ${dateTime(task.due_at)} · `}
              {task.account_name}
            </span>
          </li>
        ))}
      </ul>
      {may(createTask.access) && <NewTask id={id} onMade={renew} />}
    </section>
  );
}

const isDue = ({ due_at: due }: Task) => due !== null && Date.parse(due) <= Date.now();

const blank: { text: string; day: string | null; time: string } = { text: '', day: null, time: '09:00' };

function NewTask({ id, onMade }: { id: string; onMade: () => Promise<void> }) {
  const { api } = useConsole();
  const [once] = useState(onceEach);
  const { props, values, set, errors, busy } = useContractForm({
    schema: createTask.body,
    values: blank,
    body: ({ text, day, time }) => ({ text, due_at: day === null ? null : momentAt(day, time) }),
    send: (body) => once({ id, ...body }, (key) => api(createTask, { params: { id }, body, key })),
    onSaved: onMade,
  });
  return (
    <form {...props} className={styles['new-task']} aria-label="Thêm việc cần làm">
      <TextField
        label="Việc mới"
        autoComplete="off"
        value={values.text}
        error={errors['text']}
        onChange={(event) => set({ text: event.target.value })}
      />
      <DayField label="Ngày" value={values.day} onChange={(day) => set({ day })} />
      <TimeField label="Giờ" value={values.time} onChange={(time) => set({ time })} />
      <Button type="submit" busy={busy}>
        Thêm việc
      </Button>
    </form>
  );
}
