import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';
import { callAnnouncer } from './announce-calls.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

afterAll(() => app.close());

/** Tells of one call while the database refuses as it is said, until it does no more. */
async function telling(refuse: () => Promise<unknown>) {
  const { id: tenantId } = await app.tenant(`goi-${randomUUID()}`);
  const { id: call } = await storeCall(app.db, tenantId, {});
  const seen = { errors: [] as unknown[], told: [] as string[], reads: 0, refuses: true, isWatched: true };
  const announce = callAnnouncer({
    db: {
      ...app.db,
      inTenant: async (tenant, work) => {
        seen.reads += 1;
        if (seen.refuses) await refuse();
        return app.db.inTenant(tenant, work);
      },
    },
    live: { publish: (_tenant, type) => void seen.told.push(type), isWatched: () => seen.isWatched },
    onError: (error) => void seen.errors.push(error),
  });
  return { seen, announce: () => announce(tenantId, [call]) };
}

const raised = (state: string) => async () => {
  const { id } = await app.tenant(`loi-${randomUUID()}`);
  return app.db.inTenant(id, (trx) =>
    sql.raw(`do $$ begin raise exception 'refused' using errcode = '${state}'; end $$`).execute(trx),
  );
};

test.each([
  ['there is no room for another connection', '53300'],
  ['it took too long', '57014'],
  ['it is being shut down', '57P01'],
  ['its disk is full', '53100'],
  ['somebody holds a lock', '55P03'],
  ['two stand in each other’s way', '40P01'],
])('where the database refuses because %s (%s), the change is told when it does no more', async (_why, state) => {
  const { seen, announce } = await telling(raised(state));
  announce();
  await expect.poll(() => seen.errors.length).toBe(1);
  expect(seen.told).toEqual([]);
  seen.refuses = false;
  await expect.poll(() => seen.told).toContain('call-changed');
});

test('what will never be read is told to whoever watches the server, once, and the next change is told all the same', async () => {
  for (const refuse of [raised('22P02'), () => Promise.reject(new TypeError('a mistake of ours'))]) {
    const { seen, announce } = await telling(refuse);
    announce();
    await expect.poll(() => seen.errors.length).toBe(1);
    seen.refuses = false;
    announce();
    await expect.poll(() => seen.told).toContain('call-changed');
    expect([seen.reads, seen.errors.length]).toEqual([2, 1]);
  }
});

test('once nobody looks nothing is read', async () => {
  const { seen, announce } = await telling(() => Promise.resolve());
  seen.isWatched = false;
  announce();
  expect(seen.reads).toBe(0);
});
