import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queueMember, queuePlan } from '@alo/call-core';
import { ScriptedEngine } from '@alo/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testRunner } from '../../../testing/call-runner.ts';
import { type OwnedTestDatabase, ownedTestDatabase } from '../../../testing/database.ts';
import { openTestOffice } from '../../../testing/small-company.ts';
import { loadTelephonyConfig } from '../routing-plan.ts';

/**
 * Journals as processes of each version left them when they were killed in mid-call, with what became of their calls. They are
 * never changed: whoever raises the version adds one.
 */
const samples = {
  v1: { answered: 2, failed: 2 },
  'v1-calls-in-snapshot': { answered: 1, failed: 2 },
  v2: { answered: 2, failed: 2 },
  v3: { answered: 1, failed: 4 },
  'v3-limits': { answered: 2, failed: 2 },
  'v3-switch': { answered: 3, failed: 3 },
  v4: { answered: 3, failed: 3 },
  v6: { answered: 1, failed: 1 },
} as const;

const folder = join(import.meta.dirname, 'samples');
const troubles: object[] = [];
const log = { info: () => undefined, warn: () => undefined, error: (fields: object) => void troubles.push(fields) };
let database: OwnedTestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await ownedTestDatabase();
  owner = database.owner;
});
afterAll(() => database.close());

test('every journal that was kept is opened here', async () => {
  expect((await readdir(folder)).sort()).toEqual(Object.keys(samples).sort());
});

test.each(Object.entries(samples))('%s: every call of it is closed once, as what it was', async (name, expected) => {
  const { tenant } = await openTestOffice(database.db, name);
  const here = await mkdtemp(join(tmpdir(), 'alo-kept-'));
  await cp(join(folder, name), join(here, 'journal'), { recursive: true });
  const { plan } = await loadTelephonyConfig(database.db.inTenant, tenant);
  // Those of version 3 wait in this queue; most of them in a snapshot that has it in pieces.
  const care = queuePlan({ name: 'Chăm sóc', strategy: 'longest-idle', members: [queueMember('101')] });
  const planThen = { ...plan, queues: { care } };
  const options = { tenant, engine: new ScriptedEngine(), db: database.db, plan: planThen, log, folder: here };
  const runner = await testRunner(options);
  await runner.settled();
  const calls = async () =>
    (await owner.query('select * from call where tenant_id = $1 order by id', [tenant])).rows as {
      status: string;
      cause: string;
      stage: string;
      ended_at: Date;
      started_at: Date;
      outside_number: string;
    }[];
  const found = await calls();
  const statuses = Map.groupBy(found, ({ status }) => status);
  expect(Object.fromEntries([...statuses].map(([status, ofThem]) => [status, ofThem.length]))).toEqual(expected);
  for (const { cause, stage, started_at, ended_at, outside_number } of found) {
    expect([cause, stage]).toEqual(['interrupted', 'ended']);
    expect(ended_at.getTime() - started_at.getTime()).toBeLessThan(60_000);
    expect(outside_number).toMatch(/^(\+84)?0?9/);
  }
  await runner.close();
  const again = await testRunner(options);
  await again.settled();
  expect(await calls()).toEqual(found);
  await again.close();
  await rm(here, { recursive: true });
  expect(troubles.splice(0)).toEqual([]);
});
