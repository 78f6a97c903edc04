/**
 * What a sign-in costs those who let phones in: one person's secrets are read from the database and told to the engine, in a company
 * of 10, 1,000 and 10,000 people who are all signed in. `tellMs` is until the engine has taken it, `serverCpuMs` the CPU time of the
 * process that reads and tells, `engineCpuMs` that of the engine's; none may grow with the number of people. Beside it everybody
 * told anew. Checking the password comes before, and is slow on purpose. Prints one JSON object.
 *
 *   node tests/load/sign-in.ts [--sign-ins=300]
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { TenantId } from '@alo/call-core';
import { createSipEngine } from '@alo/engine-sip';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import { startPostgres } from '../../apps/server/src/db/postgres.ts';
import { sessionStore } from '../../apps/server/src/features/identity/sessions.ts';
import { extensionSecrets } from '../../apps/server/src/features/identity/sip-secrets.ts';
import { fixedKey } from '../../apps/server/src/kernel/key-ring.ts';
import { createProvisioner } from '../../apps/server/src/telephony/provisioner.ts';
import { makeCompany, makeDatabase } from './company.ts';
import { cpuMsOf, round, spread } from './generator.ts';

const { values } = parseArgs({ options: { 'sign-ins': { type: 'string', default: '300' } } });
const signIns = Number(values['sign-ins']);
const nothing = (): void => {};

const folder = await mkdtemp(join(tmpdir(), 'alo-sign-in-'));
const log = { debug: nothing, info: nothing, warn: nothing, error: console.error };
const postgres = await startPostgres({ dataFolder: folder, log });
const url = await makeDatabase(postgres.adminUrl);
const db = openDatabase({ url });
const sessions = sessionStore(db);
const serverKey = fixedKey(randomBytes(32));
const files = { promptsFolder: folder, recordingsFolder: folder };
const engine = createSipEngine({ files, bindAddress: '127.0.0.1', sipPort: 0 });
await engine.start();
await engine.open();
const runs = [];
for (const [nth, people] of [10, 1_000, 10_000].entries()) runs.push(await run(people, `0286${nth}`));
await engine.close();
await db.close();
await postgres.stop();
await rm(folder, { recursive: true });
console.log(JSON.stringify({ signIns, runs }, null, 2));
process.exit();

/** No two companies have the same numbers. */
async function run(people: number, prefix: string) {
  const domain = `people-${people}.example`;
  const company = await makeCompany(url, { code: `people-${people}`, domain, people, records: true, prefix });
  const tenant = { id: company.tenant, sip_domain: domain };
  const provisioner = createProvisioner({
    tenant: company.tenant as TenantId,
    domain,
    engine,
    now: Date.now, // The id of its row.
    readTrunks: async () => [],
    phoneOrigins: () => [],
    readSecrets: (of) => extensionSecrets({ sessions, serverKey }, tenant, of),
  });
  await provisioner.everything();
  const tellOne = (i: number) => provisioner.sessions([company.sessions[(i * 7_919) % people] ?? '']);
  await timed(50, tellOne); // Warms up.
  const one = await timed(signIns, tellOne);
  const all = await timed(Math.max(3, Math.min(20, 20_000 / people)), provisioner.everything);
  await engine.forget(company.tenant as TenantId);
  return {
    people,
    tellMs: one.ms,
    serverCpuMs: one.serverCpuMs,
    engineCpuMs: one.engineCpuMs,
    everybodyMs: all.ms,
    everybodyServerCpuMs: all.serverCpuMs,
    everybodyEngineCpuMs: all.engineCpuMs,
  };
}

async function timed(times: number, act: (i: number) => Promise<void>) {
  const pid = engine.pid ?? Number.NaN;
  const took: number[] = [];
  const [engineBefore, own] = [cpuMsOf(pid), process.cpuUsage()];
  for (let i = 0; i < times; i++) {
    const from = performance.now();
    await act(i);
    took.push(performance.now() - from);
  }
  const { user, system } = process.cpuUsage(own);
  return {
    ms: spread(took),
    serverCpuMs: round((user + system) / 1_000 / times, 3),
    engineCpuMs: round((cpuMsOf(pid) - engineBefore) / times, 3),
  };
}
