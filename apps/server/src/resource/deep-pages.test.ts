import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../testing/app.ts';
import type { Trx } from '../db/database.ts';
import { settleTallies } from './settle-tallies.ts';

let app: TestApp;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
});

afterAll(() => app.close());

const inDemo = <T>(work: (trx: Trx) => Promise<T>) => app.db.inTenant(demo.id, work);

/** So many rows, from this second on, several of them in each second. */
const addBranches = (count: number, from: number) =>
  inDemo((trx) =>
    sql`insert into branch (id, name, created_at)
      select gen_random_uuid(), gen_random_uuid(), to_timestamp(1700000000 + ${from}::int + n * 0.3)
      from generate_series(1, ${count}::int) as n`.execute(trx),
  );

const ids = async (path: string) => {
  const answer = await demo.admin.call('GET', path);
  expect([path, answer.statusCode]).toEqual([path, 200]);
  return answer.json().data.map(({ id }: { id: string }) => id);
};

/** Pages near and far, against the whole list cut into pages. */
async function expectPages(path: string, whole: readonly string[]): Promise<void> {
  for (const [page, size] of [
    [1, 10],
    [101, 10],
    [137, 10],
    [3, 1_000],
    [Math.floor(whole.length / 10) + 1, 10],
    [Math.floor(whole.length / 10) + 2, 10],
  ] as const) {
    const found = await ids(`${path}per_page=${size}&page=${page}`);
    expect([page, size, found]).toEqual([page, size, whole.slice((page - 1) * size, page * size)]);
  }
}

const allBranches = async (order: string) =>
  (await inDemo((trx) => sql<{ id: string }>`select id from branch order by ${sql.raw(order)}`.execute(trx))).rows.map(
    ({ id }) => id,
  );

test('pages far behind are those of the whole list, in every order that it can have', async () => {
  await addBranches(3_000, 0);
  await expectPages('/branchs?', await allBranches('created_at desc, id desc'));
  await expectPages('/branchs?sort=created_at&', await allBranches('created_at, id'));
  await expectPages('/branchs?sort=-name&', await allBranches('name collate "vi-x-icu" desc, id desc'));
  await expectPages('/branchs?sort=-department_count&', await allBranches('id desc'));
});

test('they stay so while rows are added and deleted anywhere, and tallies are settled', async () => {
  const step = fc.oneof(
    fc.record({ add: fc.integer({ min: 1, max: 1_500 }), at: fc.integer({ min: 0, max: 1_200 }) }),
    fc.record({ remove: fc.integer({ min: 1, max: 20 }) }),
    fc.constant('settle' as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const one of steps) {
        if (one === 'settle') await settleTallies(app.db, 1);
        else if ('add' in one) await addBranches(one.add, one.at);
        else
          await inDemo((trx) =>
            sql`delete from branch where id in (
              select id from branch order by md5(id::text) limit (select count(*) / ${one.remove} from branch))`.execute(
              trx,
            ),
          );
      }
      await expectPages('/branchs?', await allBranches('created_at desc, id desc'));
      const { rows } = await inDemo((trx) =>
        sql`select (select count(*) from branch) as rows, sum(n)::bigint as told from row_tally where list = 'branch'`.execute(
          trx,
        ),
      );
      const [{ rows: there, told }] = rows as [{ rows: number; told: number | null }];
      expect(told ?? 0).toBe(there);
    }),
    { numRuns: 6 },
  );
});

test('the call history has the same pages', async () => {
  // In the first minutes of a month some of them are of the month before.
  await inDemo((trx) => sql`select create_call_month((now() - interval '1 day')::date)`.execute(trx));
  await inDemo((trx) =>
    sql`insert into call (id, started_at, revision, direction, status, stage, ended_at, dialled)
      select gen_random_uuid(), now() - n * interval '0.4 s', 1, 'inbound', 'missed', 'ended', now(), ''
      from generate_series(1, 2500) as n`.execute(trx),
  );
  const { rows } = await inDemo((trx) =>
    sql<{ id: string }>`select id from call order by started_at desc, id`.execute(trx),
  );
  const whole = rows.map(({ id }) => id);
  await expectPages('/histories-call?', whole);
  await expectPages('/histories-call?sort=started_at&', whole.toReversed());
  await expectPages('/histories-call?status=missed&', whole);
});
