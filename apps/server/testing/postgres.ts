import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  /** Connects as superuser. */
  readonly url: string;
  /** Ends what is still connected and removes the database. */
  drop(): Promise<void>;
}

/** A database that others are copied from, filled once in a test run. `fill` has to close its connections. */
export interface TestTemplate {
  readonly name: string;
  readonly fill: (url: string) => Promise<void>;
}

/**
 * A fresh database on the test run's PostgreSQL, which the first call of a run starts (postgres-setup.ts). Ask for one
 * per test file in `beforeAll` and drop it in `afterAll`. Roles belong to the whole server: make them in the template.
 */
export async function testDatabase(template?: TestTemplate): Promise<TestDatabase> {
  const keeper = await fetch(inject('testPostgres'));
  const adminUrl = await keeper.text();
  if (!keeper.ok) throw new Error(`PostgreSQL for tests did not start: ${adminUrl}`);

  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(adminUrl, async (admin) => {
    if (template === undefined) {
      await admin.query(`create database ${name}`);
    } else {
      const source = await filledTemplate(admin, adminUrl, template);
      // File by file: by way of the log a copy costs three times as much of a processor.
      await admin.query(`create database ${name} template ${source} strategy file_copy`);
    }
  });
  return {
    url: urlOf(adminUrl, name),
    drop: () => asAdmin(adminUrl, async (admin) => void (await admin.query(`drop database ${name} with (force)`))),
  };
}

/** Makes the template unless another test file has; the lock lets one at a time do so. */
async function filledTemplate(admin: pg.Client, adminUrl: string, template: TestTemplate): Promise<string> {
  const name = `template_${template.name}`;
  const draft = `${name}_draft`;
  await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      await admin.query(`drop database if exists ${draft} with (force)`);
      await admin.query(`create database ${draft}`);
      await template.fill(urlOf(adminUrl, draft));
      await admin.query(`alter database ${draft} rename to ${name}`);
    }
  } finally {
    await admin.query('select pg_advisory_unlock(hashtext($1))', [name]);
  }
  return name;
}

async function asAdmin(adminUrl: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = database;
  return url.href;
}
