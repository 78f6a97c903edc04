import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratedTestDatabase } from '../../testing/database.ts';
import { newId } from '../kernel/new-id.ts';
import { type Placeholders, prepared } from './prepared.ts';

let database: Awaited<ReturnType<typeof migratedTestDatabase>>;
const [first, second] = [newId(), newId()];

beforeAll(async () => {
  database = await migratedTestDatabase();
  for (const id of [first, second]) {
    await database.db.inTenant(id, async (trx) => {
      await trx.insertInto('tenant').values({ id, code: id, name: id, sip_domain: id }).execute();
      for (const name of ['Bắc', 'Nam']) await trx.insertInto('branch').values({ id: newId(), name }).execute();
    });
  }
});

afterAll(() => database.close());

interface Asked {
  readonly name: string;
  readonly since: Date;
}

test('a statement that was prepared once is asked with other values each time, by whichever company', async () => {
  let made = 0;
  const named = prepared((trx, { name, since }: Placeholders<Asked>) => {
    made += 1;
    return trx
      .selectFrom('branch')
      .where('name', '=', name)
      .where('created_at', '>', since)
      .select(['tenant_id', sql<string>`${name} || '!'`.as('called')]);
  });
  const ask = async (tenant: string, values: Asked) =>
    (await database.db.read(tenant, () => ({ found: named(values) }))).found;
  const since = new Date('2020-01-01');
  for (const tenant of [first, second]) {
    expect(await ask(tenant, { name: 'Bắc', since })).toEqual([{ tenant_id: tenant, called: 'Bắc!' }]);
    expect(await ask(tenant, { name: 'Nam', since })).toEqual([{ tenant_id: tenant, called: 'Nam!' }]);
    expect(await ask(tenant, { name: 'Nam', since: new Date('2999-01-01') })).toEqual([]);
  }
  expect(made).toBe(1);
});

test('each shape is a statement of its own', async () => {
  const branches = prepared((trx, { name }: Placeholders<{ name: string }>, sees: 'all' | 'one', atMost: number) => {
    const all = trx.selectFrom('branch').select('name').orderBy('name').limit(atMost);
    return sees === 'all' ? all : all.where('name', '=', name);
  });
  const ask = async (...asked: Parameters<typeof branches>) =>
    (await database.db.read(first, () => ({ found: branches(...asked) }))).found.map(({ name }) => name);
  for (let round = 0; round < 2; round += 1) {
    expect(await ask({ name: 'Nam' }, 'all', 5)).toEqual(['Bắc', 'Nam']);
    expect(await ask({ name: 'Nam' }, 'one', 5)).toEqual(['Nam']);
    expect(await ask({ name: 'Nam' }, 'all', 1)).toEqual(['Bắc']);
  }
});

test('a moment that was now when a statement was prepared is a mistake that is noticed at once', () => {
  const stale = prepared((trx) => trx.selectFrom('branch').select('id').where('created_at', '>', new Date()));
  expect(() => stale({})).toThrow('A moment of when a statement was prepared stands in it.');
});
