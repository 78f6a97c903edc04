import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from './postgres.ts';

let empty: TestDatabase;
let copies: readonly TestDatabase[];
let filled = 0;

beforeAll(async () => {
  const template = {
    name: 'of_this_test',
    fill: async (url: string) => {
      filled += 1;
      await query(url, 'create table planet as select 3 as number');
    },
  };
  empty = await testDatabase();
  copies = await Promise.all([testDatabase(template), testDatabase(template), testDatabase(template)]);
});

afterAll(async () => {
  for (const database of [empty, ...copies]) await database.drop();
});

test('databases of a test run do not see each other', async () => {
  await query(empty.url, 'create table mine ()');
  const [copy] = copies;
  if (copy === undefined) throw new Error('no copy');
  expect(await query(copy.url, "select to_regclass('mine') as found")).toEqual([{ found: null }]);
});

test('a template is filled once, however many ask for it at the same time', async () => {
  expect(filled).toBe(1);
  for (const { url } of copies) expect(await query(url, 'select number from planet')).toEqual([{ number: 3 }]);
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
