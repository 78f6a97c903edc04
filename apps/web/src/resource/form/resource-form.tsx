import type { CrudContract, RowOf } from '@alo/contract';
import { firstControl, focusGently } from '@alo/ui';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { ApiProblem } from '../../kit/api/problem.ts';
import { useMay } from '../../kit/me/me.ts';
import type { AnyFields } from '../fields/field.ts';
import { besides, type Problems } from '../fields/problems.ts';
import { valueAt, withValues } from '../model/paths.ts';
import type { CompanyFields, Resource, StoredRow } from '../model/resource.ts';
import { useSaveResource } from '../model/use-resource.ts';
import { Surface } from '../page/page.tsx';
import type { ResourceScreen } from '../screen/screen.tsx';
import { type Conflict, ConflictDialog } from './conflict-dialog.tsx';
import { FormFields } from './form-fields.tsx';
import { isListed } from './form-parts.ts';
import styles from './resource.module.css';
import { SaveBar } from './save-bar.tsx';
import { Unsaved } from './unsaved.tsx';
import { useContractForm } from './use-contract-form.ts';
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
  added: CompanyFields;
  screen: ResourceScreen;
  row: StoredRow | undefined;
  /** What a row that is added begins as a copy of. */
  model?: Values | undefined;
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
  const navigate = useNavigate();
  const save = useSaveResource(contract);
  const network = useNetwork();
  const may = useMay();
  // What was read by this contract is one of its rows.
  const locked = row && resource.locked?.(row as unknown as RowOf<C>);
  const readOnly = locked !== undefined || !may(row ? contract.update.access : contract.create.access);
  // Kept as it was when the form opened: a refresh in the background must move neither what one's changes are compared
  // with, nor the version that they are made to.
  const [base] = useState<Values>(() => startingValues(fields, row ?? (model && copyOf(fields, model))));
  // The version that a change is made to.
  const version = useRef(row);
  const [conflict, setConflict] = useState<Conflict<StoredRow>>();
  const [made, setMade] = useState<RowOf<C>>();
  const land = (saved: RowOf<C>) => {
    const landing = row === undefined ? resource.landing?.(saved) : undefined;
    return navigate({ to: screen.path, search: landing ?? {}, ignoreBlocker: true });
  };
  const form = useContractForm({
    schema: contract.input,
    values: base,
    body: whole,
    ready: network.ready,
    send: (input) => save.mutateAsync({ input, row: version.current }),
    onRefused: (error, { values }) => {
      if (!(error instanceof ApiProblem)) return undefined;
      const theirs = contract.row.safeParse(error.body.current).data as StoredRow | undefined;
      if (error.code === 'conflict' && theirs) {
        setConflict({ base: whole(base), mine: whole(values), theirs });
        return true;
      }
      setConflict(undefined);
      return error.code === 'duplicate' ? duplicates(error.body.fields, whole(values), noun) : undefined;
    },
    saved: row ? `Đã lưu ${noun}` : `Đã thêm ${noun}`,
    onSaved: async (saved) => {
      // `stored` is part of every contract's row.
      if (onSaved !== undefined) return void (await onSaved(saved as unknown as StoredRow));
      if (row === undefined && resource.Made !== undefined) setMade(saved as RowOf<C>);
      else await land(saved as RowOf<C>);
    },
  });
  const { ref } = form.props;
  useEffect(() => focusGently(firstControl(ref.current)), [ref]);
  /** Saves what was chosen of two versions over the newer one. */
  const resolve = (values: Values, theirs: StoredRow) => {
    version.current = theirs;
    void form.submit({ from: base, change: byName(fields, values) });
  };

  const { Made } = resource;
  // It is saved: nothing of the form is left to be lost.
  if (made !== undefined && Made !== undefined) return <Made row={made} onSeen={() => void land(made)} />;
  return (
    <Surface>
      <form {...form.props} className={styles.host}>
        <div className={styles.form} data-listed={isListed(sections) || undefined}>
          {locked !== undefined && <p className={styles.locked}>{locked}</p>}
          <FormFields
            fields={fields}
            sections={sections}
            schema={contract.input}
            id={row?.id}
            values={form.values}
            onChange={(name, value) => form.set({ [name]: value })}
            problems={form.problems}
            disabled={(name) => readOnly || (row !== undefined && resource.once?.some((one) => one === name) === true)}
          />
          <Unshown problems={besides(form.problems, Object.keys(fields))} />
        </div>
        <SaveBar
          noun={noun}
          readOnly={readOnly}
          isDirty={form.isChanged}
          busy={save.isPending}
          network={network}
          onCancel={onCancel ?? (() => void navigate({ to: screen.path, search: {} }))}
        />
      </form>
      {readOnly || <Unsaved form={form} always />}
      <ConflictDialog
        conflict={conflict}
        fields={fields}
        busy={save.isPending}
        onResolve={resolve}
        onClose={() => setConflict(undefined)}
      />
    </Surface>
  );
}

/** Mistakes that belong to no field of this form: they are said too, so that "Lưu" is never without an answer. */
function Unshown({ problems }: { problems: Problems }) {
  const rest = Object.entries(problems);
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
const copyOf = (fields: AnyFields, model: Values): Values => ({
  ...model,
  ...('name' in model ? { name: `${String(model.name)} (bản sao)` } : {}),
  ...Object.fromEntries(Object.entries(fields).flatMap(([name, { unique }]) => (unique ? [[name, undefined]] : []))),
});

/** Of the values that another row has already, which they are. */
const duplicates = (told: Problems, values: Values, noun: string): Problems =>
  Object.fromEntries(
    Object.entries(told).map(([path, message]) => {
      const value = valueAt(values, path);
      return [path, typeof value === 'string' ? `“${value.trim()}” đã có ở một ${noun} khác` : message];
    }),
  );

/** The values of a row by the names of the fields, where a part of one stands for itself. */
const byName = (fields: AnyFields, row: Values): Values =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, valueAt(row, name)]));

/** The same as a row has them. */
const whole = (values: Values): Values => withValues({}, Object.entries(values));

const startingValues = (fields: AnyFields, row: Values | undefined): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, { blank }]) => [name, (row && valueAt(row, name)) ?? blank]));
