import type { Clock } from './clock.ts';
import type { RunnerLog } from './log.ts';
import type { Telephony } from './telephony.ts';
import type { TelephonyTenant } from './telephony-options.ts';

/** How often tenants that do not run are tried: new ones, and those that another process lets go. */
const everyMs = 5_000;
/** A start with many tenants opens so many at a time. */
const atATime = 4;

/** A tenant that could not be opened: what it left on the disk is kept, and it is tried again. */
export type SetAside = {
  readonly tenantId: string;
  readonly since: number;
  readonly tries: number;
  readonly error: unknown;
};

export interface TenantKeeper {
  readonly setAside: readonly SetAside[];
  /** There is a new one: it need not wait for its turn. */
  look(): void;
  close(): Promise<void>;
}

/**
 * Opens every tenant that is free, now (resolves when each was tried) and from then on. One that cannot be opened stops no
 * other: it is set aside with a loud word, and tried again.
 */
export async function keepTenantsOpen({
  telephony,
  tenants,
  clock,
  log,
}: {
  readonly telephony: Pick<Telephony, 'open'>;
  readonly tenants: () => Promise<readonly TelephonyTenant[]>;
  readonly clock: Clock;
  readonly log: RunnerLog;
}): Promise<TenantKeeper> {
  const setAside = new Map<string, SetAside>();
  let closed = false;

  async function openOne(tenant: TelephonyTenant): Promise<void> {
    try {
      await telephony.open(tenant);
      if (setAside.delete(tenant.id)) log.warn({ tenant: tenant.id }, 'A tenant that was set aside runs again');
    } catch (error) {
      const { since = clock.now(), tries = 0 } = setAside.get(tenant.id) ?? {};
      setAside.set(tenant.id, { tenantId: tenant.id, since, tries: tries + 1, error });
      log.error(
        { err: error, tenant: tenant.id, tries: tries + 1 },
        'A tenant cannot be opened: it has no calls until it can',
      );
    }
  }

  async function openAll(): Promise<void> {
    const left = [...(await tenants())];
    const openRest = async () => {
      for (let next = left.shift(); next !== undefined && !closed; next = left.shift()) await openOne(next);
    };
    await Promise.all(Array.from({ length: atATime }, openRest));
  }

  let opening = openAll().catch((error: unknown) => log.error({ err: error }, 'Nobody knows which tenants there are'));
  let callOff: () => void = () => undefined;
  const again = () => {
    opening = openAll()
      .catch((error: unknown) => log.warn({ err: error }, 'Nobody knows which tenants there are at the moment'))
      .finally(() => {
        if (!closed) callOff = clock.after(everyMs, again);
      });
  };
  await opening;
  callOff = clock.after(everyMs, again);
  return {
    get setAside() {
      return [...setAside.values()];
    },
    look() {
      callOff();
      callOff = clock.after(0, again);
    },
    async close() {
      closed = true;
      callOff();
      await opening;
    },
  };
}
