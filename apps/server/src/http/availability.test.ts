import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../testing/app.ts';
import { DatabaseUnavailable, openDatabase } from '../db/database.ts';

let app: TestApp;
let demo: TestTenant;
let admin: pg.Client;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  admin = new pg.Client({ connectionString: app.url });
  await admin.connect();
});

afterAll(async () => {
  await admin.end();
  await app.close();
});

const terminateOthers = () =>
  admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );

test('connections that the database drops are a 503 to try again, and the next request works', async () => {
  const slow = app.db.inTenant(demo.id, async (trx) => {
    await terminateOthers();
    return trx.selectFrom('branch').selectAll().execute();
  });
  await expect(slow).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect((await demo.admin.call('GET', '/departments')).statusCode).toBe(200);
});

test('a database that is not there is a 503 before it is there again, and the server says that it is not ready', async () => {
  const name = new URL(app.url).pathname.slice(1);
  const keeper = new pg.Client({ connectionString: app.url.replace(name, 'postgres') });
  await keeper.connect();
  await keeper.query(`alter database ${name} allow_connections false`);
  await terminateOthers();
  try {
    // Nobody lets it come back before the answer is there.
    const refused = await demo.admin.call('GET', '/departments');
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '1',
    ]);
    expect((await app.http.inject('/readyz')).json()).toMatchObject({ status: 'not ready', database: 'down' });
    expect((await app.http.inject('/healthz')).statusCode).toBe(200);
  } finally {
    await keeper.query(`alter database ${name} allow_connections true`);
    await keeper.end();
  }
  expect((await demo.admin.call('GET', '/departments')).statusCode).toBe(200);
  expect((await app.http.inject('/readyz')).statusCode).toBe(200);
});

test('a pool that is used up makes people wait for a second, not for ever', async () => {
  const db = openDatabase({ url: app.url, size: 1, waitMs: 2_000 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const busy = db.inTenant(demo.id, () => released);
  await expect(db.ping()).rejects.toBeInstanceOf(DatabaseUnavailable);
  release();
  await busy;
  await db.ping();
  await db.close();
});

test('a statement that takes too long is given up', async () => {
  const db = openDatabase({ url: app.url, statementMs: 100 });
  const slow = db.inTenant(demo.id, (trx) =>
    trx.selectNoFrom((eb) => eb.fn('pg_sleep', [eb.val(5)]).as('x')).execute(),
  );
  await expect(slow).rejects.toBeInstanceOf(DatabaseUnavailable);
  await db.close();
});

/** A way to the database that can be made to swallow everything, in both directions. */
async function swallowingProxy(url: string) {
  const target = new URL(url);
  const [port, host] = [Number(target.port), target.hostname];
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  target.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const each = (act: (socket: Socket) => void) => sockets.forEach(act);
  return {
    url: target.href,
    swallow: () => each((socket) => void socket.unpipe().pause()),
    close: () => {
      each((socket) => socket.destroy());
      server.close();
    },
  };
}

test('a database that swallows what it is asked is given up by us, and the next request gets a new connection', async () => {
  const proxy = await swallowingProxy(app.url);
  // Long enough for what is answered on a busy machine.
  const db = openDatabase({ url: proxy.url, size: 1, silentMs: 3_000 });
  await db.ping();
  proxy.swallow();
  await expect(db.inTenant(demo.id, (trx) => trx.selectFrom('branch').selectAll().execute())).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  );
  await db.ping();
  await db.close();
  proxy.close();
});
