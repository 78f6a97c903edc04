import type { ContactId, TenantId } from '@alo/call-core';
import { expect, test } from 'vitest';

import { officeConfigs } from './office.ts';
import { seededRandom } from './random.ts';
import { startProcess } from './server-process.ts';
import { simulatedDatabase } from './simulated-database.ts';
import { simulatedDisk } from './simulated-disk.ts';
import { simulatedEngine } from './simulated-engine.ts';
import { virtualTime } from './virtual-time.ts';

test('a process that stands still hears only when it goes on that it is to end, behind what was said before', async () => {
  const time = virtualTime(Date.UTC(2026, 10, 20, 3));
  const random = seededRandom(1);
  const tenant = '00000000-0000-4000-8000-00000000aaaa' as TenantId; // the simulation's own
  const nobody = { dialled: () => undefined, answeredByUs: () => undefined, bridged: () => undefined };
  const engine = simulatedEngine(time, random, tenant, nobody);
  const disk = simulatedDisk(time, random);
  const failures: string[] = [];
  const server = startProcess({
    time,
    engine,
    tenant,
    database: simulatedDatabase(time, random, officeConfigs[0]),
    disk: (life) => disk.of(life),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    onFailure: (what, error) => failures.push(`${what}: ${String(error)}`),
  });
  engine.contacts('101', [{ id: '101-0' as ContactId, asleep: false }]);
  await time.run(5_000);

  server.life.frozenUntil = time.now + 10_000;
  await time.run(1_000);
  engine.contacts('102', [{ id: '102-0' as ContactId, asleep: false }]);
  await time.run(1_000);
  const ended = server.close();
  await time.run(7_000);
  expect(server.life.alive).toBe(true);
  await time.run(5_000);
  await ended;
  expect(server.life.alive).toBe(false);
  const folder = `/data/journal/${tenant}/`;
  const kept = [...disk.files].map(([name, { text }]) => (name.startsWith(folder) ? text : '')).join('');
  expect(kept).toContain('102-0');
  expect(failures).toEqual([]);
});
