import { join } from 'node:path';
import type { Call, TenantId } from '@alo/call-core';
import { emptyEngine } from '@alo/engine';
import { asideFolder } from '../storage/aside-rows.ts';
import type { Clock } from './clock.ts';
import type { Disk } from './disk.ts';
import { asideShelf } from './history/set-aside.ts';
import { startCallRunner } from './runner/start-call-runner.ts';
import type { TelephonyOptions } from './telephony-options.ts';

/**
 * What this machine's disk knows of tenants that other machines run by now: this one died, or slept, and what it knew last it told nobody. It
 * is taken into the history for calls of before the other one took the tenant, and then goes from the disk.
 */
export interface JournalTails {
  /** A tenant was taken from this process. */
  add(tenantId: string): void;
  /** Looks once at each of them; what cannot be taken yet is tried again the next time. */
  take(): Promise<void>;
}

export interface JournalTailsOptions
  extends Pick<TelephonyOptions, 'store' | 'sealer' | 'measure' | 'log' | 'dataFolder' | 'holder'> {
  readonly disk: Disk;
  readonly clock: Clock;
  /** Keeps anybody else in this process from the tenant's journal meanwhile; false where it is in use. */
  readonly alone: (tenantId: string, work: () => Promise<void>) => Promise<boolean>;
  readonly onWritten: (tenantId: string, calls: readonly Call[]) => void;
}

export function createJournalTails(options: JournalTailsOptions): JournalTails {
  const { store, disk, clock, log, dataFolder, holder } = options;
  const folders = join(dataFolder, 'journal');
  /** Null until the disk was looked at: what the process before this one left. */
  let left: Set<string> | null = null;

  async function takeOne(tenantId: string): Promise<void> {
    const since = await store.leases.heldElsewhere(tenantId, holder);
    if (since === null) return;
    // Its id is the name of its folder.
    const tenant = tenantId as TenantId;
    const { plan } = await store.config(tenantId);
    const runner = await startCallRunner({
      tenant,
      plan,
      // Whatever carried its calls is gone, or is another tenant's by now.
      engine: { perform: () => undefined, snapshot: async () => emptyEngine },
      store: store.tail(tenantId, { holder, until: since.getTime() }),
      aside: asideShelf({ disk, clock, folder: asideFolder(dataFolder), tenantId, log }),
      clock,
      disk,
      sealer: options.sealer,
      journalFolder: join(folders, tenantId),
      measure: (recording) => options.measure(tenant, recording),
      log,
      onTaking: ({ engineWatch }) => engineWatch.died(engineWatch.knownUntil),
      onWritten: (calls) => options.onWritten(tenantId, calls),
    });
    await runner.settled();
    await runner.close();
    if (runner.isBusy || runner.figures.history.since !== null) {
      log.warn({ tenant: tenantId }, 'The tail of a journal could not be taken yet');
      return;
    }
    await disk.removeFolder(join(folders, tenantId));
    left?.delete(tenantId);
    log.info({ tenant: tenantId }, 'The tail of a journal was taken');
  }

  return {
    add: (tenantId) => void left?.add(tenantId),
    async take() {
      left ??= new Set(await disk.list(folders));
      for (const tenantId of left) {
        try {
          // What runs here has no tail: its journal is in use.
          if (!(await options.alone(tenantId, () => takeOne(tenantId)))) left.delete(tenantId);
        } catch (error) {
          log.warn({ err: error, tenant: tenantId }, 'The tail of a journal could not be taken yet');
        }
      }
    },
  };
}
