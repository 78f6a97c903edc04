/**
 * From the keeper's start to `ready`, where a company has a thousand calls of the last days in its history and where it has a million,
 * each with two legs and a stay: `startMs` after an orderly end, `killedMs` after everything was killed, medians; and how many
 * rows of the history such a start reads (`rowsRead`) until half a minute later. Prints one JSON object.
 *
 *   node tests/load/start-after-calls.ts [--runs=5] [--rows=1000000]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';

import { fillCustomersAndCalls } from './customers-and-calls.ts';
import { round } from './generator.ts';
import { type Installation, withInstallation } from './installation.ts';
import { fillQuickly, type Sql, tell, unsafely } from './product.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, rows: { type: 'string', default: '1000000' } },
});
const runs = Number(values.runs);
/** Long enough for all that a start looks after behind its first calls. */
const LOOKED_MS = 30_000;

const measured = [];
for (const calls of [1_000, Number(values.rows)]) {
  tell(`${calls} calls`);
  measured.push({
    calls,
    ...(await withInstallation({ people: 2, fill: (sql, tenant) => fill(sql, tenant, calls) }, starts)),
  });
}
const [few, many] = measured;
const ratio = {
  start: round((many?.startMs ?? 0) / (few?.startMs ?? 1), 2),
  killed: round((many?.killedMs ?? 0) / (few?.killedMs ?? 1), 2),
};
console.log(JSON.stringify({ ratio, runs: measured }, null, 2));

async function fill(sql: Sql, tenant: string, calls: number): Promise<void> {
  await fillCustomersAndCalls(sql, tenant, { customers: 1_000, calls });
  await unsafely(sql, async () => {
    await fillQuickly(sql, 'leg', {
      rows: `insert into leg (tenant_id, call_id, call_started_at, id, position, side, extension, started_at, answered_at, ended_at)
        select tenant_id, id, started_at, 'leg-' || n, n, case n when 1 then 'arrived' else 'dialled' end,
          case n when 1 then '' else to_extension end, started_at, started_at, ended_at from call, generate_series(1, 2) as n`,
    });
    await fillQuickly(sql, 'call_segment', {
      rows: `insert into call_segment (tenant_id, call_id, call_started_at, id, position, extension, leg_id, how, from_at, to_at)
        select tenant_id, id, started_at, 'segment-1', 1, to_extension, 'leg-2', 'answered', started_at, ended_at from call`,
    });
  });
}

async function starts({ product, databaseUrl }: Installation) {
  const [startMs, killedMs]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    process.kill(product.keeperPid, 'SIGTERM');
    while ((await product.processes()).length > 0) await sleep(50);
    startMs.push(await timeOf(product.start));
    await product.kill();
    killedMs.push(await timeOf(product.start));
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await product.kill();
  const before = await rowsRead(client);
  await product.start();
  await sleep(LOOKED_MS);
  const rows = (await rowsRead(client)) - before;
  await client.end();
  return { startMs: median(startMs), killedMs: median(killedMs), rowsRead: rows, starts: runs };
}

async function timeOf(what: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await what();
  return performance.now() - from;
}

function median(times: readonly number[]): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);
}

/** Of calls and what belongs to them, since the database was made. */
async function rowsRead(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int8::float8 as n from pg_stat_user_tables
    where relname ~ '^(call|leg|call_segment|recording|call_event)(_\\d|$)'`,
  );
  return rows[0]?.n ?? 0;
}
