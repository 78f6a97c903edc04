import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { openStorage } from '../../apps/server/src/db/open-storage.ts';
import { seedDemo } from '../../apps/server/src/features/demo/seed.ts';
import { openLog } from '../../apps/server/src/http/log.ts';

test('a first start that broke off before anybody was in the database leaves it new, one that filled it does not', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'alo-storage-'));
  onTestFinished(() => rm(dataFolder, { recursive: true }));
  const open = () =>
    openStorage({ databaseUrl: undefined, databaseOwnerUrl: undefined, dataFolder, log: openLog('silent') });

  const brokenOff = await open();
  expect(brokenOff.isNew).toBe(true);
  const seeding = seedDemo(brokenOff.db, { hashPassword: () => Promise.reject(new Error('the power fails')) });
  await expect(seeding).rejects.toThrow('the power fails');
  await brokenOff.close();

  const second = await open();
  expect(second.isNew).toBe(true);
  await seedDemo(second.db, { hashPassword: async () => 'x' });
  await second.close();
  const third = await open();
  expect(third.isNew).toBe(false);
  await third.close();
});
