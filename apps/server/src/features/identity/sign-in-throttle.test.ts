import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratedTestDatabase } from '../../../testing/database.ts';
import { type Db, openDatabase } from '../../db/database.ts';
import { type CountedBy, signInThrottle } from './sign-in-throttle.ts';

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

/** One name from one network. */
const pair = (name: string): CountedBy[] => [{ kind: 'pair', name }];
/** The milliseconds to wait; 0 where the try was taken. */
async function take(throttle: ReturnType<typeof throttleOf>, counted: readonly CountedBy[]): Promise<number> {
  const outcome = await throttle.take(counted);
  return outcome.kind === 'wait' ? outcome.ms : 0;
}
/** How many of so many tries are let through, none of them waiting. */
async function letThrough(throttle: ReturnType<typeof throttleOf>, tries: readonly (readonly CountedBy[])[]) {
  let taken = 0;
  for (const counted of tries) if ((await take(throttle, counted)) === 0) taken += 1;
  return taken;
}

test('five tries are free, then the wait doubles up to a quarter of an hour, and quiet forgets', async () => {
  const throttle = throttleOf(database.db);
  for (let n = 0; n < 5; n += 1) expect(await take(throttle, pair('a'))).toBe(0);
  expect(await take(throttle, pair('a'))).toBe(1_000);
  const waits: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    now += await take(throttle, pair('a'));
    expect(await take(throttle, pair('a'))).toBe(0);
    waits.push(await take(throttle, pair('a')));
  }
  expect(waits.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000]);
  expect(waits.at(-1)).toBe(15 * 60_000);
  now += 61 * 60_000;
  expect([await take(throttle, pair('a')), await take(throttle, pair('a'))]).toEqual([0, 0]);
});

test('who asked a moment before and comes a moment behind does not wait while tries are free', async () => {
  const throttle = throttleOf(database.db);
  const network: CountedBy = { kind: 'network', name: 'eight o’clock' };
  expect(await take(throttle, [network])).toBe(0);
  now -= 20;
  expect(await take(throttle, [network])).toBe(0);
  now += 20;
});

test('who signs in at several places at the same moment is refused nowhere because another try was forgiven meanwhile', async () => {
  const network: CountedBy = { kind: 'network', name: 'office' };
  const signIn = async (throttle: ReturnType<typeof throttleOf>, counted: readonly CountedBy[]) => {
    expect(await take(throttle, counted)).toBe(0);
    await throttle.forgive(counted);
  };
  for (let n = 0; n < 60; n += 1) {
    // An hour is over: counters that nobody used are tidied away, and those that are used meanwhile are not.
    now += 61 * 60_000;
    await Promise.all(
      [database.db, elsewhere, database.db, elsewhere].map((db, at) =>
        signIn(throttleOf(db), at % 2 === 0 ? [...pair('lan'), network] : [network, ...pair('lan')]),
      ),
    );
  }
});

test('all processes count together, tries at the same moment too', async () => {
  const here = throttleOf(database.db);
  const there = throttleOf(elsewhere);
  const all = (name: string): CountedBy[] => [...pair(name), { kind: 'network', name: 'c' }];
  const tries = await Promise.all(
    Array.from({ length: 10 }, (_, n) => take(n % 2 === 0 ? here : there, all(n < 9 ? 'c' : 'other'))),
  );
  expect(tries.filter((wait) => wait === 0)).toHaveLength(6);
  expect(await take(there, pair('c'))).toBe(1_000);
});

test('waiting costs no try, the right password forgives, and others are not held up', async () => {
  const throttle = throttleOf(database.db);
  for (let n = 0; n < 25; n += 1) await throttle.take(pair('d'));
  expect(await take(throttle, pair('e'))).toBe(0);
  expect(await take(throttle, pair('d'))).toBe(1_000);
  now += 1_000;
  expect(await take(throttle, pair('d'))).toBe(0);
  await throttle.forgive(pair('d'));
  expect(await take(throttle, pair('d'))).toBe(0);
});

test('one name from four hundred networks: twenty guesses an hour, and somebody hears of it once', async () => {
  const throttle = throttleOf(database.db);
  const usedUp: CountedBy[] = [];
  let taken = 0;
  for (let n = 0; n < 400; n += 1) {
    const outcome = await throttle.take([...pair(`f ${n}`), { kind: 'account', name: 'f' }]);
    if (outcome.kind === 'taken') {
      taken += 1;
      usedUp.push(...outcome.usedUp);
    }
  }
  expect(taken).toBe(20);
  expect(usedUp).toEqual([{ kind: 'account', name: 'f' }]);
  now += 61 * 60_000;
  expect(await take(throttle, [{ kind: 'account', name: 'f' }])).toBe(0);
});

test('an hour of guessing without a pause comes to few guesses, and a limit by the hour ends with its hour', async () => {
  const throttle = throttleOf(database.db);
  const account: CountedBy[] = [{ kind: 'account', name: 'g' }];
  const begin = now;
  let taken = 0;
  while (now < begin + 60 * 60_000) {
    const wait = await take(throttle, account);
    if (wait === 0) taken += 1;
    now += Math.max(wait, 1);
  }
  expect(taken).toBeLessThan(35);
});

test('one password for many names is slowed down, wherever it comes from', async () => {
  const throttle = throttleOf(database.db);
  const tries = Array.from({ length: 150 }, (_, n): CountedBy[] => [
    ...pair(`h ${n}`),
    { kind: 'network', name: `h ${n}` },
    { kind: 'password', name: 'the same' },
  ]);
  expect(await letThrough(throttle, tries)).toBe(10);
});

test('a right password gives the shared limits back the one try that it took', async () => {
  const throttle = throttleOf(database.db);
  const counted: CountedBy[] = [...pair('i'), { kind: 'network', name: 'i' }];
  for (let n = 0; n < 60; n += 1) {
    expect(await take(throttle, counted)).toBe(0);
    await throttle.forgive(counted);
  }
  const others = Array.from({ length: 100 }, (_, n): CountedBy[] => [
    ...pair(`i ${n}`),
    { kind: 'network', name: 'i' },
  ]);
  expect(await letThrough(throttle, others)).toBe(50);
});
