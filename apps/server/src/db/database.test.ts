import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratedTestDatabase } from '../../testing/database.ts';
import { gateTo } from '../../testing/database-gate.ts';
import { DatabaseUnavailable } from '../kernel/database-unavailable.ts';
import { FairPlaces } from '../kernel/fair-places.ts';
import { newId } from '../kernel/new-id.ts';
import { connectionTurns } from './connection-turns.ts';
import { type Db, openDatabase } from './database.ts';
import { plannedEachTime, statementNames } from './statement-names.ts';

let database: Awaited<ReturnType<typeof migratedTestDatabase>>;
let db: Db;
const [first, second] = [newId(), newId()];

beforeAll(async () => {
  database = await migratedTestDatabase();
  // One connection: what a transaction leaves behind, the next one finds.
  db = openDatabase({ url: database.url, size: 1 });
  for (const id of [first, second]) {
    await db.inTenant(id, async (trx) => {
      await trx.insertInto('tenant').values({ id, code: id, name: id, sip_domain: id }).execute();
      await trx
        .insertInto('branch')
        .values({ id, name: `Chi nhánh ${id}` })
        .execute();
    });
  }
});

afterAll(async () => {
  await db.close();
  await database.close();
});

const branches = (tenant: string, wanted = tenant) =>
  db.read(tenant, (trx) => ({
    branches: trx.selectFrom('branch').select('id').where('id', '=', wanted),
    total: trx.selectFrom('branch').select(({ fn }) => fn.countAll<number>().as('n')),
  }));

test('what is read together is of one tenant, whoever used the connection before', async () => {
  for (let round = 0; round < 3; round += 1) {
    for (const tenant of [first, second]) {
      expect(await branches(tenant)).toEqual({ branches: [{ id: tenant }], total: [{ n: 1 }] });
    }
    expect(await branches(first, second)).toEqual({ branches: [], total: [{ n: 1 }] });
  }
});

test('a connection that nobody uses is ended when it is let go of, and what asks then has another', async () => {
  const process = () =>
    db.outside((any) => any.selectNoFrom(sql<number>`pg_backend_pid()`.as('pid')).executeTakeFirst());
  const before = await process();
  expect(await process()).toEqual(before);
  await db.letGo();
  expect(await process()).not.toEqual(before);
});

test('two companies whose transactions hold all connections that they may have leave a third its own', async () => {
  const places = new FairPlaces({ places: 4, kept: 2, floor: 1, waiting: 100 });
  const shared = openDatabase({ url: database.url, size: 4, waitMs: 60_000, inTurn: connectionTurns(places, 60_000) });
  const over = Promise.withResolvers<void>();
  const [third, ...two] = [first, newId(), newId()];
  const held = two.flatMap((tenant) =>
    Array.from({ length: 6 }, () =>
      shared.inTenant(tenant, async (trx) => {
        await sql`select 1`.execute(trx);
        await over.promise;
      }),
    ),
  );
  const { branches: found } = await shared.read(third, (trx) => ({ branches: trx.selectFrom('branch').select('id') }));
  expect(found).toEqual([{ id: first }]);
  over.resolve();
  await Promise.all(held);
  await shared.close();
});

test('a statement that fails fails the reading alone: the connection is whole for the next', async () => {
  const wrong = db.read(first, (trx) => ({
    broken: trx.selectFrom('branch').select(sql<number>`1 / (count(*) - 1)`.as('n')),
    fine: trx.selectFrom('branch').select('id'),
  }));
  await expect(wrong).rejects.toThrow('division by zero');
  expect(await branches(first)).toEqual({ branches: [{ id: first }], total: [{ n: 1 }] });
});

test('what is written together is there, all of it or nothing, wherever the one stands that failed', async () => {
  const id = newId();
  const names = async () => {
    const { found } = await db.read(first, (trx) => ({
      found: trx.selectFrom('branch').select('name').where('id', '<>', first),
    }));
    return found;
  };
  const writing = (at: string, name = at) =>
    db.write(first, (trx) => ({
      added: trx.insertInto('branch').values({ id, name: at }),
      changed: trx.updateTable('branch').where('id', '=', id).set({ name }).returning('name'),
    }));
  expect(await writing('Hà Nội', 'Hải Phòng')).toEqual({ added: [], changed: [{ name: 'Hải Phòng' }] });
  const again = [
    writing('Vinh'),
    db.write(first, (trx) => ({
      changed: trx.updateTable('branch').where('id', '=', id).set({ name: 'Vinh' }),
      added: trx.insertInto('branch').values({ id, name: 'Huế' }),
    })),
  ];
  for (const refused of again) await expect(refused).rejects.toThrow('duplicate key');
  expect(await names()).toEqual([{ name: 'Hải Phòng' }]);
  await db.write(first, (trx) => ({ gone: trx.deleteFrom('branch').where('id', '=', id) }));
  expect(await names()).toEqual([]);
});

test('a statement that failed unheard rolls the transaction back, and the first one may be the one that fails', async () => {
  await expect(db.inTenant(first, (trx) => sql`select 1 / 0`.execute(trx))).rejects.toThrow('division by zero');
  const unheard = db.inTenant(first, async (trx) => {
    await trx.updateTable('branch').set({ name: 'khác' }).execute();
    await sql`select 1 / 0`.execute(trx).catch(() => undefined);
  });
  await expect(unheard).rejects.toThrow('had failed');
  const { names } = await db.read(first, (trx) => ({ names: trx.selectFrom('branch').select('name') }));
  expect(names).toEqual([{ name: `Chi nhánh ${first}` }]);
});

test('a transaction begins together with its first statement, and what is written together is one turn', async () => {
  let turns = 0;
  let isAnswered = true;
  await using gate = await gateTo(database.url, (client, server) => ({
    fromClient(bytes) {
      if (isAnswered) turns += 1;
      isAnswered = false;
      server.write(bytes);
    },
    fromServer(bytes) {
      isAnswered = true;
      client.write(bytes);
    },
  }));
  const watched = openDatabase({ url: gate.url, size: 1 });
  /** How often we speak after the database has. */
  const turnsOf = async (work: () => Promise<unknown>) => {
    const before = turns;
    await work();
    return turns - before;
  };
  const asked = () => watched.inTenant(first, (trx) => trx.selectFrom('branch').select('id').execute());
  const written = () =>
    watched.write(first, (trx) => ({
      one: trx.updateTable('branch').set({ name: 'Một' }),
      two: trx.updateTable('branch').set({ name: `Chi nhánh ${first}` }),
    }));
  await asked(); // Connects.
  expect(await turnsOf(asked)).toBe(2);
  expect(await turnsOf(written)).toBe(1);
  // Nothing was asked, and whoever has the connection next is in no transaction and no tenant.
  await expect(watched.inTenant(first, () => Promise.reject(new Error('changed my mind')))).rejects.toThrow('my mind');
  const left = await watched.outside((any) =>
    sql<{ tenant: string }>`select current_setting('app.tenant', true) as tenant`.execute(any),
  );
  expect(left.rows).toEqual([{ tenant: '' }]);
  await watched.close();
});

test('a connection that breaks under a reading says that the database is not there, and the next one works', async () => {
  const reading = db.read(first, (trx) => ({
    slept: trx.selectNoFrom(sql<number>`pg_sleep(60)`.as('slept')),
  }));
  // It breaks before anybody else has looked at it.
  const outcome = reading.catch((error: unknown) => error);
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const killed = async () => {
    const { rowCount } = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep%' and application_name = 'alo'`,
    );
    return rowCount ?? 0;
  };
  while ((await killed()) === 0);
  expect(await outcome).toBeInstanceOf(DatabaseUnavailable);
  // A request whose reading broke has done nothing yet, and may be tried again.
  expect(await outcome).toMatchObject({ mayBeDone: false });
  await owner.end();
  expect(await branches(first)).toEqual({ branches: [{ id: first }], total: [{ n: 1 }] });
});

test('of two transactions in each other’s way one goes on, and the other one may be tried again', async () => {
  const [tenant, ...ids] = [newId(), newId(), newId()];
  await db.inTenant(tenant, async (trx) => {
    await trx.insertInto('tenant').values({ id: tenant, code: tenant, name: tenant, sip_domain: tenant }).execute();
    await trx
      .insertInto('branch')
      .values(ids.map((id) => ({ id, name: id })))
      .execute();
  });
  let held = 0;
  const bothHold = Promise.withResolvers<void>();
  const change = (order: readonly string[]) =>
    database.db.inTenant(tenant, async (trx) => {
      for (const id of order) {
        await trx.updateTable('branch').set({ note: 'đổi' }).where('id', '=', id).execute();
        held += 1;
        if (held === 2) bothHold.resolve();
        await bothHold.promise;
      }
    });
  const outcomes = await Promise.allSettled([change(ids), change(ids.toReversed())]);
  const [refused, ...others] = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect([refused, others]).toEqual([expect.any(DatabaseUnavailable), []]);
});

test('a tenant that is no id asks for nothing', async () => {
  await expect(branches("x'; drop table branch; --")).rejects.toThrow(TypeError);
  await expect(db.inTenant('x', (trx) => trx.selectFrom('branch').select('id').execute())).rejects.toThrow(TypeError);
  expect(await branches(first)).toEqual({ branches: [{ id: first }], total: [{ n: 1 }] });
});

test('PostgreSQL keeps a statement from the second time on, and not what differs each time', () => {
  const named = statementNames();
  expect(named('select 1 where $1', [1])).toEqual({ text: 'select 1 where $1', values: [1] });
  const { name } = named('select 1 where $1', [2]);
  expect(name).toBeDefined();
  expect(named('select 1 where $1', [3])).toEqual({ name, text: 'select 1 where $1', values: [3] });
  for (const text of ['commit', 'rollback', `select ${plannedEachTime} 1 where $1`]) {
    named(text, []);
    expect(named(text, [])).toEqual({ text, values: [] });
  }
  const names = new Set<string | undefined>();
  for (let n = 0; n < 1_000; n += 1) for (const _ of [1, 2]) names.add(named(`select ${n}`, []).name);
  expect(names.size).toBeLessThanOrEqual(301);
});
