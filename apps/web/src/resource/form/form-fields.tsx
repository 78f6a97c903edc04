import { IconChevronRight, Pair, Skeleton } from '@alo/ui';
import { type FunctionComponent, type ReactNode, Suspense } from 'react';
import type { z } from 'zod';

import { count } from '../../kit/format/numbers.ts';
import { useRested } from '../../kit/live/use-rested.ts';
import type { AnyFields } from '../fields/field.ts';
import { type Problems, within } from '../fields/problems.ts';
import { withValues } from '../model/paths.ts';
import type { PreviewProps, Section } from '../model/resource.ts';
import { isListed } from './form-parts.ts';
import styles from './resource.module.css';
import { SectionList } from './section-list.tsx';
import { useFolds } from './use-folds.ts';

/** The fields of a form in their order, under the headings that group them; two that belong together stand side by side. */
export function FormFields({
  fields,
  sections,
  schema,
  values,
  onChange,
  problems,
  disabled,
  id,
}: {
  fields: AnyFields;
  sections: readonly Section[];
  schema: z.ZodObject;
  /** By the fields' names. */
  values: Readonly<Record<string, unknown>>;
  onChange: (name: string, value: unknown) => void;
  problems: Problems;
  disabled: (name: string) => boolean;
  /** The row that is edited. */
  id?: string | undefined;
}) {
  const folds = useFolds();
  const grouped = new Set(sections.flatMap((section) => section.fields.flat()));
  const draft = withValues({}, Object.entries(values));
  const loose = Object.keys(fields).filter((name) => !grouped.has(name));
  // What one has to say besides comes behind all that is asked for.
  const [leading, last] = [loose.filter((name) => name !== 'note'), loose.filter((name) => name === 'note')];

  const one = (name: string): ReactNode => {
    const field = fields[name];
    if (!field) return null;
    return (
      <Suspense key={name} fallback={<FieldOnItsWay />}>
        <field.Control
          name={name}
          label={field.label}
          hint={field.hint}
          problems={within(problems, name)}
          required={isRequired(schema, name)}
          disabled={disabled(name)}
          value={values[name]}
          onChange={(value) => onChange(name, value)}
          onBlur={nothing}
        />
      </Suspense>
    );
  };

  const shown = (only: NonNullable<Section['only']>, name: string) => only[name]?.(draft) !== false;

  const fill = (filled: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(filled)) onChange(name, value);
  };

  const parts = sections.filter(({ when }) => when?.(draft) !== false);
  const hasProblem = ({ fields: names }: Section) =>
    names.flat().some((name) => Object.keys(within(problems, name)).length > 0);
  const isFolding = isListed(sections);

  return (
    <>
      {isFolding && (
        <SectionList
          parts={parts.map((part) => ({ title: part.title, isWrong: hasProblem(part) }))}
          onGo={(title) => folds.open(title)}
        />
      )}
      {leading.length > 0 && <div className={styles.loose}>{leading.map(one)}</div>}
      {parts.map((part) => {
        const { title, help, Aid, Preview, only = {}, fields: names } = part;
        // What is wrong is seen.
        const isOpen = !isFolding || hasProblem(part) || !folds.isFolded(title);
        return (
          <section key={title} className={styles.section} aria-label={title} data-section={title}>
            <header>
              <h2>
                {isFolding ? (
                  <button type="button" aria-expanded={isOpen} onClick={() => folds.toggle(title)}>
                    <IconChevronRight size={16} aria-hidden />
                    {title}
                  </button>
                ) : (
                  title
                )}
              </h2>
              {isOpen && help !== undefined && <p>{help}</p>}
              {!isOpen && <Summary fields={fields} names={names.flat()} values={values} />}
            </header>
            {isOpen && Aid !== undefined && (
              <Suspense fallback={<FieldOnItsWay />}>
                <Aid fill={fill} disabled={names.flat().some(disabled)} />
              </Suspense>
            )}
            {isOpen &&
              names.map((name) =>
                typeof name === 'string' ? (
                  shown(only, name) && one(name)
                ) : (
                  <Pair key={name.join()} gap={16} folds>
                    {name.filter((each) => shown(only, each)).map(one)}
                  </Pair>
                ),
              )}
            {isOpen && Preview !== undefined && (
              <Suspense fallback={null}>
                <Rested Preview={Preview} draft={draft} id={id} />
              </Suspense>
            )}
          </section>
        );
      })}
      {last.length > 0 && <div className={styles.last}>{last.map(one)}</div>}
    </>
  );
}

/** What a folded part holds, in a line. */
function Summary({
  fields,
  names,
  values,
}: {
  fields: AnyFields;
  names: readonly string[];
  values: Readonly<Record<string, unknown>>;
}) {
  const filled = names.filter((name) => !isEmpty(values[name])).slice(0, mostSaid);
  if (filled.length === 0) return <p>Chưa đặt gì</p>;
  return (
    <p className={styles.summary}>
      {filled.map((name) => {
        const field = fields[name];
        return (
          field && (
            <span key={name}>
              {field.label}: {isRows(values[name]) ? count(values[name].length) : <field.Show value={values[name]} />}
            </span>
          )
        );
      })}
    </p>
  );
}

const mostSaid = 4;
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Rows of their own have no room in a line: they are counted there. */
const isRows = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.some((each) => typeof each === 'object');

const nothing = () => undefined;

/** Room for a control that is still being fetched. */
const FieldOnItsWay = () => (
  <span>
    <Skeleton width={120} />
    <Skeleton width="100%" height={34} />
  </span>
);

/** A field is required when the contract refuses it empty. */
function isRequired(schema: z.ZodObject, name: string): boolean {
  const part = schema.shape[name] as z.ZodType | undefined;
  return part !== undefined && !['', null, undefined, []].some((empty) => part.safeParse(empty).success);
}

/** What somebody is typing is shown when they pause: many previews ask the server. */
const pauseMs = 350;

function Rested({ Preview, draft, id }: PreviewProps & { Preview: FunctionComponent<PreviewProps> }) {
  return <Preview draft={useRested(draft, pauseMs)} id={id} />;
}
