import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { inProcessBus } from '../../testing/bus.ts';
import { everyBus, heardBy } from '../../testing/every-bus.ts';
import { type TestDatabase, testDatabase } from '../../testing/postgres.ts';
import type { Bus } from './bus.ts';
import { postgresBus } from './postgres-bus.ts';

let database: TestDatabase;
const tenant = crypto.randomUUID();
const quiet = { warn: () => undefined };

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.drop());

/** Two ends of a bus; within a process both are the same. */
async function ends(kind: 'in a process' | 'over the database'): Promise<[Bus, Bus]> {
  if (kind === 'over the database') {
    const open = () => postgresBus({ url: database.url, log: quiet });
    return [await open(), await open()];
  }
  const bus = inProcessBus();
  return [bus, bus];
}

describe.each(['in a process', 'over the database'] as const)('a bus %s', (kind) => {
  everyBus(() => ends(kind));
});

test.each(['calls-written', 'phones-changed', 'my-calls-changed', 'my-queues-changed'] as const)(
  'what calls say again and again is sent together, and each name once: %s',
  async (topic) => {
    const [one, other] = await ends('over the database');
    const heard = heardBy(other, topic);
    for (let n = 0; n < 40; n += 1) one.publish(topic, tenant, [String(n % 4)]);
    await expect.poll(() => heard).toEqual([[tenant, '0', '1', '2', '3']]);
    await one.close();
    await other.close();
  },
);

test('what calls say again and again goes out only as long as another process listens to it', async () => {
  const said: string[] = [];
  const wire = new pg.Client({ connectionString: database.url });
  await wire.connect();
  wire.on('notification', ({ payload = '' }) =>
    said.push(z.tuple([z.string(), z.string()]).rest(z.unknown()).parse(JSON.parse(payload))[1]),
  );
  await wire.query('listen alo');
  const one = await postgresBus({ url: database.url, log: quiet, answeredMs: 0 });
  const saysToOthers = async () => {
    said.length = 0;
    one.publish('phones-changed', tenant, ['101']);
    one.publish('job-changed', tenant, []);
    await one.flushed();
    await expect.poll(() => said).toContain('job-changed');
    await wire.query('select 1');
    return said.includes('phones-changed');
  };
  expect(await saysToOthers()).toBe(false);
  const other = await postgresBus({ url: database.url, log: quiet });
  heardBy(other, 'calls-written');
  expect(await saysToOthers()).toBe(false);
  heardBy(other, 'phones-changed');
  await expect.poll(saysToOthers).toBe(true);
  // One that comes later asks who listens.
  const late = await postgresBus({ url: database.url, log: quiet, answeredMs: 0 });
  await expect.poll(() => said).toContain('listens');
  await other.close();
  await expect.poll(saysToOthers).toBe(false);
  await Promise.all([one.close(), late.close(), wire.end()]);
});

test('a bus whose connection breaks comes back by itself, says that something may be missing, and sends what waited', async () => {
  const [one, other] = await ends('over the database');
  const heard = heardBy(other, 'job-changed');
  let gaps = 0;
  for (const bus of [one, other]) bus.onGap(() => (gaps += 1));
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'alo bus' and datname = current_database()",
  );
  await admin.end();
  await expect.poll(() => gaps).toBe(2);
  one.publish('job-changed', tenant, ['after']);
  await expect.poll(() => heard).toEqual([[tenant, 'after']]);
  await one.close();
  await other.close();
});
