import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/postgres.ts';
import { newId } from '../kernel/new-id.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

test('a number that two companies have stops the upgrade, which says whose it is and goes on once one has let go of it', async () => {
  const database = await testDatabase();
  const before = migrations.findIndex(({ name }) => name === '0091-numbers-once');
  await migrate(database.url, migrations.slice(0, before));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const numbers = { mot: ['+842871000101', '+842871000102'], hai: ['+842871000101', '+842871000103'] };
  for (const [code, each] of Object.entries(numbers)) {
    const [tenant, trunk] = [newId(), newId()];
    await client.query('insert into tenant (id, code, name, sip_domain) values ($1, $2, $2, $2)', [tenant, code]);
    await client.query(
      "insert into trunk (tenant_id, id, name, host, port, addresses) values ($1, $2, 'a', '127.0.0.1', 5080, '{}')",
      [tenant, trunk],
    );
    for (const number of each) {
      await client.query(
        'insert into service_number (tenant_id, id, number, name, trunk_id) values ($1, $2, $3, $3, $4)',
        [tenant, newId(), number, trunk],
      );
    }
  }
  const upgrade = migrate(database.url);
  await expect(upgrade).rejects.toThrow('+842871000101 (hai, mot)');
  await expect(upgrade).rejects.not.toThrow('+842871000102');
  await client.query(
    "delete from service_number where number = '+842871000101' and tenant_id = (select id from tenant where code = 'hai')",
  );
  await migrate(database.url);
  const { rows } = await client.query<{ number: string }>('select number from service_number order by number');
  expect(rows.map(({ number }) => number)).toEqual(['+842871000101', '+842871000102', '+842871000103']);
  await client.end();
  await database.drop();
});
