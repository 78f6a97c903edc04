import { permissions } from '@alo/contract';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/postgres.ts';
import { newId } from '../kernel/new-id.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

test('roles of before have the screens that came since, by what they might see, and nothing twice', async () => {
  const database = await testDatabase();
  const before = migrations.findIndex(({ name }) => name === '0384-rights-to-new-screens');
  await migrate(database.url, migrations.slice(0, before));
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const tenant = newId();
  await owner.query("insert into tenant (id, code, name, sip_domain) values ($1, 'mot', 'Một', 'mot')", [tenant]);
  const came = permissions.filter((one) => /^(history-|kpi)|^monitor.hang-up$/.test(one));
  const roles: Readonly<Record<string, readonly string[]>> = {
    'Quản trị': [],
    'Quản lý': permissions.filter((one) => !came.includes(one)),
    'Giám sát': ['monitor.view', 'monitor.listen', 'call-history.view'],
    'Nhân viên': ['dashboard.view', 'call-history.view', 'kpis.view'],
    Kho: ['customer.view'],
  };
  for (const [name, its] of Object.entries(roles)) {
    await owner.query('insert into role (tenant_id, id, name, permissions) values ($1, $2, $3, $4)', [
      tenant,
      newId(),
      name,
      its,
    ]);
  }
  await migrate(database.url);
  const { rows } = await owner.query<{ name: string; permissions: string[] }>('select name, permissions from role');
  await owner.end();
  await database.drop();
  const added = Object.fromEntries(
    rows.map(({ name, permissions: now }) => [
      name,
      now.filter((one) => roles[name]?.includes(one) !== true).toSorted(),
    ]),
  );
  const reports = ['history-by-department-team.view', 'history-by-status.view', 'history-cdr-by-exten.view'];
  expect(added).toEqual({
    'Quản trị': [],
    'Quản lý': came.toSorted(),
    'Giám sát': [...reports, 'kpi-by-department.view'].toSorted(),
    'Nhân viên': reports,
    // Whoever works with customers goes on calling those who refuse advertising, until the company says otherwise.
    Kho: ['customer.call-anyway'],
  });
  for (const { permissions: now } of rows) expect(now).toHaveLength(new Set(now).size);
});
