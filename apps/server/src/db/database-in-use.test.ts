import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';

import { type OwnedTestDatabase, ownedTestDatabase } from '../../testing/database.ts';
import { DatabaseInUse, refuseDatabaseOfAnother } from './database-in-use.ts';

let database: OwnedTestDatabase;
beforeAll(async () => {
  database = await ownedTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.owner.query('delete from server_process'));

const lease = (holder: string, seconds: number) =>
  database.owner.query(
    `insert into server_process (holder, epoch, expires_at) values ($1, 1, clock_timestamp() + make_interval(secs => $2))
    on conflict (holder) do update set expires_at = excluded.expires_at`,
    [holder, seconds],
  );

test('a database in which another installation lives is refused, in one line that names it; nothing is changed', async () => {
  await lease('another', 15);
  const renewing = setInterval(() => void lease('another', 15), 200);
  onTestFinished(() => clearInterval(renewing));
  for (const own of ['ours', null]) {
    const refused = await refuseDatabaseOfAnother(database.url, own).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseInUse);
    expect(String(refused)).toMatch(/^DatabaseInUse: [^\n]*ký hiệu another\)[^\n]*$/);
  }
  expect((await database.owner.query('select holder from server_process')).rows).toEqual([{ holder: 'another' }]);
});

test('one’s own is opened at once, though the server before was killed', async () => {
  await lease('ours', 15);
  await expect(refuseDatabaseOfAnother(database.url, 'ours')).resolves.toBeUndefined();
});

test('another node of the same installation is not in the way, and one of another is', async () => {
  await lease('ours/n1', 15);
  await expect(refuseDatabaseOfAnother(database.url, 'ours')).resolves.toBeUndefined();
  await lease('another/n1', 15);
  const renewing = setInterval(() => void lease('another/n1', 15), 200);
  onTestFinished(() => clearInterval(renewing));
  await expect(refuseDatabaseOfAnother(database.url, 'ours')).rejects.toThrow('another/n1');
});

test('that of an installation which is gone is opened when its lease has run out', async () => {
  await lease('killed', 2);
  await lease('gone', -1);
  await refuseDatabaseOfAnother(database.url, 'ours');
  const { rows } = await database.owner.query('select from server_process where expires_at > clock_timestamp()');
  expect(rows).toEqual([]);
});
