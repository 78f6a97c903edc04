import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Db, openDatabase } from '../../db/database.ts';
import { migratedTestDatabase } from '../../db/test-database.ts';
import { signInThrottle } from './sign-in-throttle.ts';

let database: Awaited<ReturnType<typeof migratedTestDatabase>>;
let elsewhere: Db;
let now = Date.now();

beforeAll(async () => {
  database = await migratedTestDatabase();
  elsewhere = openDatabase({ url: database.url, size: 5 });
});

afterAll(async () => {
  await elsewhere.close();
  await database.close();
});

const throttleOf = (db: Db) => signInThrottle(db.directory, () => now);

test('five tries are free, then the wait doubles up to a quarter of an hour, and quiet forgets', async () => {
  const throttle = throttleOf(database.db);
  for (let n = 0; n < 5; n += 1) expect(await throttle.take('a')).toBe(0);
  expect(await throttle.take('a')).toBe(1_000);
  const waits: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    now += await throttle.take('a');
    expect(await throttle.take('a')).toBe(0);
    waits.push(await throttle.take('a'));
  }
  expect(waits.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000]);
  expect(waits.at(-1)).toBe(15 * 60_000);
  now += 61 * 60_000;
  expect([await throttle.take('a'), await throttle.take('a')]).toEqual([0, 0]);
});

test('all processes count together, tries at the same moment too', async () => {
  const here = throttleOf(database.db);
  const there = throttleOf(elsewhere);
  const tries = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? here : there).take('c')));
  expect(tries.filter((wait) => wait === 0)).toHaveLength(5);
  expect(await there.take('c')).toBe(1_000);
});

test('waiting costs no try, the right password forgives, and others are not held up', async () => {
  const throttle = throttleOf(database.db);
  for (let n = 0; n < 5; n += 1) await throttle.take('d');
  for (let n = 0; n < 20; n += 1) await throttle.take('d');
  expect(await throttle.take('e')).toBe(0);
  now += 1_000;
  expect(await throttle.take('d')).toBe(0);
  await throttle.forgive('d');
  expect(await throttle.take('d')).toBe(0);
});
