import { createTask, customerTasks, type Task, updateTask } from '@alo/contract';
import { Button, Checkbox, DayField, TextField, TimeField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { onceEach } from '../../kit/api/once-each.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { tellProblem } from '../../kit/api/tell-problem.ts';
import { dateTime, momentAt } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
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

function NewTask({ id, onMade }: { id: string; onMade: () => Promise<void> }) {
  const { api, toasts } = useConsole();
  const [once] = useState(onceEach);
  const [text, setText] = useState('');
  const [day, setDay] = useState<string | null>(null);
  const [time, setTime] = useState('09:00');
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const body = { text, due_at: day === null ? null : momentAt(day, time) };
      await once({ id, ...body }, (key) => api(createTask, { params: { id }, body, key }));
      setText('');
      setDay(null);
      setWrong({});
      await onMade();
    } catch (error) {
      tellProblem(error, toasts, setWrong);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      className={styles['new-task']}
      aria-label="Thêm việc cần làm"
      onSubmit={(event) => void save(event)}
    >
      <TextField
        label="Việc mới"
        autoComplete="off"
        value={text}
        error={wrong.text}
        onChange={(event) => setText(event.target.value)}
      />
      <DayField label="Ngày" value={day} onChange={setDay} />
      <TimeField label="Giờ" value={time} onChange={setTime} />
      <Button type="submit" busy={busy}>
        Thêm việc
      </Button>
    </form>
  );
}
