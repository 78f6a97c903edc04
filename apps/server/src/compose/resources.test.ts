import { type KyselyPlugin, type OperationNode, RawNode, TableNode } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratedTestDatabase } from '../../testing/database.ts';
import { openTestOffice } from '../../testing/small-company.ts';
import type { Trx } from '../db/database.ts';
import { places } from '../features/routing-versions/places.ts';
import { readBlockLists } from '../telephony/block-list-rows.ts';
import { readRows } from '../telephony/routing-rows.ts';
import { allResources } from './resources.ts';

/** People and what their roles allow are part of the plan, and the database itself tells of them: `rights-changed`. */
const toldByTheDatabase: readonly string[] = ['account', 'role'];

const read = new Set<string>();
let database: Awaited<ReturnType<typeof migratedTestDatabase>>;
beforeAll(async () => {
  database = await migratedTestDatabase();
  const { tenant } = await openTestOffice(database.db, 'reads');
  await database.db.inTenant(tenant, async (trx) => {
    const seen = trx.withPlugin(tablesInto(read)) as Trx; // the same with a plugin
    await readRows(seen);
    await readBlockLists(seen, 'all');
  });
});
afterAll(() => database.close());

const led = allResources.filter(({ bulkable }) => !toldByTheDatabase.includes(bulkable.table));
test.each(led.map(({ bulkable, calls }) => [bulkable.table, calls] as const))(
  'rows of %s are read again for calls (%s) where the plan is made of them, and else are not',
  (table, calls) => {
    expect(calls !== 'none' && calls !== 'phones').toBe(read.has(table));
  },
);

test('what a draft can have is what a draft notes', () => {
  const drafted = allResources.filter(({ calls }) => calls === 'drafted' || calls === 'rules');
  const own = Object.entries(places).flatMap(([table, place]) => ('owner' in place ? [] : [table]));
  // Holidays are a calendar, a row a year.
  expect(new Set([...drafted.map(({ bulkable }) => bulkable.table), 'holiday_year'])).toEqual(new Set(own));
});

/** Collects the tables of whatever is asked. */
function tablesInto(tables: Set<string>): KyselyPlugin {
  function walk(value: unknown): void {
    if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null) {
      const node = value as Partial<OperationNode>; // each node has a kind
      if (node.kind === 'TableNode' && TableNode.is(node as OperationNode)) {
        const { table } = value as TableNode; // it says so
        tables.add(table.identifier.name);
      }
      if (node.kind === 'RawNode' && RawNode.is(node as OperationNode)) {
        const { sqlFragments } = value as RawNode; // it says so
        for (const [, name = ''] of sqlFragments.join(' ').matchAll(/\b(?:from|join) ([a-z_]+)/g)) tables.add(name);
      }
      Object.values(value).forEach(walk);
    }
  }
  return {
    transformQuery({ node }) {
      walk(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}
