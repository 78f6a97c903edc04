import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/postgres.ts';
import { newId } from '../kernel/new-id.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

test('customers from before statuses were rows keep their numbers, and each word becomes a status of its company once', async () => {
  const database = await testDatabase();
  const before = migrations.findIndex(({ name }) => name === '0165-customers');
  await migrate(database.url, migrations.slice(0, before));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const [one, other] = [newId(), newId()];
  for (const [id, code] of [
    [one, 'mot'],
    [other, 'hai'],
  ] as const) {
    await client.query('insert into tenant (id, code, name, sip_domain) values ($1, $2, $2, $2)', [id, code]);
  }
  await client.query('insert into profile_status (tenant_id, id, name) values ($1, $2, $3)', [one, newId(), 'Đã mua']);
  const rows = [
    [one, 'Hoa', 'đã mua', ['+84901000001', '+84901000002']],
    [one, 'Lan', '', []],
    [one, 'Mai', 'Đang theo', ['+84901000003']],
    [other, 'Cúc', 'Đang theo', ['+84901000001']],
  ] as const;
  for (const [tenant, name, status, numbers] of rows) {
    const id = newId();
    await client.query('insert into customer (tenant_id, id, name, status) values ($1, $2, $3, $4)', [
      tenant,
      id,
      name,
      status,
    ]);
    for (const [place, number] of numbers.entries()) {
      await client.query(
        'insert into customer_phone (tenant_id, id, customer_id, e164, position) values ($1, $2, $3, $4, $5)',
        [tenant, newId(), id, number, place + 1],
      );
    }
  }

  expect(await migrate(database.url)).toHaveLength(migrations.length - before);
  const { rows: found } = await client.query(
    `select tenant.code, customer.name, profile_status.name as status, numbers from customer
      join tenant on tenant.id = customer.tenant_id
      join profile_status on profile_status.tenant_id = customer.tenant_id and profile_status.id = customer.status
      order by customer.name`,
  );
  expect(found).toEqual([
    { code: 'hai', name: 'Cúc', status: 'Đang theo', numbers: ['+84901000001'] },
    { code: 'mot', name: 'Hoa', status: 'Đã mua', numbers: ['+84901000001', '+84901000002'] },
    { code: 'mot', name: 'Lan', status: 'Mới', numbers: [] },
    { code: 'mot', name: 'Mai', status: 'Đang theo', numbers: ['+84901000003'] },
  ]);
  const { rows: statuses } = await client.query<{ name: string }>('select name from profile_status');
  expect(statuses.map(({ name }) => name).toSorted()).toEqual(['Mới', 'Đang theo', 'Đang theo', 'Đã mua'].toSorted());
  const { rows: phones } = await client.query('select count(*)::int as n from customer_phone');
  expect(phones).toEqual([{ n: 4 }]);
  await client.end();
  await database.drop();
});
