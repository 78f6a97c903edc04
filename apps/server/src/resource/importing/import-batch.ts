import type { CrudContract, StoredRowOf } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { inBisectedBatches } from '../batch-bisection.ts';
import { reading } from '../reading.ts';
import { problemInWords } from '../refused.ts';
import type { Change, Recognition, Resource } from '../resource.ts';
import { writing } from '../writing.ts';
import { alike } from './alike.ts';
import { textFor } from './field-value.ts';
import { type FileRow, type PlainCell, plainCell, plainText } from './file-row.ts';
import { type Fields, type KnownFields, knownFields, withSaid } from './given-fields.ts';
import type { ImportOrder, TargetField } from './import-order.ts';

/** A row of the file that could not be taken, and why, in words. */
export interface BadRow {
  readonly row: number;
  readonly cells: readonly PlainCell[];
  readonly reason: string;
}

/** What became of the rows of a batch. */
export interface BatchOutcome {
  readonly created: readonly string[];
  /** As they were before, with the version that they have now. */
  readonly changed: readonly { readonly id: string; readonly version: number; readonly before: unknown }[];
  readonly same: number;
  readonly duplicate: number;
  readonly bad: readonly BadRow[];
}

/** A row of the file on its way: what it says of the fields, and by what it is recognised. */
interface Candidate {
  readonly row: FileRow;
  readonly given: Fields;
  readonly key: { readonly field: string; readonly text: string } | undefined;
}

/** In place of the field by which a row is recognised. */
const allFields = '';

/** Takes rows of a file into a resource's table: what is new in one statement, what has changed in another. */
export function importBatch<C extends CrudContract>(resource: Resource<C>, fields: readonly TargetField[]) {
  type Row = StoredRowOf<C>;
  const { contract, table } = resource;
  const shape = contract.input.shape as Record<string, z.core.$ZodType>;
  const keys = (resource.imports?.keys ?? ['code', 'name']).filter((name) => Object.hasOwn(shape, name));
  const recognised = (resource.imports?.recognised ?? {}) as Readonly<Record<string, Recognition | undefined>>;
  const byAll = resource.imports?.recognisedByAll;
  const read = reading(resource);
  const write = writing(resource);

  function keyOf(row: FileRow, { mapping }: ImportOrder): Candidate['key'] {
    for (const field of keys) {
      const column = mapping[field];
      const cell = column === undefined ? null : (row.cells[column] ?? null);
      const schema = shape[field];
      const text =
        schema === undefined || recognised[field] !== undefined ? plainText(cell).trim() : textFor(schema, cell);
      if (text !== '') return { field, text: recognised[field]?.key(text) ?? text };
    }
    return undefined;
  }

  function keyOfAll(given: Fields): Candidate['key'] {
    const text = byAll?.key(given);
    return text === undefined ? undefined : { field: allFields, text };
  }

  const idOf = (row: Row) => (row as { id: string }).id;
  const nameOf = (key: NonNullable<Candidate['key']>) => `${key.field} ${alike(key.text)}`;

  /** By the resource's own rules, with their words. */
  function parsed(given: Fields, { labelOf }: KnownFields): { input: z.output<C['input']> } | string {
    const outcome = contract.input.safeParse(given);
    // The contract's schema is what its output type is made of.
    if (outcome.success) return { input: outcome.data as z.output<C['input']> };
    return outcome.error.issues
      .map(({ path, message }) => `${labelOf(String(path[0])) ?? String(path[0])}: ${message}`)
      .join('; ');
  }

  /** Rows that are there already, by the candidate that they are. */
  async function existingRows(trx: Trx, by: By, candidates: readonly Candidate[]): Promise<Map<Candidate, Row>> {
    const ids = new Map<Candidate, string>();
    for (const field of keys) {
      const its = candidates.filter(({ key }) => key?.field === field);
      if (its.length === 0) continue;
      const texts = its.map(({ key }) => key?.text ?? '');
      const found = await recognised[field]?.ids(trx, texts);
      for (const candidate of found === undefined ? [] : its) {
        const id = found?.get(candidate.key?.text ?? '');
        if (id !== undefined) ids.set(candidate, id);
      }
      if (found !== undefined) continue;
      const { rows } = await sql<{ place: number; id: string }>`
        select place, id from ids_by_key(${table}, ${field}, ${texts})`.execute(trx);
      for (const { place, id } of rows) {
        const candidate = its[place - 1];
        if (candidate !== undefined) ids.set(candidate, id);
      }
    }
    const its = candidates.filter(({ key }) => key?.field === allFields);
    const found =
      its.length === 0
        ? undefined
        : await byAll?.ids(
            trx,
            its.map(({ key }) => key?.text ?? ''),
          );
    for (const candidate of its) {
      const id = found?.get(candidate.key?.text ?? '');
      if (id !== undefined) ids.set(candidate, id);
    }
    const rows = ids.size === 0 ? [] : await read.seen(trx, by, [...new Set(ids.values())]);
    const byId = new Map(rows.map((row) => [(row as { id: string }).id, row]));
    return new Map(
      [...ids].flatMap(([candidate, id]) => {
        const row = byId.get(id);
        return row === undefined ? [] : [[candidate, row]];
      }),
    );
  }

  /** Nothing would be kept that is not there already, however it is written. */
  function isSame(input: Fields, stored: Fields, by: By): boolean {
    const kept = keptOf(input, by);
    return kept !== undefined && kept === keptOf(stored, by);
  }

  /** Undefined where it cannot be kept as it is. */
  function keptOf(fields: Fields, by: By): string | undefined {
    const read = contract.input.safeParse(fields);
    if (!read.success) return undefined;
    // The contract's schema is what its output type is made of.
    const input = read.data as z.output<C['input']> & Fields;
    const inTablesOfTheirOwn = Object.keys(write.rules.children).map((name) => input[name]);
    try {
      // An accent that stands apart from its letter is the same letter.
      return JSON.stringify([write.columnsOf(input, by), inTablesOfTheirOwn]).normalize('NFC');
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }

  async function batch(trx: Trx, by: By, rows: readonly FileRow[], order: ImportOrder): Promise<BatchOutcome> {
    await oneAfterTheOther(trx, by);
    const bad: BadRow[] = [];
    const refuse = ({ number, cells }: FileRow, reason: string) =>
      void bad.push({ row: number, cells: cells.map((cell) => plainCell(cell)), reason });
    let [same, duplicate] = [0, 0];
    const known = await knownFields(trx, resource, { fields, rows, order });
    const candidates: Candidate[] = [];
    for (const row of rows) {
      const given = known.givenBy(row);
      if (typeof given === 'string') refuse(row, given);
      else candidates.push({ row, given, key: keyOf(row, order) ?? keyOfAll(given) });
    }

    const existing = await existingRows(trx, by, candidates);
    const additions: { row: FileRow; id: string; input: z.output<C['input']> }[] = [];
    const changes: { row: FileRow; before: Row; input: z.output<C['input']> }[] = [];
    for (const candidate of candidates) {
      const { row, given, key } = candidate;
      if (key !== undefined && order.seen.has(nameOf(key))) {
        duplicate += 1;
        continue;
      }
      const before = existing.get(candidate);
      // A row that is taken is the one; a bad one leaves its place to a better one further down.
      const isTaken = () => {
        if (key !== undefined) order.seen.add(nameOf(key));
      };
      if (before !== undefined && order.existing === 'skip') {
        same += 1;
        isTaken();
        continue;
      }
      const stored = before as Fields | undefined;
      const left =
        stored === undefined ? {} : Object.fromEntries(Object.keys(shape).map((name) => [name, stored[name]]));
      const told = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const said = stored === undefined ? { ...given, ...known.otherwise, ...order.given, ...told } : told;
      const outcome = parsed(withSaid(left, said), known);
      if (typeof outcome === 'string') {
        refuse(row, outcome);
        continue;
      }
      isTaken();
      if (before === undefined) additions.push({ row, id: newId(), input: outcome.input });
      else if (isSame(outcome.input as Fields, left, by)) same += 1;
      else changes.push({ row, before, input: outcome.input });
    }

    const wrong = (row: FileRow, why: Problem) => refuse(row, problemInWords(why, known.labelOf));
    const created = await inOneOrEach(trx, additions, wrong, async (some) => {
      const added = [...(await write.insertMany(trx, by, some))];
      await after(trx, by, added, (row) => ({ kind: 'created', after: row }));
      return added;
    });
    const changed = await inOneOrEach(trx, changes, wrong, async (some) => {
      const written = await write.updateMany(trx, by, some);
      const before = new Map(some.map((one) => [idOf(one.before), one.before]));
      await after(
        trx,
        by,
        written.map(({ id }) => id),
        (row) => ({ kind: 'updated', before: before.get(idOf(row)) ?? row, after: row }),
      );
      return written;
    });
    const taken = new Set([...created, ...changed.map(({ id }) => id)]);
    const isBad = new Set(bad.map(({ row }) => row));
    for (const { row, id } of additions)
      if (!taken.has(id) && !isBad.has(row.number)) refuse(row, 'Đã có dữ liệu khác dùng giá trị này');
    for (const { row, before } of changes)
      if (!taken.has(idOf(before)) && !isBad.has(row.number))
        refuse(row, 'Vừa được người khác thay đổi, hãy nhập lại dòng này');
    await record(trx, by, created, changed);
    return { created, changed, same, duplicate, bad: bad.toSorted((a, b) => a.row - b.row) };
  }

  /** Two files at once are two sets: what is there is looked at when the other's batch is there, or is not. */
  async function oneAfterTheOther(trx: Trx, by: By): Promise<void> {
    const what = `import ${table} ${by.caller.tenantId}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(trx);
  }

  /** What the resource does besides, for each row that was written; a row that it refuses is none that is taken. */
  async function after(trx: Trx, by: By, ids: readonly string[], change: (row: Row) => Change<Row>): Promise<void> {
    if (resource.after === undefined) return;
    for (const row of await read.byIds(trx, ids)) await resource.after(trx, by, change(row));
  }

  /** One entry of the trail for a batch: it names every row, and what it was before. */
  async function record(trx: Trx, by: By, created: readonly string[], changed: BatchOutcome['changed']): Promise<void> {
    if (created.length + changed.length === 0) return;
    await audit(trx, actorOf(by), {
      action: 'import',
      subject: table,
      subjectId: by.requestId,
      after: { created, changed },
    });
  }

  return {
    batch,
    remember(rows: readonly FileRow[], order: ImportOrder): void {
      // What several fields tell is not looked up again: such a row is there by now.
      for (const row of rows) {
        const key = keyOf(row, order);
        if (key !== undefined) order.seen.add(nameOf(key));
      }
    },
  };

  /** All together; where the database refuses one of them, each by itself, so that the one is found and told why. */
  function inOneOrEach<One extends { readonly row: FileRow }, Done>(
    trx: Trx,
    all: readonly One[],
    wrong: (row: FileRow, why: Problem) => void,
    work: (some: readonly One[]) => Promise<readonly Done[]>,
  ): Promise<Done[]> {
    return inBisectedBatches(
      trx,
      all,
      (some) => write.refused(() => work(some)),
      ({ row }, why) => wrong(row, why),
    );
  }
}
