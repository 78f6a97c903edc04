import type { TenantId } from '@alo/call-core';

import type { Disk } from '../src/telephony/disk.ts';
import { keepTenantsOpen, type TenantKeeper } from '../src/telephony/keep-tenants-open.ts';
import type { RunnerLog } from '../src/telephony/log.ts';
import { createTelephony, type Telephony } from '../src/telephony/telephony.ts';
import type { Mistake } from './mistake.ts';
import { officeSealer } from './office.ts';
import { plantMistake } from './planted-mistakes.ts';
import { hopeless, type SimulatedDatabase } from './simulated-database.ts';
import { bytesOf, type SimulatedEngine } from './simulated-engine.ts';
import type { Life, VirtualTime } from './virtual-time.ts';

/** The real telephony in a process that can be killed at any await. */
export interface ServerProcess {
  readonly life: Life;
  /** Null until it is up. */
  readonly telephony: () => Telephony | null;
  kill(): void;
  close(): Promise<void>;
}

export interface Machine {
  readonly time: VirtualTime;
  readonly disk: (life: Life) => Disk;
  readonly database: SimulatedDatabase;
  readonly engine: SimulatedEngine;
  readonly tenant: TenantId;
  readonly log: RunnerLog;
  readonly onFailure: (what: string, error: unknown) => void;
  readonly mistake?: Mistake | undefined;
}

/** The same wiring as in `main.ts`, on simulated borders. */
export function startProcess(machine: Machine): ServerProcess {
  const { time, disk, database, engine, tenant, log, onFailure, mistake } = machine;
  const life: Life = { alive: true, frozenUntil: 0 };
  let telephony: Telephony | null = null;
  let keeper: TenantKeeper | null = null;

  async function start(): Promise<void> {
    const border = engine.of(life);
    const right = {
      engine: border,
      store: database.of(life),
      clock: time.clockOf(life),
      disk: disk(life),
      secretsOf: database.secretsOf(life),
    };
    const borders = plantMistake(mistake, right, { time, life, ends: () => (life.alive = false) });
    const runs = createTelephony({
      ...borders,
      dataFolder: '/data',
      holder: 'here',
      place: 'here',
      log,
      sealer: officeSealer,
      measure: async (_, id) => {
        const durationMs = engine.lengthOf(id);
        return durationMs > 0 ? { durationMs, bytes: bytesOf(durationMs) } : null;
      },
    });
    telephony = runs;
    await border.start();
    const first = { id: hopeless, sip_domain: 'y.alo.local' };
    const all = [first, { id: tenant, sip_domain: 'x.alo.local' }];
    keeper = await keepTenantsOpen({
      telephony: runs,
      clock: borders.clock,
      log,
      tenants: async () => {
        if (mistake === 'tenant-stops-others') await runs.open(first);
        return all;
      },
    });
    await border.open();
  }

  start().catch((error: unknown) => onFailure('The server did not start', error));
  return {
    life,
    telephony: () => telephony,
    kill() {
      life.alive = false;
    },
    async close() {
      // Who stands still hears that it is to end when it goes on.
      if (life.frozenUntil > time.now) await time.wait(0, life);
      await keeper?.close();
      await telephony?.close();
      life.alive = false;
    },
  };
}
