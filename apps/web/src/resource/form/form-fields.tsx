import { Pair, Skeleton } from '@alo/ui';
import { type ReactNode, Suspense } from 'react';
import type { z } from 'zod';

import type { AnyFields } from '../fields/field.ts';
import { type Problems, within } from '../fields/problems.ts';
import { withValues } from '../model/paths.ts';
import type { Section } from '../model/resource.ts';
import styles from './resource.module.css';

/** The fields of a form in their order, under the headings that group them; two that belong together stand side by side. */
export function FormFields({
  fields,
  sections,
  schema,
  values,
  onChange,
  problems,
  disabled,
}: {
  fields: AnyFields;
  sections: readonly Section[];
  schema: z.ZodObject;
  /** By the fields' names. */
  values: Readonly<Record<string, unknown>>;
  onChange: (name: string, value: unknown) => void;
  problems: Problems;
  disabled: (name: string) => boolean;
}) {
  const grouped = new Set(sections.flatMap((section) => section.fields.flat()));
  const draft = withValues({}, Object.entries(values));
  const loose = Object.keys(fields).filter((name) => !grouped.has(name));

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

  return (
    <>
      {loose.map(one)}
      {sections
        .filter(({ when }) => when?.(draft) !== false)
        .map(({ title, help, Aid, only = {}, fields: names }) => (
          <section key={title} className={styles.section} aria-label={title}>
            <header>
              <h2>{title}</h2>
              {help !== undefined && <p>{help}</p>}
            </header>
            {Aid !== undefined && (
              <Suspense fallback={<FieldOnItsWay />}>
                <Aid fill={fill} disabled={names.flat().some(disabled)} />
              </Suspense>
            )}
            {names.map((name) =>
              typeof name === 'string' ? (
                shown(only, name) && one(name)
              ) : (
                <Pair key={name.join()} gap={16} folds>
                  {name.filter((each) => shown(only, each)).map(one)}
                </Pair>
              ),
            )}
          </section>
        ))}
    </>
  );
}

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
