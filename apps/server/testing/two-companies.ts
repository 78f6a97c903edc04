import pg from 'pg';

import { type TestApp, type TestTenant, testApp } from './app.ts';
import { rowOfEverything, type TestRows } from './endpoints.ts';

/** Two companies of one installation, of which one must not see what the other has. */
export interface TwoCompanies {
  readonly app: TestApp;
  /** Has a row of everything that an address or a body can name, and operates the installation. */
  readonly owner: TestTenant;
  readonly rows: TestRows;
  readonly stranger: TestTenant;
  /** Sees through row-level security. */
  readonly superuser: pg.Client;
  close(): Promise<void>;
}

/** `secret` stands in everything that the owner has. */
export async function twoCompanies(secret: string): Promise<TwoCompanies> {
  const app = await testApp();
  const owner = await app.tenant('chu-nha');
  const stranger = await app.tenant('nguoi-la');
  const superuser = new pg.Client({ connectionString: app.url });
  await superuser.connect();
  await superuser.query('insert into operator_company (tenant_id) values ($1)', [owner.id]);
  const rows = await rowOfEverything(app, owner, secret);
  const close = async () => {
    await superuser.end();
    await app.close();
  };
  return { app, owner, rows, stranger, superuser, close };
}
