import type { CrudContract } from '@alo/contract';
import { Button, IconDeviceFloppy } from '@alo/ui';
import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { ZodType } from 'zod';

import { useConsole } from '../api/context.ts';
import { ApiProblem, explain } from '../api/problem.ts';
import { Surface } from '../page/page.tsx';
import type { ResourceScreen } from '../screen/screen.tsx';
import { useMay } from '../session/me.ts';
import { useHotKey } from '../use-hot-key.ts';
import { type Conflict, ConflictDialog } from './conflict-dialog.tsx';
import type { Field } from './field.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import styles from './resource.module.css';
import type { Resource, StoredRow } from './resource.ts';
import { useSaveResource } from './use-resource.ts';

type Values = Record<string, unknown>;

/** The form of a resource over the contract's own schema. `row` is what is edited; absent, one is added. */
export function ResourceForm<C extends CrudContract>({
  resource,
  screen,
  row,
}: {
  resource: Resource<C>;
  screen: ResourceScreen;
  row: StoredRow | undefined;
}) {
  const { contract, noun } = resource;
  // `Resource` has checked every field against its own value; here they are all alike.
  const fields = resource.fields as Record<string, Field<unknown>>;
  const { toasts } = useConsole();
  const navigate = useNavigate();
  const save = useSaveResource(contract);
  const readOnly = !useMay()(row ? contract.update.access : contract.create.access);
  // Kept as it was when the form opened: a refresh in the background must not move what one's changes are compared with.
  const [base] = useState<Values>(() => startingValues(fields, row));
  const [conflict, setConflict] = useState<Conflict>();
  const form = useForm<Values>({ resolver: zodResolver(contract.input) as never, defaultValues: base });
  const { isDirty } = form.formState;

  const send = async (values: Values, version: StoredRow | undefined) => {
    try {
      await save.mutateAsync({ input: values, row: version });
      toasts.show({ kind: 'success', text: row ? `Đã lưu ${noun}` : `Đã thêm ${noun}` });
      await navigate({ to: screen.path, search: {}, ignoreBlocker: true });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const theirs = contract.row.safeParse(error.body.current).data as StoredRow | undefined;
      if (error.code === 'conflict' && theirs) {
        setConflict({ base, mine: values, theirs });
        return;
      }
      setConflict(undefined);
      const wrong = Object.entries(error.body.fields).filter(([name]) => name in fields);
      for (const [index, [name, message]] of wrong.entries())
        form.setError(name, { message }, { shouldFocus: index === 0 });
      if (wrong.length === 0) toasts.show({ kind: 'error', ...explain(error) });
    }
  };
  const submit = form.handleSubmit((values) => send(values, row));
  useHotKey('$mod+KeyS', () => {
    if (!readOnly) void submit();
  });

  return (
    <Surface>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className={styles.form}>
          {Object.entries(fields).map(([name, { label, hint, Control }]) => (
            <Controller
              key={name}
              name={name}
              control={form.control}
              render={({ field, fieldState }) => (
                <Control
                  name={name}
                  label={label}
                  hint={hint}
                  error={fieldState.error?.message}
                  required={isRequired(contract, name)}
                  disabled={readOnly}
                  value={field.value}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                />
              )}
            />
          ))}
        </div>
        <div className={styles.savebar} data-save-bar>
          <p>{readOnly ? 'Bạn chỉ có quyền xem.' : isDirty ? 'Có thay đổi chưa lưu' : 'Ctrl S để lưu'}</p>
          <Button onClick={() => void navigate({ to: screen.path, search: {} })}>
            {readOnly ? 'Quay lại' : 'Huỷ'}
          </Button>
          {!readOnly && (
            <Button type="submit" look="primary" icon={<IconDeviceFloppy aria-hidden />} busy={save.isPending}>
              Lưu {noun}
            </Button>
          )}
        </div>
      </form>
      <LeaveGuard unsaved={() => isDirty} />
      <ConflictDialog
        conflict={conflict}
        fields={fields}
        busy={save.isPending}
        onResolve={(values, current) => void send(values, current)}
        onClose={() => setConflict(undefined)}
      />
    </Surface>
  );
}

const startingValues = (fields: Record<string, Field<unknown>>, row: StoredRow | undefined): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, { blank }]) => [name, row ? (row[name] ?? blank) : blank]));

/** A field is required when the contract refuses it empty. */
function isRequired(contract: CrudContract, name: string): boolean {
  const schema = contract.input.shape[name];
  return schema !== undefined && !['', null, undefined].some((empty) => (schema as ZodType).safeParse(empty).success);
}
