/**
 * Makes what `src/telephony/kept-data` keeps of a version: `node apps/server/testing/make-kept-data.ts <folder>`. Calls are open while the
 * journal and the rows of their company are copied, and the engine says what it has: somebody talks, somebody types the PIN of a box,
 * somebody hears a greeting, one call is over and one is over in the journal alone. The data of a version that has been released is
 * never made anew.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ScriptedEngine } from '@alo/testing';
import pg from 'pg';

import type { Db } from '../src/db/database.ts';
import { migrations } from '../src/db/migrations/index.ts';
import { openStorage } from '../src/db/open-storage.ts';
import { openLog } from '../src/http/log.ts';
import { loadTelephonyConfig } from '../src/telephony/routing-plan.ts';
import type { CallRunner } from '../src/telephony/runner/call-runner.ts';
import { testRunner } from './call-runner.ts';
import { openTestOffice, type TestOffice } from './small-company.ts';

/** Longer than the journal takes to say that its calls go on. */
const aliveMs = 600;

const [to] = process.argv.slice(2);
if (to === undefined) throw new Error('Which folder is the data to be kept in?');
const log = openLog('warn');
const dataFolder = await mkdtemp(join(tmpdir(), 'alo-kept-data-'));
const engine = new ScriptedEngine();
let heard = { engine: '', seq: 0 };
const storage = await openStorage({ databaseUrl: undefined, databaseOwnerUrl: undefined, dataFolder, log });
try {
  await mkdir(to, { recursive: true });
  await keep(to, await openTestOffice(storage.db, 'kept'));
} finally {
  await storage.close();
  await rm(dataFolder, { recursive: true });
}

async function keep(folder: string, office: TestOffice): Promise<void> {
  const { tenant, trunk, number } = office;
  await storage.db.inTenant(tenant, async (trx) => {
    const box = await trx.updateTable('voicemail_box').set({ pin_hash: 'x' }).returning('id').executeTakeFirstOrThrow();
    // Whose calls go to a box opens it from this phone.
    const own = { otherwise_kind: 'voicemail', otherwise_value: box.id } as const;
    await trx.updateTable('extension').set(own).where('number', '=', '102').execute();
  });
  const first = await openRunner(storage.db, office);
  for (const extension of ['101', '102']) engine.register(tenant, extension);
  await first.settled();
  const over = await talk(first, office, '0900000002', '102');
  await wait(100);
  engine.ends(over, 'caller');
  await first.settled();
  const talking = await talk(first, office, '0900000001', '101');
  const listening = engine.extensionCalls(tenant, '102', '*98');
  await first.settled();
  const box = { call: listening, leg: engine.legOf(listening, 'caller') };
  first.take({ type: 'told', ...box, told: { kind: 'box-shut', why: 'needs-pin' }, at: Date.now() });
  await first.settled();
  for (const digit of ['4', '7'] as const) engine.on(listening, 'caller', { type: 'digit', digit });
  await first.settled();
  engine.serverDies();
  await first.close();

  // The next process has these calls in its snapshot, and what follows in its journal.
  const next = await openRunner(storage.db, office);
  await next.settled();
  engine.on(listening, 'caller', { type: 'digit', digit: '1' });
  const atBeep = engine.customerCalls(tenant, trunk, '0900000003', number);
  await next.settled();
  await next.request({
    type: 'requested',
    id: 'keys-1',
    by: '101',
    what: { kind: 'keys', call: talking, digits: '48151623' },
    at: Date.now(),
  });
  const { plan } = await loadTelephonyConfig(storage.db.inTenant, tenant);
  next.take({ type: 'plan-changed', plan: { ...plan, holdMusic: 'another' }, at: Date.now() });
  await next.settled();
  await write(folder, 'database.json', { steps: migrations.map(({ name }) => name), rows: await rowsOf(tenant) });
  const gone = engine.customerCalls(tenant, trunk, '0900000004', number);
  await next.acted();
  engine.ends(gone, 'caller');
  await next.acted();
  await wait(aliveMs);
  await cp(join(dataFolder, 'journal'), join(folder, 'journal'), { recursive: true });
  const snapshot = await engine.snapshot();
  await write(folder, 'engine.json', { ...heard, snapshot });
  await write(folder, 'calls.json', { tenant, number, over, talking, listening, atBeep, gone });
  await next.close();
}

async function openRunner(db: Db, { tenant }: TestOffice): Promise<CallRunner> {
  const { plan } = await loadTelephonyConfig(db.inTenant, tenant);
  const commands = {
    perform: (...[to, call, command]: Parameters<ScriptedEngine['perform']>) => engine.perform(to, call, command),
    snapshot: () => engine.snapshot(),
  };
  const runner = await testRunner({ tenant, engine: commands, db, plan, log, folder: dataFolder });
  engine.onEvent((_, event, receipt) => {
    heard = { engine: receipt.engine, seq: receipt.seq };
    runner.take(event, receipt);
  });
  return runner;
}

/** A customer calls, and this extension answers. */
async function talk(runner: CallRunner, { tenant, trunk, number }: TestOffice, customer: string, extension: string) {
  const call = engine.customerCalls(tenant, trunk, customer, number);
  await runner.settled();
  engine.answers(call, extension);
  await runner.settled();
  return call;
}

/** What the tables of companies have of this one, without columns that the database makes itself. */
async function rowsOf(tenant: string): Promise<Record<string, unknown[]>> {
  const owner = new pg.Client({ connectionString: storage.ownerUrl });
  await owner.connect();
  // Row-level security binds the owner too.
  await owner.query("select set_config('app.tenant', $1, false)", [tenant]);
  const { rows: tables } = await owner.query<{ name: string; columns: string; key: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
        case when c.relname = 'tenant' then 'id' else 'tenant_id' end as key
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.relname having bool_or(a.attname = 'tenant_id') or c.relname = 'tenant'
      order by c.relname`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name, columns, key } of tables) {
    const { rows } = await owner.query<{ row: unknown }>(
      `select to_json(its) as row from (select ${columns} from "${name}" where ${key} = $1) its`,
      [tenant],
    );
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  await owner.end();
  return found;
}

async function write(folder: string, name: string, value: object): Promise<void> {
  await writeFile(join(folder, name), `${JSON.stringify(value, null, 1)}\n`);
}
