import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/postgres.ts';

let dataFolder: string;
let database: TestDatabase;
const started: Started[] = [];

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'alo-roles-'));
  database = await testDatabase();
});

afterAll(async () => {
  for (const one of started) one.keeper.kill('SIGTERM');
  await Promise.all(started.map(({ ended }) => ended));
  await database.drop();
  await rm(dataFolder, { recursive: true, maxRetries: 5 });
});

const metricsToken = 'read-by-those-who-watch';

interface Started {
  readonly keeper: ChildProcess;
  readonly ended: Promise<unknown>;
  said(): string;
}

/** What `npm start` runs, with these roles, on the one folder and the one database. */
function start(roles: string): Started {
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'keeper.ts')], {
    env: {
      ALO_DATA_DIR: dataFolder,
      DATABASE_URL: database.url,
      ALO_ROLES: roles,
      ALO_PORT: '0',
      ALO_HEALTH_PORT: '0',
      ALO_METRICS_TOKEN: metricsToken,
      ALO_SIP_PORT: '0',
      ALO_SIP_WSS_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [keeper.stdout, keeper.stderr]) stream.on('data', (text) => (said += text));
  const one = { keeper, ended: once(keeper, 'exit').then(([code]: unknown[]) => code), said: () => said };
  started.push(one);
  return one;
}

const serves = (one: Started) => expect.poll(one.said, { timeout: 90_000 }).toContain('Alô sẵn sàng');

test('roles apart run beside each other on one folder, each upgraded and stopped by itself', async () => {
  const web = start('web');
  await serves(web);
  const others = start('telephony,worker');
  await serves(others);
  expect(web.keeper.exitCode).toBeNull();
  await expectWatched(others);

  const mixed = start('web,telephony');
  expect(await mixed.ended).toBe(1);
  expect(mixed.said()).toContain('ALO_ROLES');

  const again = start('worker,telephony');
  expect(await again.ended).toBe(0);
  expect(again.said()).toContain(`tiến trình ${others.keeper.pid}`);

  others.keeper.kill('SIGTERM');
  expect(await others.ended).toBe(0);
  expect(web.keeper.exitCode).toBeNull();
  const next = start('telephony,worker');
  await serves(next);
}, 240_000);

/** Who has no console answers those who watch it all the same. */
async function expectWatched(one: Started): Promise<void> {
  const address = /(http:\S+)\/readyz/.exec(one.said())?.[1] ?? '';
  const [alive, ready] = await Promise.all([fetch(`${address}/healthz`), fetch(`${address}/readyz`)]);
  expect([alive.status, ready.status, await ready.json()]).toMatchObject([200, 200, { status: 'ready' }]);
  expect((await fetch(`${address}/metrics`)).status).toBe(404);
  const metrics = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  expect(await metrics.text()).toMatch(/^alo_calls/m);
}
