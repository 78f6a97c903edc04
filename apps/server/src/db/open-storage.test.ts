import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import { openLog } from '../http/log.ts';
import { openStorage } from './open-storage.ts';

test('who serves signs in as somebody who is nobody: giving the role back gives nothing', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'alo-storage-'));
  onTestFinished(() => rm(dataFolder, { recursive: true }));
  const storage = await openStorage({
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    dataFolder,
    log: openLog('silent'),
  });
  onTestFinished(() => storage.close());
  await storage.db.directory.tenants();
  const asking = new pg.Client({ connectionString: storage.url });
  await asking.connect();
  onTestFinished(() => asking.end());
  const serving = "select distinct usename::text as who from pg_stat_activity where application_name = 'alo'";
  expect((await asking.query(serving)).rows).toEqual([{ who: 'alo_server' }]);
  for (const [url, role] of [
    [storage.url, 'alo_app'],
    [storage.queueUrl, 'alo_owner'],
  ] as const) {
    const client = new pg.Client({ connectionString: url, options: `-c role=${role}` });
    await client.connect();
    onTestFinished(() => client.end());
    const ask = async (question: string) => Object.values((await client.query(question)).rows[0])[0];
    await client.query('set role none');
    const who =
      'select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb from pg_roles where rolname = current_user';
    expect(await ask(who)).toBe(false);
    await expect(client.query('select * from tenant')).rejects.toMatchObject({ code: '42501' });
    await expect(client.query('set role postgres')).rejects.toMatchObject({ code: '42501' });
    await expect(client.query("select pg_read_file('postgresql.conf')")).rejects.toMatchObject({ code: '42501' });
  }
});
