// One of the two servers that api-list.ts compares; told which by its first message.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { z } from 'zod';
import { buildApp } from '../../apps/server/src/app.ts';
import { inProcessBus } from '../../apps/server/src/bus/in-process-bus.ts';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { roles } from '../../apps/server/src/db/roles.ts';
import { openLog } from '../../apps/server/src/http/log.ts';
import { newId } from '../../apps/server/src/kernel/new-id.ts';
import { folderStore } from '../../apps/server/src/storage/folder-store.ts';
import { withoutTelephony } from '../../apps/server/src/without-telephony.ts';
import { query } from './query.ts';

export type Order =
  | { readonly kind: 'ours'; readonly adminUrl: string; readonly departments: number }
  | { readonly kind: 'bare'; readonly url: string; readonly statements: readonly Statement[] };

/** Where a server answers with the page, and what it asked the database for one. */
export interface Ready {
  readonly address: string;
  readonly token: string;
  readonly databaseUrl: string;
  readonly statements: readonly Statement[];
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

const POOL_SIZE = 20;
const TENANTS = 20;

const [order]: [Order] = await new Promise((resolve) =>
  process.once('message', (message: Order) => resolve([message])),
);
process.send?.(order.kind === 'ours' ? await ours(order.adminUrl, order.departments) : await bare(order));

async function ours(adminUrl: string, departments: number): Promise<Ready> {
  const url = new URL(adminUrl);
  url.pathname = 'load';
  await query(adminUrl, 'create database load');
  await migrate(url.href);
  const tenant = await fill(url.href, departments);

  const db = openDatabase({ url: url.href, size: POOL_SIZE });
  const app = await buildApp({
    db,
    bus: inProcessBus(),
    log: openLog('silent'),
    serverKey: randomBytes(32),
    ...withoutTelephony,
    files: folderStore(tmpdir()),
    mail: { send: async () => undefined },
    consoleUrl: () => '',
  });
  const from = { network: 'load', userAgent: 'load', requestId: 'load' };
  const { token } = await app.sessions.start(tenant.id, tenant.accountId, from);
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
  const ready = { address: `${address}/api/load/departments`, token, databaseUrl: url.href };
  await page(ready);
  return { ...ready, statements: await recorded(() => page(ready)) };
}

async function bare({ url, statements }: Extract<Order, { kind: 'bare' }>): Promise<Ready> {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE, options: `-c role=${roles.app}`, pipeline: true });
  const app: FastifyInstance = fastify();
  app.get('/', async () => {
    const client = await pool.connect();
    try {
      const results = await Promise.all(
        statements.map(({ text, values }, at) =>
          client.query(/^(select|with)/.test(text) ? { name: `bare${at}`, text, values } : text),
        ),
      );
      // The first select that gave more than the total is the page.
      const rows = results.flat().map((result) => result.rows);
      return { data: rows.find(({ length }) => length > 1), total: rows.at(-2)?.[0] };
    } finally {
      client.release();
    }
  });
  return { address: await app.listen({ port: 0, host: '127.0.0.1' }), token: '', databaseUrl: url, statements };
}

/** Several tenants of the same size; the one that is asked has the code `load`. */
async function fill(url: string, departments: number): Promise<{ id: string; accountId: string }> {
  const tenants = Array.from({ length: TENANTS }, newId);
  for (const [index, id] of tenants.entries()) {
    await query(url, "insert into tenant (id, code, name, sip_domain) values ($1, $2, 'Load', $2)", [
      id,
      index === 0 ? 'load' : `load${index}`,
    ]);
    await query(
      url,
      `insert into department (tenant_id, id, name, code)
       select $1, gen_random_uuid(), 'Phòng ban ' || n, 'PB' || n from generate_series(1, $2::int) as n`,
      [id, departments],
    );
  }
  await query(url, 'vacuum analyze');
  const [id = ''] = tenants;
  const [roleId, accountId] = [newId(), newId()];
  await query(url, "insert into role (tenant_id, id, name) values ($1, $2, 'super-admin')", [id, roleId]);
  await query(
    url,
    `insert into account (tenant_id, id, email, name, password_hash, role_id) values ($1, $2, 'load@load', 'Load', '', $3)`,
    [id, accountId, roleId],
  );
  return { id, accountId };
}

async function page({ address, token }: { address: string; token: string }): Promise<void> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

/** The statements of the last transaction that `work` made, `begin` and `commit` included. */
async function recorded(work: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const send = pg.Client.prototype.query;
  Object.defineProperty(pg.Client.prototype, 'query', {
    configurable: true,
    writable: true,
    value(this: pg.Client, text: unknown, values: unknown, ...rest: unknown[]) {
      const statement = z.object({ text: z.string(), values: z.array(z.unknown()) }).safeParse(text);
      if (statement.success) statements.push(statement.data);
      else if (typeof text === 'string') statements.push({ text, values: Array.isArray(values) ? values : [] });
      return Reflect.apply(send, this, [text, values, ...rest]);
    },
  });
  await work();
  Object.defineProperty(pg.Client.prototype, 'query', { configurable: true, writable: true, value: send });
  const start = statements.findLastIndex(({ text }) => text.startsWith('begin'));
  return statements.slice(start);
}

await once(process, 'disconnect');
process.exit();
