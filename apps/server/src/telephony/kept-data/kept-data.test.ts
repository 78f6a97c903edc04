import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Digit, EngineCommand, EngineEvent, RecordingId, TenantId } from '@alo/call-core';
import { callId, engineSnapshot, tenantId } from '@alo/engine';
import { ScriptedEngine } from '@alo/testing';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { testRunner } from '../../../testing/call-runner.ts';
import { testDatabase } from '../../../testing/postgres.ts';
import { openDatabase } from '../../db/database.ts';
import { migrate, pendingSteps } from '../../db/migrate.ts';
import { migrations } from '../../db/migrations/index.ts';
import { type Clock, systemClock } from '../clock.ts';
import { decodeLines } from '../journal/lines.ts';
import { journalVersion } from '../journal/version.ts';
import { recordingPath } from '../recording-file.ts';
import { loadTelephonyConfig } from '../routing-plan.ts';

/**
 * Data folders as they were while calls were open, one for each version of the journal (`journal/version.ts`): journal, rows, a recording,
 * and what their engine said of itself. In each somebody talks, somebody types the PIN of a box, somebody hears a greeting, one call is
 * over and one is over in the journal alone. `make-kept-data.ts` makes that of today's version; those of earlier ones are never changed,
 * and today's code opens all of them.
 */
const versions = Array.from({ length: journalVersion }, (_, before) => `v${before + 1}`);

const row = z.record(z.string(), z.unknown());
const keptDatabase = z.object({ steps: z.array(z.string()), rows: z.record(z.string(), z.array(row)) });
const keptEngine = z.object({ engine: z.string(), seq: z.number(), snapshot: engineSnapshot });
const keptCalls = z.object({
  tenant: tenantId,
  over: callId,
  talking: callId,
  listening: callId,
  atBeep: callId,
  gone: callId,
});

const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields: object) => expect.unreachable(JSON.stringify(fields)),
};
/** So long it was recorded until then. */
const recordedSeconds = 1;

/** The data folder, brought up to date. */
async function upgraded(version: string) {
  const kept = join(import.meta.dirname, version);
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(kept, name), 'utf8'));
  const { steps, rows } = keptDatabase.parse(await read('database.json'));
  const calls = keptCalls.parse(await read('calls.json'));
  const { snapshot, ...heard } = keptEngine.parse(await read('engine.json'));
  const database = await testDatabase({
    name: `kept_${version}`,
    async fill(url) {
      await migrate(
        url,
        migrations.filter(({ name }) => steps.includes(name)),
      );
      await fillWith(url, rows);
      await migrate(url);
    },
  });
  expect(await pendingSteps(database.url)).toEqual([]);
  const db = openDatabase({ url: database.url, size: 5, waitMs: 60_000, statementMs: 60_000 });
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const folder = await mkdtemp(join(tmpdir(), 'alo-kept-'));
  await cp(join(kept, 'journal'), join(folder, 'journal'), { recursive: true });
  for (const { recording } of snapshot.recordings) await leaveRecording(folder, calls.tenant, recording);
  onTestFinished(async () => {
    await owner.end();
    await db.close();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  const lastKnown = Number(await readFile(join(kept, 'journal', 'alive'), 'utf8'));
  const { plan } = await loadTelephonyConfig(db.inTenant, calls.tenant);
  const overMs = Number(rows['recording']?.find(({ call_id }) => call_id === calls.over)?.['duration_ms']);
  const history = async () => {
    const found = await owner.query<{ id: string; told: string[]; recordings: string[] }>(
      `select id, array[status, stage, cause] as told, array(
          select state || ' ' || duration_ms from recording where call_id = call.id order by id) as recordings
        from call order by started_at`,
    );
    return found.rows.map(({ id, told, recordings }) => {
      const [name] = Object.entries(calls).find(([, its]) => its === id) ?? [id];
      return [name, ...told, ...recordings].join(' ');
    });
  };
  return {
    calls,
    snapshot,
    heard,
    history,
    overMs,
    runs: { tenant: calls.tenant, db, plan, log, folder, clock: aMomentAfter(lastKnown) },
  };
}

/** The upgrade took a moment: no time is up that anybody is given. */
const aMomentAfter = (lastKnown: number): Clock => ({
  ...systemClock,
  now: () => lastKnown + 500,
  after: (ms, what) => (ms > 1_000 ? () => undefined : systemClock.after(ms, what)),
});

async function fillWith(url: string, rows: z.infer<typeof keptDatabase>['rows']): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  for (const { started_at } of rows['call'] ?? [])
    await owner.query('select create_call_month($1::date)', [started_at]);
  // What triggers made of these rows is among them.
  await owner.query('set session_replication_role = replica');
  for (const [table, its] of Object.entries(rows)) {
    const columns = Object.keys(its[0] ?? {})
      .map((name) => `"${name}"`)
      .join();
    await owner.query(
      `insert into "${table}" (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::"${table}", $1)`,
      [JSON.stringify(its)],
    );
  }
  await owner.end();
}

/** Stereo silence, 16 bits at 8 kHz, its header as it was when the file was begun. */
async function leaveRecording(folder: string, tenant: TenantId, recording: RecordingId): Promise<void> {
  const path = recordingPath(join(folder, 'recordings'), tenant, recording);
  await mkdir(dirname(path), { recursive: true });
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(32_000, 28);
  await writeFile(path, Buffer.concat([header, Buffer.alloc(recordedSeconds * 32_000)]));
}

test.each(versions)('%s: every line of journal and snapshot is whole, and of this version', async (version) => {
  const journal = join(import.meta.dirname, version, 'journal');
  const files = (await readdir(journal)).filter((name) => /\.(ndjson|snapshot)$/.test(name));
  expect(files.map((name) => name.split('.')[1])).toEqual(['ndjson', 'snapshot']);
  for (const name of files) {
    const { values, torn } = decodeLines(await readFile(join(journal, name), 'utf8'));
    expect(torn).toBe(0);
    expect(new Set(values.map((line) => `v${z.object({ v: z.number() }).parse(line).v}`))).toEqual(new Set([version]));
  }
});

test.each(versions)(
  '%s, whose engine is gone: each call is closed once, as what it was, and its recording is what the file has',
  async (version) => {
    const { history, overMs, runs } = await upgraded(version);
    for (const _ of ['upgraded', 'and once more']) {
      const runner = await testRunner({ ...runs, engine: new ScriptedEngine() });
      await runner.settled();
      expect(await history()).toEqual([
        `over answered ended normal ready ${overMs}`,
        'talking answered ended interrupted incomplete 1000',
        'listening failed ended interrupted',
        'atBeep failed ended interrupted',
        'gone abandoned ended normal',
      ]);
      await runner.close();
    }
  },
);

test.each(versions)(
  '%s, whose engine goes on: nobody is cut off, who types goes on typing, and each call ends as any other',
  async (version) => {
    const { calls, snapshot, heard, history, overMs, runs } = await upgraded(version);
    const performed: string[] = [];
    const pins: (string | null)[] = [];
    const runner = await testRunner({
      ...runs,
      engine: {
        perform: (_, call, command: EngineCommand) => void performed.push(`${command.type} ${call}`),
        snapshot: async () => snapshot,
      },
      onDataCommand: (order) => order.type === 'ask' && 'pin' in order.question && pins.push(order.question.pin),
    });
    await runner.settled();
    expect(performed).toEqual([]);
    expect(await history()).toEqual([
      `over answered ended normal ready ${overMs}`,
      'talking in_progress talking  open 0',
      'listening in_progress waiting ',
      'atBeep in_progress waiting ',
      'gone abandoned ended normal',
    ]);

    let { seq } = heard;
    const says = (event: EngineEvent) =>
      runner.take(event, { engine: heard.engine, seq: ++seq, taken: () => undefined });
    const caller = (call: string) => {
      const leg = snapshot.legs.find((one) => one.call === call && one.side === 'arrived');
      if (leg === undefined) throw new Error(`Nobody is in ${call}.`);
      return { call: leg.call, leg: leg.leg, at: runs.clock.now() };
    };
    for (const digit of ['1', '#'] satisfies Digit[]) says({ type: 'digit', digit, ...caller(calls.listening) });
    await runner.settled();
    expect(pins).toEqual(['4711']);
    for (const call of [calls.talking, calls.listening, calls.atBeep]) {
      says({ type: 'ended', cause: 'normal', ...caller(call) });
    }
    await runner.settled();
    expect(performed).toEqual(['hang-up', 'stop-recording', 'bridge'].map((order) => `${order} ${calls.talking}`));
    for (const { call, leg, side } of snapshot.legs) {
      if (side === 'dialled') says({ type: 'ended', cause: 'normal', call, leg, at: runs.clock.now() });
    }
    for (const { call, recording } of snapshot.recordings) {
      says({
        type: 'recorded',
        call,
        recording,
        at: runs.clock.now(),
        durationMs: 5_000,
        bytes: 160_044,
        state: 'whole',
      });
    }
    await runner.settled();
    expect(await history()).toEqual([
      `over answered ended normal ready ${overMs}`,
      'talking answered ended normal ready 5000',
      'listening cancelled ended normal',
      'atBeep abandoned ended normal',
      'gone abandoned ended normal',
    ]);
    await runner.close();
  },
);
