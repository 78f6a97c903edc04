import type { Db } from '../src/db/database.ts';
import { createTelephony, type Telephony } from '../src/telephony/telephony.ts';
import { telephonyStore } from '../src/telephony/telephony-store.ts';
import { testSealer } from './sealer.ts';

type Options = Parameters<typeof createTelephony>[0];
type Own = Pick<Options, 'engine' | 'dataFolder'> & Partial<Options>;

const quietLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Call control on a test's database and engine, with its journal in a folder of its own; what a test is about it says besides. */
export const testTelephony = (db: Db, own: Own): Telephony =>
  createTelephony({
    store: telephonyStore(db),
    holder: 'test',
    place: 'here',
    log: quietLog,
    sealer: testSealer,
    measure: () => Promise.resolve(null),
    secretsOf: () => Promise.resolve([]),
    ...own,
  });
