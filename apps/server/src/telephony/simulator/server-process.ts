import type { TenantId } from '@alo/call-core';

import type { Clock } from '../clock.ts';
import type { Disk } from '../disk.ts';
import { keepTenantsOpen, type TenantKeeper } from '../keep-tenants-open.ts';
import type { RunnerLog } from '../log.ts';
import { createTelephony, type Telephony } from '../telephony.ts';
import type { Mistake } from './mistake.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
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

/** In its first seconds a process starts what the last one had running: those are the timers with an odd rest of time. */
function withoutOldTimers(clock: Clock): Clock {
  const startedAt = clock.now();
  return {
    ...clock,
    after(ms, what) {
      const isOld = clock.now() - startedAt < 3_000 && ms > 1_000 && ms % 50 !== 0;
      return isOld ? () => undefined : clock.after(ms, what);
    },
  };
}

/** The same wiring as in `main.ts`, on simulated borders. */
export function startProcess(machine: Machine): ServerProcess {
  const { time, disk, database, engine, tenant, log, onFailure, mistake } = machine;
  const life: Life = { alive: true, frozenUntil: 0 };
  const clock = mistake === 'timers-forgotten' ? withoutOldTimers(time.clockOf(life)) : time.clockOf(life);
  let telephony: Telephony | null = null;
  let keeper: TenantKeeper | null = null;

  async function start(): Promise<void> {
    const border = engine.of(life);
    telephony = createTelephony({
      ...{
        engine: border,
        store: database.of(life),
        dataFolder: '/data',
        holder: 'here',
        log,
        clock,
        disk: disk(life),
      },
      measure: async (_, id) => {
        const durationMs = engine.lengthOf(id);
        return durationMs > 0 ? { durationMs, bytes: bytesOf(durationMs) } : null;
      },
      secretsOf: async () => [{ extension: '101', secrets: [] }],
    });
    await border.start();
    keeper = await keepTenantsOpen({
      ...{ telephony, clock, log },
      tenants: async () => [{ id: tenant, sip_domain: 'x.alo.local' }],
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
      await keeper?.close();
      await telephony?.close();
      life.alive = false;
    },
  };
}
