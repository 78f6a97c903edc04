/**
 * What a sign-in costs the engine: one person's secrets change in a tenant of 10, 1,000 and 10,000 people. `changeMs` is until
 * the engine has taken it, `cpuMsEach` the CPU time of its process; neither may grow with the number of people. Beside it the
 * whole tenant told anew. Prints one JSON object.
 *
 *   node tests/load/sign-in.ts [--sign-ins=500]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { TenantId } from '@alo/call-core';
import type { TenantProvision } from '@alo/engine';
import { createEmbeddedEngine } from '@alo/engine-embedded';
import { cpuMsOf, round, spread } from './generator.ts';
import { extensionAt } from './sip-tenant.ts';

const { values } = parseArgs({ options: { 'sign-ins': { type: 'string', default: '500' } } });
const signIns = Number(values['sign-ins']);
const folder = await mkdtemp(join(tmpdir(), 'alo-sign-in-'));
const files = { promptsFolder: folder, recordingsFolder: folder };
const engine = createEmbeddedEngine({ files, bindAddress: '127.0.0.1', sipPort: 0 });
await engine.start();
await engine.open();
const runs = [];
for (const people of [10, 1_000, 10_000]) runs.push(await run(people));
await engine.close();
await rm(folder, { recursive: true });
console.log(JSON.stringify({ signIns, runs }, null, 2));
process.exit();

async function run(people: number) {
  const tenant = `people-${people}` as TenantId; // A name of this program; in the product they come from the database.
  const whole = { ...wholeOf(tenant, people), revision: 1 };
  await engine.provision(whole);
  const changes = await timed(signIns, (i) =>
    engine.change(tenant, i + 2, [
      { type: 'secrets', extension: extensionAt(i % people), secrets: secretsOf(`new-${i}`) },
    ]),
  );
  const again = await timed(Math.max(3, Math.min(20, 20_000 / people)), (i) =>
    engine.provision({ ...whole, revision: signIns + 2 + i }),
  );
  await engine.forget(tenant);
  return {
    people,
    changeMs: changes.ms,
    cpuMsEach: changes.cpuMsEach,
    wholeMs: again.ms,
    wholeCpuMsEach: again.cpuMsEach,
  };
}

async function timed(times: number, act: (i: number) => Promise<void>) {
  const pid = engine.pid ?? Number.NaN;
  const took: number[] = [];
  const cpuBefore = cpuMsOf(pid);
  for (let i = 0; i < times; i++) {
    const from = performance.now();
    await act(i);
    took.push(performance.now() - from);
  }
  return { ms: spread(took), cpuMsEach: round((cpuMsOf(pid) - cpuBefore) / times, 3) };
}

function wholeOf(tenant: TenantId, people: number): Omit<TenantProvision, 'revision'> {
  const extensions = Array.from({ length: people }, (_, i) => ({
    extension: extensionAt(i),
    secrets: secretsOf(`old-${i}`),
  }));
  return { tenant, domain: `${tenant}.example`, extensions, trunks: [] };
}

function secretsOf(id: string) {
  return [{ id, ha1Md5: '0'.repeat(32), ha1Sha256: '0'.repeat(64) }];
}
