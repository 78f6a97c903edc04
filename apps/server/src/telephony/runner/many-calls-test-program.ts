import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantId, TrunkId } from '@alo/call-core';
import { ScriptedEngine } from '@alo/testing';
import { testRunner } from '../../../testing/call-runner.ts';
import { openDatabase } from '../../db/database.ts';
import { loadTelephonyConfig } from '../routing-plan.ts';

/**
 * A server for a test to kill: customers call one after the other, are answered or not, held, and hang up, until it is killed. Prints a line for
 * each call that is over. Arguments: database, data folder, tenant, trunk.
 */
const [url = '', folder = '', tenantArgument = '', trunkArgument = ''] = process.argv.slice(2);
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
const runner = await testRunner({ tenant, engine, db, log, folder, plan, historyBeatMs: 5 });
engine.onEvent((_, event, receipt) => runner.take(event, receipt));
for (const extension of ['101', '102']) engine.register(tenant, extension);
await runner.settled();

for (let count = 0; ; count += 1) {
  const call = engine.customerCalls(tenant, trunk, `09012345${String(count % 100).padStart(2, '0')}`, number);
  await runner.acted();
  engine.rings(call, '101');
  await runner.acted();
  if (count % 3 > 0) {
    engine.answers(call, '101');
    await runner.acted();
    for (const on of [true, false]) {
      if (count % 3 === 2) engine.on(call, '101', { type: 'held', on });
      await runner.acted();
      await sleep(2);
    }
  }
  engine.ends(call, 'caller');
  await runner.acted();
  process.stdout.write(`${call}\n`);
  await sleep(1);
}
