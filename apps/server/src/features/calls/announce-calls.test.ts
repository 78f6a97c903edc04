import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, testApp } from '../../test-app.ts';
import { storeCall } from '../../test-calls.ts';
import { callAnnouncer } from './announce-calls.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

afterAll(() => app.close());

test('a change that the database would not say is told when it does, and to nobody once nobody looks', async () => {
  const { id: tenantId } = await app.tenant('goi');
  const { id: call } = await storeCall(app.db, tenantId, {});
  const errors: unknown[] = [];
  const told: string[] = [];
  let reads = 0;
  let away = true;
  let isWatched = true;
  const announce = callAnnouncer({
    db: {
      ...app.db,
      inTenant: (tenant, work) => {
        reads += 1;
        return away ? Promise.reject(new Error('the database is away')) : app.db.inTenant(tenant, work);
      },
    },
    live: { publish: (_tenant, type) => void told.push(type), isWatched: () => isWatched },
    onError: (error) => void errors.push(error),
  });
  announce(tenantId, [call]);
  await expect.poll(() => errors.length).toBe(1);
  expect(told).toEqual([]);
  away = false;
  await expect.poll(() => told).toContain('call-changed');

  isWatched = false;
  const before = reads;
  announce(tenantId, [call]);
  expect(reads).toBe(before);
});
