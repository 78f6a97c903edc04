import type { CrudContract } from '@alo/contract';
import { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import type { Resource } from '../resource.ts';
import { fieldValue } from './field-value.ts';
import { type FileRow, plainText } from './file-row.ts';
import { type ImportField, Unclear } from './import-field.ts';
import type { ImportOrder, TargetField } from './import-order.ts';

export type Fields = Record<string, unknown>;

type Special = Readonly<Record<string, ImportField | undefined>>;

/** The fields that columns of a file can be given to, for the rows of one batch. */
export interface KnownFields {
  readonly labelOf: (name: string) => string | undefined;
  /** What rows that are added have where the file says nothing. */
  readonly otherwise: Fields;
  /** What the row says of the fields; a text where it says something impossible. */
  readonly givenBy: (row: FileRow) => Fields | string;
}

/** Looks up what the rows need together: which fields there are, and the values of those that a file writes otherwise. */
export async function knownFields<C extends CrudContract>(
  trx: Trx,
  { contract, imports, own }: Resource<C>,
  {
    fields,
    rows,
    order: { mapping, written },
  }: { fields: readonly TargetField[]; rows: readonly FileRow[]; order: ImportOrder },
): Promise<KnownFields> {
  const added = Object.entries((await own?.imports(trx)) ?? {});
  const schemas: Readonly<Record<string, z.core.$ZodType | undefined>> = {
    ...(contract.input.shape as Record<string, z.core.$ZodType>),
    ...Object.fromEntries(added.flatMap(([name, field]) => ('schema' in field ? [[name, field.schema]] : []))),
  };
  const special: Special = {
    ...(imports?.fields as Special | undefined),
    ...Object.fromEntries(added.flatMap(([name, field]) => ('values' in field ? [[name, field]] : []))),
  };
  const ownNames = new Set(added.map(([name]) => name));
  const labels = new Map([
    ...fields.map(({ name, label }) => [name, label] as const),
    ...added.map(([name, { heading }]) => [name, heading] as const),
  ]);

  const looked = new Map<string, ReadonlyMap<string, unknown>>();
  for (const [name, column] of Object.entries(mapping)) {
    const texts = new Set(rows.map(({ cells }) => plainText(cells[column]).trim()).filter(Boolean));
    const field = special[name];
    if (field !== undefined) looked.set(name, await field.values(trx, [...texts]));
  }
  const otherwise: Fields = {};
  for (const [name, field] of Object.entries(special)) {
    if (field?.otherwise !== undefined) otherwise[name] = await field.otherwise(trx);
  }

  function givenBy(row: FileRow): Fields | string {
    const given: Fields = {};
    for (const [name, column] of Object.entries(mapping)) {
      const unread = row.unread?.find((one) => one.column === column);
      if (unread !== undefined) return `${labels.get(name)}: ${unread.why}`;
      const cell = row.cells[column] ?? null;
      const values = looked.get(name);
      const text = plainText(cell).trim();
      if (values !== undefined && text !== '' && !values.has(text)) {
        return `${labels.get(name)}: ${special[name]?.whyNot?.(text) ?? `không có “${text}”`}`;
      }
      if (values !== undefined) {
        const value = values.get(text);
        if (value instanceof Unclear) return `${labels.get(name)}: ${value.words}`;
        given[name] = value;
        const { field, of } = special[name]?.rest ?? { field: '', of: () => [] };
        const others = of(text);
        if (others.length > 0) given[alsoOf(field)] = others;
        continue;
      }
      const schema = schemas[name];
      if (schema === undefined) continue;
      given[name] = fieldValue(schema, cell, written);
      // The other fields are checked together, by the resource's own rules.
      const wrong = ownNames.has(name) && given[name] !== undefined ? whyNot(schema, given[name]) : undefined;
      if (wrong !== undefined) return `${labels.get(name)}: ${wrong}`;
    }
    return given;
  }

  return { labelOf: (name) => labels.get(name), otherwise, givenBy };
}

function whyNot(schema: z.core.$ZodType, value: unknown): string | undefined {
  const outcome = z.safeParse(schema, value);
  return outcome.success ? undefined : outcome.error.issues.map(({ message }) => message).join(', ');
}

/** What is said of a field beside what it has, or is given otherwise. */
const alsoOf = (field: string) => `${field}+`;

/**
 * A row with what is said of its fields; `own.<part>` is a part of the field `own`, whose other parts stay, `<field>+` goes to
 * what stands in the field.
 */
export function withSaid(stored: Fields, said: Fields): Fields {
  const row = { ...stored };
  for (const [name, value] of Object.entries(said)) {
    const dot = name.indexOf('.');
    if (name.endsWith(alsoOf(''))) continue;
    if (dot === -1) row[name] = value;
    else if (value !== undefined) {
      const whole = name.slice(0, dot);
      row[whole] = { ...(row[whole] as Fields | undefined), [name.slice(dot + 1)]: value };
    }
  }
  for (const [name, value] of Object.entries(said)) {
    if (!name.endsWith(alsoOf('')) || !Array.isArray(value)) continue;
    const field = name.slice(0, -alsoOf('').length);
    const had = row[field];
    row[field] = [...new Set([...(Array.isArray(had) ? had : []), ...value])];
  }
  return row;
}
