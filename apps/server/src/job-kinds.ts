import type { Bus } from './bus/bus.ts';
import type { Db } from './db/database.ts';
import type { FileStore } from './storage/file-store.ts';
import type { JobKind } from './work/job-work.ts';

/** Everything that a worker knows how to do, by the kind of its job. */
export function jobKinds(_deps: { db: Db; bus: Bus; files: FileStore }): Readonly<Record<string, JobKind>> {
  return {};
}
