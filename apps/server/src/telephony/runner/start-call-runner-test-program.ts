import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantId, TrunkId } from '@alo/call-core';
import { ScriptedEngine } from '@alo/testing';
import { testRunner } from '../../../testing/call-runner.ts';
import { openDatabase } from '../../db/database.ts';
import { recordingPath } from '../recording-file.ts';
import { loadTelephonyConfig } from '../routing-plan.ts';

/**
 * A server for a test to kill: it runs calls, half of which are answered, prints `ready` when they are going on, and after
 * that lets nothing end by itself. Arguments: database, data folder, tenant, trunk, number of calls.
 */
const [url = '', folder = '', tenantArgument = '', trunkArgument = '', count = '0'] = process.argv.slice(2);
const tenant = tenantArgument as TenantId; // the test's own arguments
const trunk = trunkArgument as TrunkId;

const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields: object) => process.stderr.write(JSON.stringify(fields)),
};
const db = openDatabase({ url, size: 4 });
const engine = new ScriptedEngine();
const { plan } = await loadTelephonyConfig(db.inTenant, tenant);
const [number = ''] = Object.keys(plan.numbers);
const extensions = Array.from({ length: Number(count) }, (_, index) => String(1000 + index));
const [template] = Object.values(plan.extensions);
if (template === undefined) throw new Error('The office has nobody.');
const runner = await testRunner({
  tenant,
  engine,
  db,
  log,
  folder,
  plan: {
    ...plan,
    extensions: Object.fromEntries(extensions.map((extension) => [extension, { ...template, extension }])),
    inboundRules: extensions.map((extension) => ({
      name: extension,
      number: null,
      timeGroup: null,
      callerPattern: `09000${extension}`,
      afterTalk: null,
      destination: { kind: 'direct', extension },
    })),
  },
});
engine.onEvent((_, event, receipt) => runner.take(event, receipt));
for (const extension of extensions) engine.register(tenant, extension);
await runner.settled();

for (const [index, extension] of extensions.entries()) {
  const call = engine.customerCalls(tenant, trunk, `09000${extension}`, number);
  await runner.settled();
  engine.rings(call, extension);
  if (index % 2 === 0) engine.answers(call, extension);
  await runner.settled();
  if (index === 0) await leaveRecording(`${call}`);
}
process.stdout.write('ready\n');
await sleep(600_000);

/** A second of stereo silence, 16 bits at 8 kHz, its header as it was when the file was begun. */
async function leaveRecording(call: string): Promise<void> {
  const [recording] = [...(await recordingsOf(call))];
  if (recording === undefined) throw new Error('Nothing is recorded.');
  const path = recordingPath(`${folder}/recordings`, tenant, recording);
  await mkdir(dirname(path), { recursive: true });
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(32_000, 28);
  await writeFile(path, Buffer.concat([header, Buffer.alloc(32_000)]));
}

async function recordingsOf(call: string): Promise<string[]> {
  const { recordings } = await engine.snapshot();
  return recordings.map(({ recording }) => recording).filter((recording) => recording.startsWith(call));
}
