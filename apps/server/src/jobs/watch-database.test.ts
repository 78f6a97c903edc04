import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnedTestDatabase, ownedTestDatabase } from '../../testing/database.ts';
import { roles } from '../db/roles.ts';
import { watchDatabase } from './watch-database.ts';

const name = 'alo test watch';
let database: OwnedTestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await ownedTestDatabase();
  owner = database.owner;
});
afterAll(() => database.close());

/** A watch that holds a lock, and what it said and did. */
async function watched(mayBegin: (time: number) => boolean = () => true) {
  const warnings: string[] = [];
  let [begun, looked] = [0, 0];
  const watch = await watchDatabase({
    url: database.url,
    role: roles.owner,
    name,
    log: { debug: () => {}, warn: (_fields, message) => void warnings.push(message), error: () => {} },
    words: { dropped: 'dropped', failed: 'failed' },
    async begin(client) {
      begun += 1;
      if (!mayBegin(begun)) throw new Error('not now');
      await client.query('select pg_advisory_lock(1, 2)');
    },
    async look(client) {
      await client.query('select 1');
      looked += 1;
    },
  });
  return { watch, warnings, counts: () => ({ begun, looked }) };
}

const theirs = async (what: string) =>
  (await owner.query(`select ${what} from pg_stat_activity where application_name = '${name}'`)).rows;
const locks = async () =>
  (
    await owner.query(`select from pg_locks where locktype = 'advisory' and objid = 2
      and database = (select oid from pg_database where datname = current_database())`)
  ).rowCount;

test('what goes with the connection is had again after the database dropped it, and let go of at the end', async () => {
  const { watch, warnings, counts } = await watched();
  expect(await locks()).toBe(1);
  watch.look();
  await expect.poll(() => counts().looked).toBeGreaterThan(0);
  await theirs('pg_terminate_backend(pid)');
  await expect.poll(() => warnings).toContain('dropped');
  watch.look();
  await expect.poll(() => counts().begun).toBe(2);
  await expect.poll(locks).toBe(1);
  const { looked } = counts();
  expect(warnings.filter((said) => said === 'failed')).toHaveLength(1);
  watch.look();
  await expect.poll(() => counts().looked).toBeGreaterThan(looked);
  await watch.close();
  const atEnd = counts();
  await expect.poll(() => theirs('pid')).toEqual([]);
  watch.look();
  expect(counts()).toEqual(atEnd);
});

test('one that is closed while it tries to have another connection leaves none behind', async () => {
  const { watch, warnings, counts } = await watched((time) => time === 1);
  await theirs('pg_terminate_backend(pid)');
  await expect.poll(() => warnings).toContain('dropped');
  watch.look();
  await expect.poll(() => counts().begun).toBeGreaterThan(1);
  await watch.close();
  const { begun } = counts();
  await expect.poll(() => theirs('pid')).toEqual([]);
  expect(counts().begun).toBe(begun);
});
