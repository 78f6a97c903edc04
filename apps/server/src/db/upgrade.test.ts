import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tenantId as tenantOf } from '@alo/engine';
import { ScriptedEngine } from '@alo/testing';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import { testRunner } from '../../testing/call-runner.ts';
import { readConfig } from '../config.ts';
import { openLog } from '../http/log.ts';
import { restore } from '../operator/backup/restore.ts';
import { recordingPath } from '../telephony/recording-file.ts';
import { loadTelephonyConfig } from '../telephony/routing-plan.ts';
import { versionOfFolder } from './data-version.ts';
import { pendingSteps } from './migrate.ts';
import { openStorage } from './open-storage.ts';

/** A data folder of version 1.0 as `make-sample.ts` made it. It is never made anew: whatever comes later reads it. */
const sample = join(import.meta.dirname, 'sample');

const log = openLog('silent');

test('a data folder of 1.0 is brought up to date: its calls, customers, recording and trail are there, and its journal is read', async () => {
  const top = await mkdtemp(join(tmpdir(), 'alo-upgrade-'));
  onTestFinished(() => rm(top, { recursive: true }));
  // Nothing of the sample is written to.
  await cp(sample, join(top, 'kept'), { recursive: true });
  const config = readConfig({ ALO_DATA_DIR: join(top, 'data') });
  const manifest = await restore(config, join(top, 'kept'));
  expect(manifest.steps).toEqual(['0001-baseline']);

  const storage = await openStorage({ ...config, log });
  onTestFinished(() => storage.close());
  expect(storage.isNew).toBe(false);
  expect(await pendingSteps(storage.ownerUrl)).toEqual([]);
  expect(await versionOfFolder(config.dataFolder)).toBeDefined();
  const owner = new pg.Client({ connectionString: storage.ownerUrl });
  await owner.connect();
  onTestFinished(() => owner.end());

  const [company] = await storage.db.directory.tenants();
  if (company === undefined) throw new Error('The company of the sample is gone.');
  const tenant = tenantOf.parse(company.id);
  for (const table of ['call', 'leg', 'call_event', 'customer', 'account', 'extension', 'inbound_rule', 'person_sum']) {
    const { rows } = await owner.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    expect({ table, n: rows[0]?.n }).toEqual({ table, n: manifest.tables.find(({ name }) => name === table)?.rows });
    expect(rows[0]?.n).toBeGreaterThan(0);
  }
  expect((await owner.query('select * from audit_faults()')).rows).toEqual([]);
  // What came of calls refers to the company's outcomes, and whoever saw to statuses sees to these.
  const kept = `select count(*)::int as n, count(its.id)::int as known from disposition as said
    left join disposition_outcome as its on its.id = said.outcome_id and its.code = said.outcome`;
  const [dispositions] = (await owner.query<{ n: number; known: number }>(kept)).rows;
  expect(dispositions?.known).toBe(dispositions?.n);
  expect(dispositions?.n).toBeGreaterThan(0);
  const seers = (permission: string) => owner.query(`select id from role where '${permission}' = any (permissions)`);
  expect((await seers('call-outcomes.update')).rows).toEqual((await seers('profile-status.update')).rows);

  // Whom a company calls sees the numbers that they saw before.
  const numbers = await owner.query("select proven_at is not null as proven from service_number where number <> ''");
  expect(new Set(numbers.rows.map(({ proven }) => proven))).toEqual(new Set([true]));

  const recordings = await owner.query<{ id: string }>("select id from recording where state = 'ready'");
  expect(recordings.rows).toHaveLength(1);
  for (const { id } of recordings.rows) {
    expect((await stat(recordingPath(join(config.dataFolder, 'recordings'), tenant, id))).size).toBeGreaterThan(44);
  }

  const open = "select status, stage, cause, outside_number from call where outside_number = '+84909111222'";
  expect((await owner.query(open)).rows).toMatchObject([{ status: 'in_progress' }]);
  const runner = await testRunner({
    tenant,
    engine: new ScriptedEngine(),
    db: storage.db,
    plan: (await loadTelephonyConfig(storage.db.inTenant, tenant)).plan,
    log,
    folder: config.dataFolder,
    journalFolder: join(config.dataFolder, 'journal', tenant),
  });
  await runner.settled();
  await runner.close();
  // The engine that carried it is gone: what the journal has of the call is closed once, as what it was.
  expect((await owner.query(open)).rows).toMatchObject([{ stage: 'ended', cause: 'interrupted' }]);
});
