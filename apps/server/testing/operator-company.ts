import pg from 'pg';

import type { TestApp, TestTenant } from './app.ts';

/** Makes a company the one that runs the installation for the others, as the operator's command does. */
export async function makeOperator({ url }: Pick<TestApp, 'url'>, { id }: Pick<TestTenant, 'id'>): Promise<void> {
  await asSuperuser(url, 'insert into operator_company (tenant_id) values ($1)', id);
}

/** Makes it a company like the others again. */
export async function dropOperator({ url }: Pick<TestApp, 'url'>, { id }: Pick<TestTenant, 'id'>): Promise<void> {
  await asSuperuser(url, 'delete from operator_company where tenant_id = $1', id);
}

async function asSuperuser(url: string, statement: string, id: string): Promise<void> {
  const superuser = new pg.Client({ connectionString: url });
  await superuser.connect();
  try {
    await superuser.query(statement, [id]);
  } finally {
    await superuser.end();
  }
}
