import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/postgres.ts';
import { newId } from '../kernel/new-id.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

test('a company that has names alike already keeps all its rows, each with a name of its own', async () => {
  const database = await testDatabase();
  const before = migrations.findIndex(({ name }) => name === '0011-names-alike');
  await migrate(database.url, migrations.slice(0, before));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const tenant = newId();
  await client.query("insert into tenant (id, code, name, sip_domain) values ($1, 'mot', 'Một', 'mot')", [tenant]);
  for (const name of ['Đào tạo', 'Đào  tạo', 'Ðào tạo', 'Đào\u00A0tạo', 'Bán hàng']) {
    await client.query('insert into branch (tenant_id, id, name) values ($1, $2, $3)', [tenant, newId(), name]);
  }
  await migrate(database.url);
  const { rows } = await client.query<{ name: string }>('select name from branch order by created_at, id');
  await client.end();
  await database.drop();
  const names = rows.map(({ name }) => name);
  expect(names).toHaveLength(5);
  expect([names[0], names[4]]).toEqual(['Đào tạo', 'Bán hàng']);
  for (const name of names.slice(1, 4)) expect(name).toMatch(/tạo \([0-9a-f]{6}\)$/);
});
