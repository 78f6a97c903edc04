import pg from 'pg';

import type { TestApp, TestTenant } from './app.ts';

/** Makes a company the one that runs the installation for the others, as the operator's command does. */
export async function makeOperator({ url }: Pick<TestApp, 'url'>, { id }: Pick<TestTenant, 'id'>): Promise<void> {
  const superuser = new pg.Client({ connectionString: url });
  await superuser.connect();
  try {
    await superuser.query('insert into operator_company (tenant_id) values ($1)', [id]);
  } finally {
    await superuser.end();
  }
}
