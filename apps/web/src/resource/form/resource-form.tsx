import type { CrudContract, RowOf } from '@alo/contract';
import { firstControl, firstWrong, focusGently } from '@alo/ui';
import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { useHotKey } from '../../kit/keys/use-hot-key.ts';
import { useMay } from '../../kit/me/me.ts';
import type { AnyFields } from '../fields/field.ts';
import { flattened, type Problems } from '../fields/problems.ts';
import { valueAt, withValues } from '../model/paths.ts';
import type { Added, Resource, StoredRow } from '../model/resource.ts';
import { useSaveResource } from '../model/use-resource.ts';
import { Surface } from '../page/page.tsx';
import type { ResourceScreen } from '../screen/screen.tsx';
import { type Conflict, ConflictDialog } from './conflict-dialog.tsx';
import { FormFields } from './form-fields.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import styles from './resource.module.css';
import { SaveBar } from './save-bar.tsx';
import { useNetwork } from './use-network.ts';

type Values = Record<string, unknown>;

/** The form of a resource over the contract's own schema. `row` is what is edited; absent, one is added. */
export function ResourceForm<C extends CrudContract>({
  resource,
  added,
  screen,
  row,
  model,
  onSaved,
  onCancel,
}: {
  resource: Resource<C>;
  added: Added;
  screen: ResourceScreen;
  row: StoredRow | undefined;
  /** What a row that is added begins as a copy of. */
  model?: StoredRow | undefined;
  /** What comes after a save, and instead of one; the list where they are left out. */
  onSaved?: (saved: StoredRow) => unknown;
  onCancel?: () => void;
}) {
  const { contract, noun } = resource;
  // Kept as they were when the form opened, as the row is.
  const [{ fields: addedFields, title }] = useState(added);
  // `Resource` has checked every field against its own value; here they are all alike.
  const fields: AnyFields = { ...(resource.fields as AnyFields), ...addedFields };
  const ownNames = Object.keys(addedFields);
  const sections = [...(resource.sections ?? []), ...(ownNames.length === 0 ? [] : [{ title, fields: ownNames }])];
  const { toasts } = useConsole();
  const navigate = useNavigate();
  const save = useSaveResource(contract);
  const network = useNetwork();
  const element = useRef<HTMLFormElement>(null);
  const may = useMay();
  // What was read by this contract is one of its rows.
  const locked = row && resource.locked?.(row as unknown as RowOf<C>);
  const readOnly = locked !== undefined || !may(row ? contract.update.access : contract.create.access);
  // Kept as it was when the form opened: a refresh in the background must move neither what one's changes are compared
  // with, nor the version that they are made to.
  const [opened] = useState(row);
  const [base] = useState<Values>(() => startingValues(fields, row ?? (model && copyOf(fields, model))));
  const [conflict, setConflict] = useState<Conflict<StoredRow>>();
  const form = useForm<Values>({
    // Values by the names of the contract's inputs: that each input has a field is checked where the resource is written.
    resolver: zodResolver(contract.input) as never,
    defaultValues: base,
    // The form finds the first mistake itself, as it may stand deep inside a list.
    shouldFocusError: false,
  });
  const { isDirty, errors } = form.formState;
  const problems = flattened(errors);

  useEffect(() => focusGently(firstControl(element.current)), []);

  // A refused save leads to the first mistake, as soon as its message stands there.
  const refused = useRef(false);
  useEffect(() => {
    const wrong = refused.current ? firstWrong(element.current) : undefined;
    if (!wrong) return;
    refused.current = false;
    wrong.focus();
  });
  const showFirstMistake = () => {
    refused.current = true;
  };

  const isSending = useRef(false);
  // Whoever presses Ctrl S again, or holds it down, wishes for what is on its way already: a row is added once.
  const send = async (values: Values, version: StoredRow | undefined) => {
    if (isSending.current) return;
    isSending.current = true;
    await sendNow(values, version).finally(() => {
      isSending.current = false;
    });
  };
  const sendNow = async (values: Values, version: StoredRow | undefined) => {
    if (!(await network.ready())) return;
    try {
      const saved = await save.mutateAsync({ input: values, row: version });
      toasts.show({ kind: 'success', text: row ? `Đã lưu ${noun}` : `Đã thêm ${noun}` });
      // `stored` is part of every contract's row.
      if (onSaved !== undefined) return void (await onSaved(saved as unknown as StoredRow));
      const landing = row === undefined ? resource.landing?.(saved as RowOf<C>) : undefined;
      await navigate({ to: screen.path, search: landing ?? {}, ignoreBlocker: true });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const theirs = contract.row.safeParse(error.body.current).data as StoredRow | undefined;
      if (error.code === 'conflict' && theirs) {
        setConflict({ base, mine: values, theirs });
        return;
      }
      setConflict(undefined);
      const wrong = Object.entries(error.body.fields);
      if (wrong.length === 0) toasts.show({ kind: 'error', ...explain(error) });
      else showFirstMistake();
      for (const [path, message] of wrong) {
        const value = valueAt(values, path);
        const taken = error.code === 'duplicate' && typeof value === 'string';
        form.setError(path, { message: taken ? `“${value.trim()}” đã có ở một ${noun} khác` : message });
      }
    }
  };
  const submit = (event?: SyntheticEvent) =>
    void form.handleSubmit((values) => send(values, opened), showFirstMistake)(event);
  useHotKey('$mod+KeyS', () => {
    if (!readOnly) submit();
  });

  return (
    <Surface>
      <form
        ref={element}
        noValidate
        onSubmit={submit}
        onInput={() => {
          refused.current = false;
        }}
      >
        <div className={styles.form}>
          {locked !== undefined && <p className={styles.locked}>{locked}</p>}
          <FormFields
            fields={fields}
            sections={sections}
            schema={contract.input}
            control={form.control}
            problems={problems}
            disabled={(name) => readOnly || (row !== undefined && resource.once?.some((one) => one === name) === true)}
          />
          <Unshown problems={problems} names={Object.keys(fields)} />
        </div>
        <SaveBar
          noun={noun}
          readOnly={readOnly}
          isDirty={isDirty}
          busy={save.isPending}
          network={network}
          onCancel={onCancel ?? (() => void navigate({ to: screen.path, search: {} }))}
        />
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

/** Mistakes that belong to no field of this form: they are said too, so that "Lưu" is never without an answer. */
function Unshown({ problems, names }: { problems: Problems; names: readonly string[] }) {
  const rest = Object.entries(problems).filter(
    ([path]) => !names.some((name) => path === name || path.startsWith(`${name}.`)),
  );
  if (rest.length === 0) return null;
  return (
    <ul role="alert" className={styles.unshown}>
      {rest.map(([path, message]) => (
        <li key={path}>{path === '' ? message : `${path}: ${message}`}</li>
      ))}
    </ul>
  );
}

/** A copy has a name of its own, and none of the values that only one row has. */
const copyOf = (fields: AnyFields, model: StoredRow): StoredRow => ({
  ...model,
  ...('name' in model ? { name: `${String(model.name)} (bản sao)` } : {}),
  ...Object.fromEntries(Object.entries(fields).flatMap(([name, { unique }]) => (unique ? [[name, undefined]] : []))),
});

const startingValues = (fields: AnyFields, row: StoredRow | undefined): Values =>
  withValues(
    {},
    Object.entries(fields).map(([name, { blank }]) => [name, (row && valueAt(row, name)) ?? blank]),
  );
