import { join } from 'node:path';

import type { Db } from '../src/db/database.ts';
import { type Clock, systemClock } from '../src/telephony/clock.ts';
import { localDisk } from '../src/telephony/disk.ts';
import { historyStore } from '../src/telephony/history/history-store.ts';
import { asideShelf } from '../src/telephony/history/set-aside.ts';
import { leaseStore } from '../src/telephony/lease/lease-store.ts';
import { measureRecording, recordingPath } from '../src/telephony/recording-file.ts';
import type { CallRunner, CallRunnerOptions } from '../src/telephony/runner/call-runner.ts';
import { startCallRunner } from '../src/telephony/runner/start-call-runner.ts';
import { testClaim } from './claim.ts';
import { testSealer } from './sealer.ts';

type TestRunner = Pick<CallRunnerOptions, 'tenant' | 'engine' | 'plan' | 'log'> &
  Partial<CallRunnerOptions> & { readonly db: Db; readonly folder: string; readonly now?: () => number };

/** A runner on this machine's disk and a test's database, with a claim of its own. */
export async function testRunner({ db, folder, now, ...options }: TestRunner): Promise<CallRunner> {
  const { tenant, log } = options;
  const clock: Clock = now === undefined ? systemClock : { ...systemClock, now };
  const leases = leaseStore(db);
  const claim = await testClaim(db, 'test');
  if (!(await leases.claim(tenant, claim))) throw new Error('The tenant is run elsewhere.');
  return startCallRunner({
    clock,
    disk: localDisk,
    journalFolder: join(folder, 'journal'),
    historyBeatMs: 20,
    sealer: testSealer,
    store: historyStore(db, tenant, claim, new Set()),
    aside: asideShelf({ disk: localDisk, clock, folder: join(folder, 'set-aside'), tenantId: tenant, log }),
    measure: (recording) => measureRecording(recordingPath(join(folder, 'recordings'), tenant, recording)),
    ...options,
  });
}
