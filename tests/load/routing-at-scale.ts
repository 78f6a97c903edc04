/**
 * What a saved rule costs in a company of 10,000 rules (half in, half out), 2,000 extensions and 100,000 blocked numbers, beside one
 * of ten of each: from the commit to the switch that leads calls by it, how long the event loop of the process that runs the calls
 * stands still meanwhile (`stop` between two turns of it, `turn CPU` what of such a turn was spent on the processor), and what a
 * call's decision costs there. Calls come all the time. Prints one JSON object.
 *
 *   node tests/load/routing-at-scale.ts [--rules=10000] [--extensions=2000] [--blocked=100000] [--saves=100]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Board, type CallId, type Event, type LegId, type RoutingPlan, step } from '@alo/call-core';
import { ScriptedEngine } from '@alo/testing';

import { openDatabase } from '../../apps/server/src/db/database.ts';
import { startPostgres } from '../../apps/server/src/db/postgres.ts';
import type { SavedPart } from '../../apps/server/src/telephony/routing-plan.ts';
import { createTelephony, type Telephony } from '../../apps/server/src/telephony/telephony.ts';
import { telephonyStore } from '../../apps/server/src/telephony/telephony-store.ts';
import { testSealer } from '../../apps/server/testing/sealer.ts';
import { openTestOffice } from '../../apps/server/testing/small-company.ts';
import { makeDatabase } from './company.ts';
import { round, spread } from './generator.ts';
import { watchLoop } from './loop-watch.ts';
import { query } from './query.ts';

const { values } = parseArgs({
  options: {
    rules: { type: 'string', default: '10000' },
    extensions: { type: 'string', default: '2000' },
    blocked: { type: 'string', default: '100000' },
    saves: { type: 'string', default: '100' },
  },
});
const saves = Number(values.saves);
/** Code is slow before it has run some hundred times. */
const warmUp = 500;
const decisions = 5_000;

const nothing = (): void => {};
const log = { debug: nothing, info: nothing, warn: nothing, error: console.error };
const folder = await mkdtemp(join(tmpdir(), 'alo-routing-'));
const postgres = await startPostgres({ dataFolder: folder, log });
const url = await makeDatabase(postgres.adminUrl);
const db = openDatabase({ url, statementMs: 60_000 });
try {
  const small = await measured('small', { rules: 10, extensions: 10, blocked: 10 });
  const large = await measured('large', {
    rules: Number(values.rules),
    extensions: Number(values.extensions),
    blocked: Number(values.blocked),
  });
  const decided = [small, large].flatMap((one) => one.decided);
  console.log(
    JSON.stringify({ saved: [...small.saved, ...large.saved], opened: [small.opened, large.opened], decided }),
  );
} finally {
  await db.close();
  await postgres.stop();
  await rm(folder, { recursive: true });
}

interface Size {
  readonly rules: number;
  readonly extensions: number;
  readonly blocked: number;
}

async function measured(company: string, size: Size) {
  const office = await openTestOffice(db, company);
  await furnish(office.tenant, size);
  const engine = new ScriptedEngine();
  const telephony = createTelephony({
    engine,
    store: telephonyStore(db),
    holder: company,
    place: 'here',
    log,
    sealer: testSealer,
    dataFolder: join(folder, company),
    measure: () => Promise.resolve(null),
    secretsOf: () => Promise.resolve([]),
  });
  const watch = watchLoop();
  await telephony.open({ id: office.tenant, sip_domain: 'x.alo.local' });
  const opened = { company, ...watch.stop() };
  try {
    const saved = [];
    for (const what of ['a rule in', 'a rule out', 'a blocked number'] as const) {
      saved.push({ company, saved: what, ...(await saving(telephony, office, engine, what)) });
    }
    const board = telephony.boardOf(office.tenant);
    if (board === undefined) throw new Error('The company is not open.');
    return { opened, saved, decided: [decided(company, board, office), decidedOut(company, board)] };
  } finally {
    await telephony.close();
  }
}

type Office = Awaited<ReturnType<typeof openTestOffice>>;

/** One after the other, while calls come; each until calls are led by it. */
async function saving(
  telephony: Telephony,
  { tenant, trunk, number }: Office,
  engine: ScriptedEngine,
  what: 'a rule in' | 'a rule out' | 'a blocked number',
) {
  const times: number[] = [];
  const stops: number[] = [];
  const turns: number[] = [];
  for (let nth = 0; nth < saves; nth++) {
    const { save, kind, isThere } = change(what, nth);
    await db.inTenant(tenant, save);
    const watch = watchLoop();
    const from = performance.now();
    const told = telephony.configChanged(tenant, kind);
    engine.customerCalls(tenant, trunk, `09${String(10_000_000 + nth)}`, number);
    await told;
    await telephony.acted();
    times.push(performance.now() - from);
    const { longestStopMs, longestTurnCpuMs } = watch.stop();
    stops.push(longestStopMs);
    turns.push(longestTurnCpuMs);
    const plan = telephony.boardOf(tenant)?.plan;
    if (plan === undefined || !isThere(plan)) throw new Error(`${what} did not reach the switch.`);
  }
  const { p50, p99 } = spread(times);
  return {
    saves,
    p50Ms: p50,
    p99Ms: p99,
    longestStopMs: Math.max(...stops),
    stopP50Ms: spread(stops).p50,
    longestTurnCpuMs: Math.max(...turns),
    turnCpuP50Ms: spread(turns).p50,
  };
}

type Change = {
  readonly save: Parameters<typeof db.inTenant<unknown>>[1];
  readonly kind: SavedPart;
  readonly isThere: (plan: RoutingPlan) => boolean;
};

function change(what: 'a rule in' | 'a rule out' | 'a blocked number', nth: number): Change {
  const name = `Đổi ${nth}`;
  switch (what) {
    case 'a rule in':
    case 'a rule out': {
      const [table, list, kind] =
        what === 'a rule in'
          ? (['inbound_rule', 'inboundRules', 'rules'] as const)
          : (['outbound_rule', 'outboundRules', 'rules'] as const);
      return {
        kind,
        save: (trx) =>
          trx
            .updateTable(table)
            .set({ name })
            .where(
              'id',
              '=',
              trx
                .selectFrom(table)
                .select('id')
                .orderBy('priority')
                .orderBy('id')
                .offset((nth * 7) % 5)
                .limit(1),
            )
            .execute(),
        isThere: (plan) => plan[list].some((rule) => rule.name === name),
      };
    }
    case 'a blocked number': {
      const value = `+8498${String(1_000_000 + nth)}`;
      return {
        kind: 'block-lists',
        save: (trx) =>
          trx
            .insertInto('block_list')
            .values({ id: crypto.randomUUID(), direction: 'out', kind: 'number', value })
            .execute(),
        isThere: ({ blockedNumbers }) => blockedNumbers.numbers.size > nth,
      };
    }
    default:
      return what satisfies never;
  }
}

/** A call from outside to a number of the company's, from its arrival to the first ring. */
function decided(company: string, board: Board, { trunk, number }: Office) {
  return decisionsOf(company, 'a call in', board, (nth) => ({
    type: 'arrived',
    call: `in-${nth}` as CallId,
    leg: `in-${nth}/in` as LegId,
    at: 0,
    dialled: number,
    origin: { kind: 'trunk', trunk, number: `09${String(10_000_000 + nth)}`, name: '' },
  }));
}

/** A call of somebody's to a number outside. */
function decidedOut(company: string, board: Board) {
  return decisionsOf(company, 'a call out', board, (nth) => ({
    type: 'arrived',
    call: `out-${nth}` as CallId,
    leg: `out-${nth}/in` as LegId,
    at: 0,
    dialled: `09${String(10_000_000 + nth)}`,
    origin: { kind: 'extension', extension: '101' },
  }));
}

function decisionsOf(company: string, what: string, board: Board, event: (nth: number) => Event) {
  const times: number[] = [];
  let from = process.cpuUsage();
  for (let nth = 0; nth < warmUp + decisions; nth++) {
    if (nth === warmUp) from = process.cpuUsage();
    const before = performance.now();
    step(board, event(nth));
    if (nth >= warmUp) times.push(performance.now() - before);
  }
  const { user, system } = process.cpuUsage(from);
  const { p50, p99 } = spread(times);
  return { company, what, decisions, p50Ms: p50, p99Ms: p99, cpuMsEach: round((user + system) / 1_000 / decisions, 4) };
}

/** Beside what every test office has: rules for callers and numbers of many kinds, people in groups, and a long block list. */
async function furnish(tenant: string, { rules, extensions, blocked }: Size): Promise<void> {
  const half = Math.floor(rules / 2);
  await query(
    url,
    `insert into extension_group (tenant_id, id, name) select $1, gen_random_uuid(), 'Nhóm ' || n from generate_series(1, 10) as n`,
    [tenant],
  );
  await query(
    url,
    `insert into extension (tenant_id, id, number, name, extension_group_id)
     select $1, gen_random_uuid(), (10000 + n)::text, 'Máy ' || n,
       (select id from extension_group where tenant_id = $1 order by name offset n % 10 limit 1)
     from generate_series(1, $2::int) as n`,
    [tenant, extensions],
  );
  await query(
    url,
    `insert into inbound_rule (tenant_id, id, name, priority, service_number_id, caller_pattern, destination_kind, destination_value)
     select $1, gen_random_uuid(), 'Vào ' || n, n, (select id from service_number where tenant_id = $1 limit 1),
       '08' || lpad(n::text, 5, '0') || '*', 'direct', '101'
     from generate_series(1, $2::int) as n`,
    [tenant, half],
  );
  await query(
    url,
    `insert into outbound_rule (tenant_id, id, name, priority, pattern)
     select $1, gen_random_uuid(), 'Ra ' || n, n, '07' || lpad(n::text, 5, '0') || '*' from generate_series(1, $2::int) as n`,
    [tenant, half],
  );
  await query(
    url,
    `insert into outbound_rule_group (tenant_id, id, outbound_rule_id, extension_group_id)
     select $1, gen_random_uuid(), outbound_rule.id,
       (select id from extension_group where tenant_id = $1 order by name limit 1)
     from outbound_rule where tenant_id = $1 and name like 'Ra %'`,
    [tenant],
  );
  await query(
    url,
    `insert into outbound_route (tenant_id, id, outbound_rule_id, service_number_id)
     select $1, gen_random_uuid(), outbound_rule.id, (select id from service_number where tenant_id = $1 limit 1)
     from outbound_rule where tenant_id = $1 and name like 'Ra %'`,
    [tenant],
  );
  await query(
    url,
    `insert into block_list (tenant_id, id, direction, kind, value, reason)
     select $1, gen_random_uuid(), case when n % 2 = 0 then 'in' else 'out' end, 'number', '+845' || lpad(n::text, 8, '0'), 'Quấy rối'
     from generate_series(1, $2::int) as n`,
    [tenant, blocked],
  );
  await query(url, 'analyze');
}
