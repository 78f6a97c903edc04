import { cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallId, RoutingPlan } from '@alo/call-core';
import { ScriptedEngine } from '@alo/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { loadTelephonyConfig } from '../src/telephony/routing-plan.ts';
import type { CallRunner } from '../src/telephony/runner/call-runner.ts';
import { testRunner } from './call-runner.ts';
import { migratedTestDatabase } from './database.ts';
import { openTestOffice, type TestOffice } from './small-company.ts';

export const customer = '0901234567';
type Parts = Partial<Parameters<typeof testRunner>[0]>;

/**
 * A call runner with a scripted engine, a company of its own for each test, and a clock that the test moves. An error in the runner's log
 * fails the test.
 */
export function runnerBench() {
  let database: Awaited<ReturnType<typeof migratedTestDatabase>>;
  let owner: pg.Client;
  let folder: string;
  let office: TestOffice;
  let plan: RoutingPlan;
  let engine: ScriptedEngine;
  let runner: CallRunner;
  let clock: number;
  let offices = 0;
  /** The changes that the runner told its listener. */
  let changes: { readonly calls: readonly CallId[] }[] = [];
  const troubles: object[] = [];
  const warnings: string[] = [];
  const log = {
    info: () => undefined,
    warn: (_: object, message: string) => void warnings.push(message),
    error: (fields: object) => void troubles.push(fields),
  };

  beforeAll(async () => {
    database = await migratedTestDatabase();
    owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await database.close();
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alo-calls-'));
    offices++;
    office = await openTestOffice(database.db, `vp-${offices}`);
    ({ plan } = await loadTelephonyConfig(database.db.inTenant, office.tenant));
    clock = Date.UTC(2026, 10, 20, 3);
    changes = [];
    engine = new ScriptedEngine();
    engine.now = () => clock;
    runner = await start();
    engine.onEvent((_, event, receipt) => runner.take(event, receipt));
    for (const extension of ['101', '102']) engine.register(office.tenant, extension);
    await runner.settled();
  });
  afterEach(async () => {
    await runner.close();
    await rm(folder, { recursive: true });
    if (troubles.length > 0) throw new Error(`Logged as errors: ${JSON.stringify(troubles.splice(0))}`);
  });

  function start(parts: Parts = {}): Promise<CallRunner> {
    const onChanged: Parts['onChanged'] = (changed) => void changes.push(changed);
    return testRunner({
      tenant: office.tenant,
      engine,
      db: database.db,
      plan,
      log,
      folder,
      now: () => clock,
      onChanged,
      ...parts,
    });
  }

  return {
    troubles,
    warnings,
    start,
    get database() {
      return database;
    },
    get owner() {
      return owner;
    },
    set owner(client) {
      owner = client;
    },
    get folder() {
      return folder;
    },
    get office() {
      return office;
    },
    get plan() {
      return plan;
    },
    get engine() {
      return engine;
    },
    set engine(next) {
      engine = next;
    },
    get runner() {
      return runner;
    },
    set runner(next) {
      runner = next;
    },
    get clock() {
      return clock;
    },
    set clock(now) {
      clock = now;
    },
    get changes() {
      return changes;
    },
    set changes(next) {
      changes = next;
    },
    hearEngine(taking: CallRunner): void {
      engine.onEvent((_, event, receipt) => taking.take(event, receipt));
    },
    async customerCalls(number = customer): Promise<CallId> {
      const call = engine.customerCalls(office.tenant, office.trunk, number, office.number);
      await runner.settled();
      return call;
    },
    /** Acts on all events so far, and moves the clock. */
    async pass(seconds: number): Promise<void> {
      await runner.settled();
      clock += seconds * 1000;
    },
    /** One of our people sends the customer on to a colleague, who answers. */
    async transfers(call: CallId, by: string, to: string): Promise<void> {
      const what = { kind: 'transfer', call, to } as const;
      await runner.request({ type: 'requested', id: `transfer-${to}`, by, what, at: clock });
      await runner.settled();
      engine.answers(call, to);
    },
    /** Ends the runner so that the next one finds what it finds where its process is killed now. */
    async killed(): Promise<void> {
      const [journal, asKilled] = [join(folder, 'journal'), join(folder, 'as-killed')];
      await copyOfLive(journal, asKilled);
      await runner.close();
      await rm(journal, { recursive: true });
      await rename(asKilled, journal);
    },
    /** The moment until which calls are noted to have gone on. */
    notedUntil: async () => Number(await readFile(join(folder, 'journal', 'alive'), 'utf8')),
    rows: async (table: 'call' | 'leg' | 'recording' | 'call_event' | 'call_segment', order = 'started_at') =>
      (await owner.query(`select * from ${table} where tenant_id = $1 order by ${order}`, [office.tenant])).rows,
  };
}

/** Copies a folder whose owner goes on: a file that goes meanwhile is not in the way, the whole is copied anew. */
async function copyOfLive(from: string, to: string): Promise<void> {
  try {
    await cp(from, to, { recursive: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await rm(to, { recursive: true, force: true });
    await copyOfLive(from, to);
  }
}
