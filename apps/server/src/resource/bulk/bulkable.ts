import { type CrudContract, type KeptRow, type Permission, type StoredRowOf, screens } from '@alo/contract';
import type { Expression } from 'kysely';
import { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
import type { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../announce.ts';
import { inBisectedBatches } from '../batch-bisection.ts';
import { type ChosenRow, changing } from '../changing.ts';
import { reading } from '../reading.ts';
import { problemInWords, refusedRemoval } from '../refused.ts';
import type { Resource } from '../resource.ts';
import { writing } from '../writing.ts';
import type { BulkAction, BulkOutcome, BulkWanted } from './bulk-state.ts';
import { placing } from './placing.ts';

/** What can be changed many rows at a time. */
export interface Bulkable {
  /** Its screen in the contract. */
  readonly subject: string;
  /** Where its rows are, and what people fill in of them. */
  readonly table: string;
  readonly fields: readonly string[];
  readonly title: string;
  readonly permissions: Readonly<Record<'delete' | 'set', Permission>>;
  /** The rows that are wanted and were there at a time, as a query that has their `id` and `version`, in their order. */
  chosen(trx: Trx, by: By, wanted: BulkWanted, at: Expression<Date>): Promise<Expression<unknown>>;
  /** Changes some of them in one transaction, each as if somebody had done it by hand. */
  take(trx: Trx, by: By, action: BulkAction, rows: readonly Required<ChosenRow>[]): Promise<BulkOutcome>;
  /** Changes these rows as each of them says, likewise. */
  change(
    trx: Trx,
    by: By,
    setOf: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
    ids: readonly string[],
  ): Promise<BulkOutcome>;
  undo(
    trx: Trx,
    by: By,
    outcome: Pick<BulkOutcome, 'removed' | 'changed'>,
    action?: BulkAction,
  ): Promise<{ restored: number; kept: number }>;
  announce(trx: Trx, by: By, announce: AnnounceChange): Promise<void>;
  /** What a list is called that rows can be put on; undefined where there is none that is meant. */
  listNamed(trx: Trx, list: string, id: string): Promise<string | undefined>;
  /** Of these rows, as the contract has them, those that are there; with what each is called. */
  recorded(trx: Trx, by: By, ids: readonly string[]): Promise<readonly RecordedRow[]>;
  /** What such a row is called. */
  called(row: Readonly<Record<string, unknown>>): string;
}

export interface RecordedRow {
  readonly id: string;
  readonly name: string;
  readonly row: Readonly<Record<string, unknown>>;
}

export function bulkOf<C extends CrudContract>(resource: Resource<C>): Bulkable {
  type Row = StoredRowOf<C>;
  const { contract } = resource;
  const read = reading(resource);
  const write = writing(resource);
  // Consoles are told once, behind the last row, and not of each.
  const { changed, idOf, maskFor, remove } = changing(resource, async () => undefined);
  const headings = resource.sheet as Readonly<Record<string, string | { readonly heading: string } | undefined>>;
  const special = (resource.imports?.fields ?? {}) as Readonly<
    Record<string, { readonly heading: string } | undefined>
  >;
  const labelOf = (field: string) => {
    const heading = special[field] ?? headings[field];
    return typeof heading === 'string' ? heading : heading?.heading;
  };
  const words = (why: Problem) => problemInWords(why, labelOf);

  async function calledBy(trx: Trx, by: By) {
    const mask = await maskFor(trx, by);
    return (row: Row) => contract.called(mask(row) as Readonly<Record<string, unknown>>);
  }

  async function takeAway(trx: Trx, by: By, rows: readonly Required<ChosenRow>[]): Promise<BulkOutcome> {
    const called = await calledBy(trx, by);
    const names = new Map(
      (
        await read.seen(
          trx,
          by,
          rows.map(({ id }) => id),
        )
      ).map((row) => [idOf(row), called(row)]),
    );
    const kept: KeptRow[] = [];
    const keep = (id: string, reason: string) => void kept.push({ id, name: names.get(id) ?? '', reason });
    const removed = await inBisectedBatches(
      trx,
      rows,
      (some) =>
        refusedRemoval(async () => {
          const { deleted, refused } = await remove(trx, by, some);
          for (const one of refused) {
            keep(
              one.id,
              one.code === 'conflict'
                ? changedMeanwhile
                : `Đang được sử dụng: ${one.used_by.map(({ kind, name }) => `${kind} ${name}`).join(', ')}`,
            );
          }
          return deleted;
        }),
      ({ id }) => keep(id, 'Đang được sử dụng'),
    );
    const gone = new Set(removed.map(({ before }) => idOf(before)));
    return { removed, changed: [], same: 0, kept: onceEach(kept).filter(({ id }) => !gone.has(id)) };
  }

  const inputNames = Object.keys(contract.input.shape);
  const onlyInputs = (row: Row) =>
    Object.fromEntries(inputNames.map((name) => [name, (row as Readonly<Record<string, unknown>>)[name]]));

  async function setFields(
    trx: Trx,
    by: By,
    setOf: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
    ids: readonly string[],
  ): Promise<BulkOutcome> {
    const called = await calledBy(trx, by);
    const kept: KeptRow[] = [];
    const keep = (row: Row, reason: string) => void kept.push({ id: idOf(row), name: called(row), reason });
    const wanted: { before: Row; input: z.output<C['input']> }[] = [];
    const found = await read.seen(trx, by, [...ids]);
    for (const before of found) {
      const set = setOf(onlyInputs(before));
      const outcome = contract.input.safeParse({ ...(before as object), ...set });
      if (!outcome.success) keep(before, outcome.error.issues.map(({ message }) => message).join('; '));
      // The contract's schema is what its output type is made of.
      else if (differs(before, set)) wanted.push({ before, input: outcome.data as z.output<C['input']> });
    }
    const done = await inBisectedBatches(
      trx,
      wanted,
      async (some) => {
        const written = await write.refused(() => write.updateMany(trx, by, some));
        const ids = new Set(written.map(({ id }) => id));
        await updated(
          trx,
          by,
          some.map(({ before }) => before).filter((row) => ids.has(idOf(row))),
        );
        return written;
      },
      ({ before }, why) => keep(before, words(why)),
    );
    const changedIds = new Set(done.map(({ id }) => id));
    const refused = new Set(kept.map(({ id }) => id));
    for (const { before } of wanted)
      if (!changedIds.has(idOf(before)) && !refused.has(idOf(before))) keep(before, changedMeanwhile);
    return { removed: [], changed: done, same: found.length - done.length - kept.length, kept };
  }

  /** Tells of rows that are now otherwise than they were; what the resource refuses of them is thrown. */
  async function updated(trx: Trx, by: By, rows: readonly Row[]): Promise<void> {
    const after = new Map((await read.byIds(trx, rows.map(idOf))).map((row) => [idOf(row), row]));
    const pairs = rows.flatMap((before) => {
      const now = after.get(idOf(before));
      return now === undefined ? [] : [{ kind: 'updated' as const, before, after: now }];
    });
    await changed(trx, by, pairs);
  }

  const placed = placing(resource, calledBy);
  const inScreen = (action: 'delete' | 'update') => `${contract.screen}.${action}` as Permission;
  return {
    subject: contract.screen,
    table: resource.table,
    fields: Object.keys(contract.input.shape),
    title: screens[contract.screen].label,
    permissions: { delete: inScreen('delete'), set: inScreen('update') },
    chosen: (trx, by, { search, filters, ids }, at) =>
      read.chosen(trx, by, { search, sort: undefined, filters }, { ids, at }),
    take: (trx, by, action, rows) => {
      const ids = rows.map(({ id }) => id);
      switch (action.kind) {
        case 'delete':
          return takeAway(trx, by, rows);
        case 'set':
          return setFields(trx, by, () => action.set, ids);
        case 'put':
        case 'take-off':
          return placed.take(trx, by, action, ids);
        default:
          return action satisfies never;
      }
    },
    change: setFields,
    listNamed: placed.listNamed,
    async undo(trx, by, outcome, action) {
      if (action?.kind === 'put' || action?.kind === 'take-off') return placed.undo(trx, by, action, outcome);
      const { removed, changed: changes } = outcome;
      const added = await inBisectedBatches(
        trx,
        removed,
        async (some) => {
          const again = [...(await write.refused(() => write.reinsert(trx, by, some)))];
          await changed(
            trx,
            by,
            (await read.byIds(trx, again)).map((after) => ({ kind: 'created', after })),
          );
          return again;
        },
        () => undefined,
      );
      const rows = changedRows.parse(changes);
      const restored = await inBisectedBatches(
        trx,
        rows,
        async (some) => {
          const before = await read.byIds(
            trx,
            some.map(({ id }) => id),
          );
          const again = await write.refused(() => write.restoreMany(trx, by, some));
          const ids = new Set(again.map(({ id }) => id));
          await updated(
            trx,
            by,
            before.filter((row) => ids.has(idOf(row))),
          );
          return again;
        },
        () => undefined,
      );
      const done = added.length + restored.length;
      return { restored: done, kept: removed.length + rows.length - done };
    },
    called: (row) => contract.called(row),
    async recorded(trx, by, ids) {
      const called = await calledBy(trx, by);
      return (await read.byIds(trx, ids)).map((row) => ({
        id: idOf(row),
        name: called(row),
        row: recordedRow.parse(contract.row.parse(row)),
      }));
    },
    announce: (trx, by, announce) => announce(trx, { tenantId: by.caller.tenantId, subject: contract.screen, ids: [] }),
  };
}

const recordedRow = z.record(z.string(), z.unknown());

const changedMeanwhile = 'Vừa được người khác sửa';

const changedRows = z.array(
  z.object({ id: z.string(), version: z.number(), before: z.record(z.string(), z.unknown()) }),
);

const differs = (row: unknown, set: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(set).some(
    ([name, value]) => JSON.stringify((row as Record<string, unknown>)[name] ?? null) !== JSON.stringify(value ?? null),
  );

/** A row that was looked at again in a half is kept once, for the last reason. */
const onceEach = (kept: readonly KeptRow[]): KeptRow[] => [...new Map(kept.map((row) => [row.id, row])).values()];
