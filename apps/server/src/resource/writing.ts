import type { CrudContract, DestinationValue, StoredRowOf } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../db/database.ts';
import type { By } from '../kernel/by.ts';
import type { Child } from './children.ts';
import { putBackAlong } from './going-along.ts';
import { checkDestinations, destinationColumns } from './led-to.ts';
import { refusedInput } from './refused.ts';
import type { Resource } from './resource.ts';

type Columns = Readonly<Record<string, unknown>>;

/** Columns of a row that is there again which are not as they were. */
const againAs: Readonly<Record<string, RawBuilder<unknown>>> = {
  version: sql`given.version + 1`,
  updated_at: sql`now()`,
};

/** How what people fill in gets into a resource's tables: which columns, which tables besides, and what the database says of it. */
export function writing<C extends CrudContract>(resource: Resource<C>) {
  type Input = z.output<C['input']>;
  const { contract, table } = resource;
  const children = Object.entries((resource.children ?? {}) as Record<string, Child>);
  const leading: readonly string[] = resource.leadsTo ?? [];
  const rules = {
    table,
    fields: Object.keys(contract.input.shape),
    children: Object.fromEntries(children),
    words: (resource.words ?? {}) as Record<string, Record<string, string>>,
  };

  function columnsOf(input: Input, by: By): Columns {
    const columns = resource.stored?.(input, by) ?? (input as Record<string, unknown>);
    const elsewhere = new Set(children.map(([name]) => name));
    return Object.fromEntries(
      Object.entries(columns).flatMap(([name, value]) => {
        if (elsewhere.has(name)) return [];
        // What leads somewhere and is kept here is a destination.
        if (leading.includes(name)) return Object.entries(destinationColumns(name, value as DestinationValue | null));
        return [[name, value]];
      }),
    );
  }

  async function writeChildren(trx: Trx, id: string, input: Input): Promise<void> {
    for (const [name, child] of children) await child.write(trx, id, (input as Record<string, unknown>)[name]);
  }

  /** Rows as one parameter, in the types of the table itself. */
  const records = (rows: readonly Columns[]) =>
    sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;
  const refs = (names: readonly string[], of?: string) =>
    sql.join(names.map((name) => sql.ref(of === undefined ? name : `${of}.${name}`)));

  /** Changes rows that are still of the version that was read; answers those. */
  async function update(trx: Trx, by: By, rows: readonly (Columns & { id: string; version: number })[]) {
    const [first] = rows;
    if (first === undefined) return [];
    const names = Object.keys(first).filter((name) => name !== 'id' && name !== 'version');
    const { rows: updated } = await sql<{ id: string; version: number }>`
      update ${sql.table(table)} as stored set
        ${sql.join(names.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`))},
        version = stored.version + 1, updated_at = now(), updated_by = ${by.caller.accountId}
      from ${records(rows)} as given
      where stored.id = given.id and stored.version = given.version
      returning stored.id, stored.version`.execute(trx);
    return updated;
  }

  return {
    rules,
    columnsOf,
    writeChildren,
    /** Refuses inputs that lead calls to what is not there. */
    check: (trx: Trx, inputs: readonly Input[]): Promise<void> =>
      checkDestinations(trx, leading, inputs as readonly Record<string, unknown>[]),
    refused: <T>(work: () => Promise<T>): Promise<T> => refusedInput(rules, work),

    /** Adds rows in one statement; answers the ids of those that did not collide with one that is there. */
    async insertMany(trx: Trx, by: By, rows: readonly { id: string; input: Input }[]): Promise<Set<string>> {
      const { accountId } = by.caller;
      await checkDestinations(
        trx,
        leading,
        rows.map(({ input }) => input as Record<string, unknown>),
      );
      const values = rows.map(({ id, input }) => ({
        ...columnsOf(input, by),
        id,
        created_by: accountId,
        updated_by: accountId,
      }));
      const names = Object.keys(values[0] ?? {});
      const { rows: added } = await sql<{ id: string }>`insert into ${sql.table(table)} (${refs(names)})
        select ${refs(names, 'given')} from ${records(values)} as given on conflict do nothing returning id`.execute(
        trx,
      );
      const ids = new Set(added.map(({ id }) => id));
      if (children.length > 0) for (const { id, input } of rows) if (ids.has(id)) await writeChildren(trx, id, input);
      return ids;
    },

    /** Changes rows in one statement; answers them as they were, with the version that they have now. */
    async updateMany(trx: Trx, by: By, rows: readonly { before: StoredRowOf<C>; input: Input }[]) {
      const before = new Map(rows.map((row) => [(row.before as { id: string }).id, row]));
      await checkDestinations(
        trx,
        leading,
        rows.map(({ input }) => input as Record<string, unknown>),
      );
      const updated = await update(
        trx,
        by,
        [...before].map(([id, row]) => ({
          ...columnsOf(row.input, by),
          id,
          version: (row.before as { version: number }).version,
        })),
      );
      if (children.length > 0) {
        for (const { id } of updated) {
          const row = before.get(id);
          if (row !== undefined) await writeChildren(trx, id, row.input);
        }
      }
      return updated.map(({ id, version }) => ({ id, version, before: contract.row.parse(before.get(id)?.before) }));
    },

    /**
     * Puts rows that were deleted back as their table had them, with a new version, so that a form that was open then does not
     * overwrite them unseen. Answers the ids of those that did not collide with one that is there.
     */
    async reinsert(trx: Trx, by: By, rows: readonly { readonly before: unknown; readonly stored: unknown }[]) {
      const { rows: columns } = await sql<{ name: string }>`select attname as name from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(trx);
      const names = columns.map(({ name }) => name);
      const again = rows.map(({ stored }) => ({ ...(stored as Columns), updated_by: by.caller.accountId }));
      const { rows: added } = await sql<{ id: string }>`insert into ${sql.table(table)} (${refs(names)})
        select ${sql.join(names.map((name) => againAs[name] ?? sql.ref(`given.${name}`)))}
        from ${records(again)} as given on conflict do nothing returning id`.execute(trx);
      const ids = new Set(added.map(({ id }) => id));
      await putBackAlong(
        trx,
        rows.map(({ stored }) => stored).filter((stored) => ids.has((stored as { id: string }).id)),
      );
      for (const { before } of rows) {
        // What was deleted had an id, and its children's values were read with it.
        const row = before as { id: string } & Input;
        if (children.length > 0 && ids.has(row.id)) await writeChildren(trx, row.id, row);
      }
      return ids;
    },

    /** Puts rows back as they were, where nobody has changed them since. */
    async restoreMany(
      trx: Trx,
      by: By,
      rows: readonly { id: string; version: number; before: Readonly<Record<string, unknown>> }[],
    ) {
      // What was stored once is a right input by the contract's own rules.
      const inputs = rows.map(({ id, version, before }) => ({
        id,
        version,
        input: contract.input.parse(before) as Input,
      }));
      const updated = await update(
        trx,
        by,
        inputs.map(({ id, version, input }) => ({ ...columnsOf(input, by), id, version })),
      );
      const ids = new Set(updated.map(({ id }) => id));
      if (children.length > 0) for (const { id, input } of inputs) if (ids.has(id)) await writeChildren(trx, id, input);
      return updated;
    },
  };
}
