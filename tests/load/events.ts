/**
 * What programs are told: 500 keys of three companies listen by sockets while in each company something happens a hundred times a second, of
 * people and of calls in turn. From the moment when it was written to the word at each key, over real sockets, in milliseconds; `wrong`
 * counts words that came twice or out of order, `untold` what never came. Beside it (`ratio`) a bare `ws` server that says each word
 * at once to as many, in as many bytes. Who writes and who listens are programs of their own beside the product. Prints one JSON object.
 *
 *   node tests/load/events.ts [--keys=500] [--events=100] [--seconds=20]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';

import { openDatabase } from '../../apps/server/src/db/database.ts';
import { hashSecret, newSecret } from '../../apps/server/src/features/api-keys/secrets.ts';
import { newId } from '../../apps/server/src/kernel/new-id.ts';
import { storeCall } from '../../apps/server/testing/stored-calls.ts';
import { makeCompany } from './company.ts';
import type { EventDelays, ListenersOrder } from './events-listeners.ts';
import { cpuMsOf, round } from './generator.ts';
import { tell, withProduct } from './product.ts';
import { query } from './query.ts';
import { moment } from './steady-events.ts';

const { values } = parseArgs({
  options: {
    keys: { type: 'string', default: '500' },
    events: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '20' },
  },
});
const [keys, events, seconds] = [Number(values.keys), Number(values.events), Number(values.seconds)];
const companies = 3;
/** Of the first seconds nothing is counted. */
const fromMs = 5_000;
const scopes = ['events.view', 'call-history.view', 'history-by-status.view', 'customer.full-phone'];

interface Listened {
  readonly tenant: string;
  readonly call: { readonly id: string; readonly started_at: Date };
  readonly listeners: ListenersOrder['listeners'];
}

const opened = new AsyncDisposableStack();
try {
  await withProduct(
    async () => {},
    async ({ server, address, databaseUrl }) => {
      const those: Listened[] = [];
      for (let nth = 0; nth < companies; nth += 1) those.push(await aCompany(databaseUrl, address, nth));
      const ours = await run(
        'ours',
        server,
        those.flatMap(({ listeners }) => listeners),
        () => happen(databaseUrl, those),
      );
      const bytes = Math.round(ours.bytes / ours.messages);
      const bare = started('bare-events.ts', { bytes, everyMs: 1_000 / events, seconds });
      const { address: bareAddress } = await heard<{ address: string }>(bare, 'address');
      const alone = await run(
        'bare',
        bare,
        Array.from({ length: keys }, () => ({ address: bareAddress, token: '' })),
        async () => {
          bare.send({ go: true });
          return (await heard<{ told: number }>(bare, 'told')).told * companies;
        },
      );
      const ratio = { p50: round(ours.p50Ms / alone.p50Ms, 1), p99: round(ours.p99Ms / alone.p99Ms, 1) };
      const [run1, run2] = [ours, alone].map(({ bytes: all, messages, ...shown }) => ({
        ...shown,
        messagesPerSecond: Math.round(messages / seconds),
        bytesEach: Math.round(all / messages),
      }));
      console.log(JSON.stringify({ keys, companies, eventsPerSecond: events, ratio, runs: [run1, run2] }, null, 2));
    },
  );
} finally {
  await opened.disposeAsync();
}

/** What `work` makes happen, as so many hear of it; it answers how many words there were in all companies. */
async function run(
  what: string,
  server: ChildProcess,
  listeners: ListenersOrder['listeners'],
  work: () => Promise<number>,
) {
  tell(what);
  const generator = started('events-listeners.ts', { listeners, fromMs } satisfies ListenersOrder);
  await heard(generator, 'listening');
  tell('it happens');
  const before = [cpuMsOf(server.pid ?? 0), cpuMsOf(generator.pid ?? 0)] as const;
  const told = await work();
  // What is late comes.
  await sleep(5_000);
  const coresOf = (pid: number, from: number) => round((cpuMsOf(pid) - from) / 1_000 / seconds, 2);
  const [serverCores, listenersCores] = [coresOf(server.pid ?? 0, before[0]), coresOf(generator.pid ?? 0, before[1])];
  generator.send({ over: true });
  const { p50, p99, longest, messages, bytes, wrong, lost } = await heard<EventDelays>(generator, 'p50');
  const untold = Math.round((told / companies) * listeners.length) - messages;
  const ms = { p50Ms: round(p50, 1), p99Ms: round(p99, 1), longestMs: round(longest, 1) };
  return { what, ...ms, untold, wrong, lost, serverCores, listenersCores, messages, bytes };
}

/** In each company as often, people and calls in turn. */
async function happen(url: string, those: readonly Listened[]): Promise<number> {
  const writers = await Promise.all(those.map((one) => writerOf(url, one)));
  const begun = moment();
  let number = 0;
  for (; number < events * seconds; number += 1) {
    const wait = begun + (number * 1_000) / events - moment();
    if (wait > 0) await sleep(wait);
    await Promise.all(writers.map((write) => write(number)));
  }
  return number * those.length;
}

async function writerOf(url: string, { tenant, call }: Listened): Promise<(number: number) => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  // PostgreSQL is stopped at the end.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`set role alo_app; select set_config('app.tenant', '${tenant}', false)`);
  return async (number) => {
    const at = moment();
    const said = `bench ${at}`;
    const what =
      number % 2 === 0
        ? { type: 'agent.status', detail: { extension: '1000', status: 'ready', reason: said } }
        : { type: 'call.ended', call_id: call.id, call_started_at: call.started_at, detail: { status: said } };
    await client.query('select tell_events($1::jsonb)', [
      JSON.stringify([{ ...what, key: `${number}`, at: new Date(at) }]),
    ]);
    await client.query("select pg_notify('alo', $1)", [JSON.stringify(['bench', 'events-told', tenant, []])]);
  };
}

/** One with a conversation, whose first person made the keys. */
async function aCompany(url: string, address: string, nth: number): Promise<Listened> {
  const code = `nghe-${nth}`;
  const { tenant } = await makeCompany(url, {
    code,
    domain: `${code}.load`,
    people: 1,
    records: false,
    prefix: `02${nth}`,
  });
  const db = openDatabase({ url, size: 1, statementMs: 60_000 });
  const call = await storeCall(db, tenant, { started_at: new Date() });
  await db.close();
  const secrets = Array.from({ length: Math.floor(keys / companies) + (nth < keys % companies ? 1 : 0) }, newSecret);
  const rows = secrets.map((secret) => ({ id: newId(), secret_hash: hashSecret(secret).toString('hex') }));
  await query(
    url,
    `insert into api_key (tenant_id, id, name, scopes, secret_hash, created_by)
     select $1, id, id::text, $2, decode(secret_hash, 'hex'), (select id from account where tenant_id = $1 limit 1)
     from jsonb_to_recordset($3::jsonb) as one (id uuid, secret_hash text)`,
    [tenant, scopes, JSON.stringify(rows)],
  );
  const socket = `${address.replace('http', 'ws')}/live/events?company=${code}&after=0`;
  return { tenant, call, listeners: secrets.map((token) => ({ address: socket, token })) };
}

function started(program: string, given: object): ChildProcess {
  const child = fork(join(import.meta.dirname, program), [JSON.stringify(given)], { serialization: 'advanced' });
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
