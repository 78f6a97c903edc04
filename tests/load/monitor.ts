/**
 * The live board: so many supervisors watch a company of 1,000 agents in ten queues while a hundred times a second a call comes, is
 * answered or ends. From the moment when that was due to the word at each watcher, over real sockets, in milliseconds; most see
 * everybody, a fifth a team of theirs with numbers hidden. Beside it (`ratio`) a bare `ws` server that says each event at once to as many,
 * in as many bytes; and 50 watchers who read the board by HTTP when they hear that it is another, as the console did before.
 * `untold` counts what one who sees everybody was never told. Calls are decided by the server's own parts on an engine without a network,
 * which share the process with the watchers' sockets. Last, `consoles`: as many who hear what every console does besides, the history's
 * row of each call as it is written and what each person does. Prints one JSON object.
 *
 *   node tests/load/monitor.ts [--watchers=500] [--agents=1000] [--events=100] [--seconds=20]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';

import { startPostgres } from '../../apps/server/src/db/postgres.ts';
import { makeCompany, makeDatabase, tokenOf } from './company.ts';
import { cpuMsOf, round } from './generator.ts';
import type { Done, MonitorOrder } from './monitor-server.ts';
import type { WatcherDelays, WatchersOrder } from './monitor-watchers.ts';
import { loopDelay, tell } from './product.ts';
import { domain } from './sip-tenant.ts';
import type { Life } from './steady-events.ts';

const { values } = parseArgs({
  options: {
    watchers: { type: 'string', default: '500' },
    agents: { type: 'string', default: '1000' },
    events: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '20' },
    readers: { type: 'string', default: '50' },
  },
});
const [watchers, agents, readers] = [Number(values.watchers), Number(values.agents), Number(values.readers)];
const life: Life = { eventsPerSecond: Number(values.events), seconds: Number(values.seconds) };
/** As often the console read it at most. */
const readEveryMs = 700;
const [queues, teams] = [10, 10];

const opened = new AsyncDisposableStack();
try {
  const dataFolder = await mkdtemp(join(tmpdir(), 'alo-load-'));
  opened.defer(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 }));
  const log = { debug: () => undefined, info: () => undefined, warn: console.error, error: console.error };
  const postgres = await startPostgres({ dataFolder, log });
  opened.defer(() => postgres.stop());
  const url = await makeDatabase(postgres.adminUrl);
  const company = await makeCompany(url, { code: 'load', domain, people: agents, records: false });
  const trunk = await inQueuesAndTeams(url, company.tenant);
  const order: MonitorOrder = { url, tenant: company.tenant, trunk, people: agents };

  const those = (count: number, isReader: boolean): WatchersOrder['watchers'] =>
    company.sessions
      .slice(0, count)
      .map((session, index) => ({ token: tokenOf(session), way: wayOf(index, isReader) }));
  const ours = await run('ours', ['monitor-server.ts', order], those(watchers, false), 0);
  const bytes = Math.round(ours.bytesEach / life.eventsPerSecond / life.seconds);
  const bare = await run(
    'bare',
    ['bare-board.ts', bytes],
    Array.from({ length: watchers }, () => ({ token: '', way: 'everybody' })),
    0,
  );
  const reading =
    readers === 0 ? [] : [await run('read by HTTP', ['monitor-server.ts', order], those(readers, true), readEveryMs)];
  const topics = ['calls', 'presence', 'resources'];
  const consoles = await run('consoles', ['monitor-server.ts', order], those(watchers, false), 0, topics);
  const ratio = { p50: round(ours.p50Ms / bare.p50Ms, 2), p99: round(ours.p99Ms / bare.p99Ms, 2) };
  console.log(JSON.stringify({ ratio, agents, ...life, runs: [ours, bare, ...reading, consoles] }, null, 2));
} finally {
  await opened.disposeAsync();
}

/** Every fifth sees a team: who reads is told by nobody else what they know. */
function wayOf(index: number, isReader: boolean): string {
  const way = index % 5 === 4 ? `team ${index % (5 * teams)}` : 'everybody';
  return isReader ? `${way} ${index}` : way;
}

async function run(
  what: string,
  [program, given]: readonly [string, unknown],
  those: WatchersOrder['watchers'],
  every: number,
  topics: readonly string[] = ['monitor'],
) {
  tell(what);
  const server = started(program, given, ['--import', join(import.meta.dirname, 'event-loop-probe.ts')]);
  const { address } = await heard<{ address: string }>(server, 'address');
  const order: WatchersOrder = { address, watchers: those, readEveryMs: every, topics };
  const generator = started('monitor-watchers.ts', order);
  await heard(generator, 'watching');
  tell('calls');
  const isProbed = program === 'monitor-server.ts';
  if (isProbed) await loopDelay(server);
  const before = [cpuMsOf(server.pid ?? 0), cpuMsOf(generator.pid ?? 0)] as const;
  server.send(life);
  const { done } = await heard<Done>(server, 'done');
  const cpu = (cpuMsOf(server.pid ?? 0) - before[0]) / 1000 / life.seconds;
  const generatorCpu = (cpuMsOf(generator.pid ?? 0) - before[1]) / 1000 / life.seconds;
  const loop = isProbed ? await loopDelay(server) : undefined;
  generator.send({ done });
  const { p50, p99, bytes, messages, untold, lost } = await heard<WatcherDelays>(generator, 'p50');
  const ended = once(server, 'exit');
  server.disconnect();
  await ended;
  return {
    what,
    watchers: those.length,
    p50Ms: p50,
    p99Ms: p99,
    untold,
    lost,
    serverCores: round(cpu, 2),
    watchersCores: round(generatorCpu, 2),
    messagesEach: round(messages / those.length, 0),
    bytesEach: round(bytes / those.length, 0),
    ...(loop && { loopP99Ms: loop.p99 }),
  };
}

function started(program: string, given: unknown, execArgv: readonly string[] = []): ChildProcess {
  const child = fork(join(import.meta.dirname, program), [JSON.stringify(given)], {
    execArgv: [...execArgv],
    serialization: 'advanced',
  });
  opened.defer(() => void child.kill());
  return child;
}

/** The next that a program of ours says with this in it. */
async function heard<Said>(child: ChildProcess, what: keyof Said & string): Promise<Said> {
  const gone = once(child, 'exit').then((): never => {
    throw new Error(`It ended instead of saying “${what}”.`);
  });
  for (;;) {
    const [said] = await Promise.race([once(child, 'message'), gone]);
    if (what in Object(said)) return said as Said; // one program speaks to the other, with the types of one file
  }
}

/** Agents are in queues, whose figures change with them, and in teams, whose leaders every fifth of them is. */
async function inQueuesAndTeams(url: string, tenant: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const nth = `(extension.number::int - 10000)`;
    await client.query(`
      insert into feature (tenant_id, id, feature_name_data, date_expired)
        values ('${tenant}', gen_random_uuid(), array['supervision'], now() + interval '1 year');
      update system_setting set hidden_phone_customer = 1 where tenant_id = '${tenant}';
      insert into department (tenant_id, id, name) values ('${tenant}', gen_random_uuid(), 'Chăm sóc khách hàng');
      insert into team (tenant_id, id, name, department_id)
        select '${tenant}', gen_random_uuid(), 'Nhóm ' || n, department.id from department, generate_series(0, ${teams - 1}) as n;
      insert into role (tenant_id, id, name, permissions, scope)
        values ('${tenant}', gen_random_uuid(), 'Trưởng nhóm', array['monitor.view'], 'team');
      update account set team_id = team.id, department_id = team.department_id from team
        where team.name = 'Nhóm ' || (account.extension::int - 10000) / 5 % ${teams};
      update account set role_id = role.id from role
        where role.name = 'Trưởng nhóm' and (account.extension::int - 10000) % 5 = 4;
      insert into queue (tenant_id, id, name, strategy, ring_seconds)
        select '${tenant}', gen_random_uuid(), 'Hàng đợi ' || n, 'longest-idle', 20 from generate_series(0, ${queues - 1}) as n;
      insert into queue_member (tenant_id, id, queue_id, position, extension_id)
        select '${tenant}', gen_random_uuid(), queue.id, ${nth} / ${queues}, extension.id from extension
          join queue on queue.name = 'Hàng đợi ' || ${nth} % ${queues}`);
    const { rows } = await client.query<{ id: string }>('select id from trunk');
    const [{ id } = { id: '' }] = rows;
    return id;
  } finally {
    await client.end();
  }
}
