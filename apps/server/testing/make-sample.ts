/**
 * Makes the sample of a data folder that upgrades are tried on, as a backup: `node apps/server/testing/make-sample.ts <folder>`. It is the
 * demo company with its customers and the calls of one day, a conversation with its recording, and a call that goes on, as the
 * journal has it. The sample of a version that has been released is never made anew.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { tenantId as tenantOf } from '@alo/engine';
import { ScriptedEngine } from '@alo/testing';
import pg from 'pg';

import { readConfig } from '../src/config.ts';
import { openStorage } from '../src/db/open-storage.ts';
import { seedDemo } from '../src/features/demo/seed.ts';
import { demoNumber } from '../src/features/demo/telephony.ts';
import { passwordHasher } from '../src/features/identity/passwords.ts';
import { openLog } from '../src/http/log.ts';
import { backUp } from '../src/operator/backup/backup.ts';
import { folderStore } from '../src/storage/folder-store.ts';
import { loadTelephonyConfig } from '../src/telephony/routing-plan.ts';
import { testRunner } from './call-runner.ts';
import { storeCall, storeRecording } from './stored-calls.ts';

const keptHours = 24;

const [to] = process.argv.slice(2);
if (to === undefined) throw new Error('Which folder is the sample to be made in?');
const dataFolder = await mkdtemp(join(tmpdir(), 'alo-sample-'));
try {
  const config = readConfig({ ALO_DATA_DIR: dataFolder });
  await fill();
  const { tables } = await backUp(config, resolve(to));
  process.stdout.write(`${tables.reduce((sum, { rows }) => sum + rows, 0)} rows\n`);
} finally {
  await rm(dataFolder, { recursive: true });
}

async function fill(): Promise<void> {
  const log = openLog('warn');
  const storage = await openStorage({ databaseUrl: undefined, databaseOwnerUrl: undefined, dataFolder, log });
  const { db } = storage;
  const { tenantId } = await seedDemo(db, { hashPassword: passwordHasher().hash });
  await forgetOlderCalls(storage.ownerUrl);
  const { recordingId } = await storeCall(db, tenantId, {
    recording: { duration_ms: 50_000 },
    rang: [{ extension: '101', answered: true }],
  });
  await storeRecording(folderStore(dataFolder), tenantId, recordingId);
  await leaveCall(db, tenantId, log);
  await storage.close();
}

/** Three weeks of calls are more than an upgrade has to be tried on. */
async function forgetOlderCalls(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  for (const [table, at] of [
    ['call_event', 'call_started_at'],
    ['call_segment', 'call_started_at'],
    ['leg', 'call_started_at'],
    ['queue_stay', 'call_started_at'],
    ['call', 'started_at'],
    ['status_span', 'from_at'],
  ]) {
    await owner.query(`delete from ${table} where ${at} < now() - make_interval(hours => ${keptHours})`);
  }
  await owner.end();
}

/** A customer calls, and is still in the call when the process ends. */
async function leaveCall(
  db: Parameters<typeof testRunner>[0]['db'],
  id: string,
  log: Parameters<typeof testRunner>[0]['log'],
): Promise<void> {
  const tenant = tenantOf.parse(id);
  const { plan, trunks } = await loadTelephonyConfig(db.inTenant, tenant);
  const engine = new ScriptedEngine();
  const runner = await testRunner({
    tenant,
    engine,
    db,
    plan,
    log,
    folder: dataFolder,
    journalFolder: join(dataFolder, 'journal', id),
  });
  engine.onEvent((_, event, receipt) => runner.take(event, receipt));
  const trunk = trunks[0]?.trunk;
  if (trunk === undefined) throw new Error('The demo company has no trunk.');
  engine.customerCalls(tenant, trunk, '0909111222', demoNumber);
  await runner.settled();
  await runner.close();
}
