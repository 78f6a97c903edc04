import { someOf } from '@alo/testing/in-depth';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { testClaim } from '../../../testing/claim.ts';
import { type OwnedTestDatabase, ownedTestDatabase } from '../../../testing/database.ts';
import { openTestOffice } from '../../../testing/small-company.ts';
import { systemClock } from '../clock.ts';
import { beginProcessLease, NodeInUse, type ProcessLease } from './lease.ts';
import { leaseStore } from './lease-store.ts';

let database: OwnedTestDatabase;
let owner: pg.Client;
let tenantId: string;
const open: ProcessLease[] = [];

beforeAll(async () => {
  database = await ownedTestDatabase();
  owner = database.owner;
  ({ tenant: tenantId } = await openTestOffice(database.db, 'thue'));
});
// Whoever is followed by a later process is told so when it renews its lease: not in the middle of another test.
afterEach(async () => {
  for (const lease of open.splice(0)) await lease.close();
  [lost.length, followed.length, warned.length] = [0, 0, 0];
});
afterAll(() => database.close());

const lost: string[] = [];
const followed: string[] = [];
const warned: string[] = [];
const log = {
  info: () => undefined,
  warn: (_: object, what: string) => void warned.push(what),
  error: () => undefined,
};

async function begin(holder: string, ttlMs = 15_000, { place = 'here', again = false } = {}): Promise<ProcessLease> {
  const lease = await beginProcessLease({
    store: leaseStore(database.db),
    clock: systemClock,
    beginner: { holder, place },
    again,
    ttlMs,
    log,
    onLost: () => lost.push(holder),
    onFollowed: () => followed.push(holder),
  });
  open.push(lease);
  return lease;
}

test('one process runs a tenant: another waits until the first lets go, a restart of the same does not', async () => {
  const first = await begin('a');
  expect(await first.take(tenantId)).toBe(true);
  const other = await begin('b');
  expect(await other.take(tenantId)).toBe(false);
  const again = await begin('a');
  expect(await again.take(tenantId)).toBe(true);
  expect(await first.take(tenantId)).toBe(false);
  expect(again.claim.epoch).toBeGreaterThan(first.claim.epoch);
  await again.release(tenantId);
  // It is placed there as long as that lives: a restart finds it again.
  expect(await other.take(tenantId)).toBe(false);
  await again.close();
  expect(await other.take(tenantId)).toBe(true);
  await other.giveUp(tenantId);
});

test('a tenant that is given to another node is run there and no more here, and one that cannot be run here by anybody', async () => {
  const here = await begin('here');
  const there = await begin('there');
  await here.take(tenantId);
  expect(await here.move(tenantId, 'there')).toBe(true);
  expect(await here.take(tenantId)).toBe(false);
  // Who has it no more cannot give it away.
  expect(await here.move(tenantId, 'here')).toBe(false);
  expect(await there.take(tenantId)).toBe(true);
  await there.giveUp(tenantId);
  expect(await here.take(tenantId)).toBe(true);
  await here.giveUp(tenantId);
});

test('of a process that is started again nobody takes the tenants meanwhile, of one that ends anybody', async () => {
  const restarted = await begin('restarted');
  const other = await begin('waits');
  await restarted.take(tenantId);
  await restarted.close({ comesBack: true });
  expect(await other.take(tenantId)).toBe(false);
  const next = await begin('restarted');
  expect(await next.take(tenantId)).toBe(true);
  await next.close();
  expect(await other.take(tenantId)).toBe(true);
  await other.giveUp(tenantId);
});

test('a process that ended without a word is followed by another when its time is over, and not before', async () => {
  const silent = leaseStore(database.db);
  const claim = await testClaim(database.db, 'silent');
  expect(await silent.claim(tenantId, claim)).toBe(true);
  const next = await begin('next');
  expect(await next.take(tenantId)).toBe(false);
  await owner.query(`update server_process set expires_at = now() - interval '1 second' where holder = 'silent'`);
  expect(await next.take(tenantId)).toBe(true);
  await next.giveUp(tenantId);
});

test('who lost a tenant while it slept is told so', async () => {
  const sleeper = await begin('sleeper', 300);
  await sleeper.take(tenantId);
  await owner.query(`update server_process set expires_at = now() - interval '1 second' where holder = 'sleeper'`);
  await owner.query(`update tenant_lease set holder = 'x', epoch = 1 where tenant_id = $1`, [tenantId]);
  await owner.query(
    `insert into server_process (holder, epoch, expires_at) values ('x', 1, now() + interval '1 hour')
     on conflict (holder) do update set expires_at = excluded.expires_at`,
  );
  await owner.query(`update server_process set expires_at = now() - interval '1 second' where holder = 'sleeper'`);
  await expect.poll(() => lost).toEqual(['sleeper']);
  await owner.query('delete from tenant_lease');
  await owner.query('delete from tenant_place');
});

test('who is followed by a later process of the same installation is told so', async () => {
  const older = await begin('upgraded', 300);
  await older.take(tenantId);
  const newer = await begin('upgraded');
  expect(await newer.take(tenantId)).toBe(true);
  await expect.poll(() => lost).toEqual(['upgraded']);
  expect(followed).toEqual(['upgraded']);
  await newer.giveUp(tenantId);
});

test('a second process of another place is refused while the first lives, which keeps what it has', async () => {
  const first = await begin('node', 9_000);
  await first.take(tenantId);
  await expect(begin('node', 15_000, { place: 'copy' })).rejects.toThrow(NodeInUse);
  expect(await first.take(tenantId)).toBe(true);
  expect(followed).toEqual([]);
  await first.giveUp(tenantId);
});

test('a process of another place that was killed is waited for until its time is over', async () => {
  const killed = leaseStore(database.db);
  const before = await killed.begin({ holder: 'killed', place: 'elsewhere' }, 1_200);
  const next = await begin('killed');
  expect(before).toMatchObject({ epoch: next.claim.epoch - 1 });
});

test('who was followed follows nobody that lives, in no place, and begins anew when that has ended', async () => {
  const older = await begin('followed', 300);
  const newer = await begin('followed');
  await expect.poll(() => followed).toEqual(['followed']);
  await expect(begin('followed', 300, { again: true })).rejects.toThrow(NodeInUse);
  await newer.close();
  const again = await begin('followed', 300, { again: true });
  expect(again.claim.epoch).toBeGreaterThan(newer.claim.epoch);
  expect(await again.take(tenantId)).toBe(true);
  expect(await older.take(tenantId)).toBe(false);
  await again.giveUp(tenantId);
});

test.each(someOf(3, ['58030', '40001', '57P01', '25006', '40P01', '53100', '57014', '42501', '22001', '23514']))(
  'an error %s of the database in the renewal ends nothing, and the lease goes on when it is over',
  async (code) => {
    const lease = await begin(`faults-${code}`, 150);
    await lease.take(tenantId);
    await owner.query(`create function fault() returns trigger language plpgsql as
      $$ begin raise exception 'planted' using errcode = '${code}'; end $$`);
    await owner.query(
      `create trigger fault before update on server_process for each row when (old.holder = 'faults-${code}') execute function fault()`,
    );
    await expect.poll(() => warned.length).toBeGreaterThan(1);
    await owner.query('drop trigger fault on server_process');
    await owner.query('drop function fault');
    const until = async () =>
      (await owner.query('select expires_at from server_process where holder = $1', [`faults-${code}`])).rows[0]
        ?.expires_at;
    const before = await until();
    await expect.poll(until).not.toEqual(before);
    expect(lost).toEqual([]);
    await lease.giveUp(tenantId);
  },
);
