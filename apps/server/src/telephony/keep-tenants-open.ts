import { DatabaseUnavailable } from '../db/database.ts';
import type { RunnerLog } from './history-writer.ts';
import type { Telephony, TelephonyTenant } from './telephony.ts';

/** How often tenants that do not run are tried: new ones, and those that another process lets go. */
const everyMs = 5_000;

/** Opens every tenant that is free, now (resolves when that is done) and from then on. Answers what ends the looking. */
export async function keepTenantsOpen({
  telephony,
  tenants,
  log,
}: {
  readonly telephony: Pick<Telephony, 'open'>;
  readonly tenants: () => Promise<readonly TelephonyTenant[]>;
  readonly log: RunnerLog;
}): Promise<() => Promise<void>> {
  const openAll = async () => {
    for (const tenant of await tenants()) await telephony.open(tenant);
  };
  await openAll();

  let opening: Promise<void> | null = null;
  const timer = setInterval(() => {
    opening ??= openAll()
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable)) log.error({ err: error }, 'Tenants could not be opened');
      })
      .finally(() => {
        opening = null;
      });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await opening;
  };
}
