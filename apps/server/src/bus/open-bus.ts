import type { DirectBus } from './bus.ts';
import type { BusLog } from './bus-over-wire.ts';
import { postgresBus } from './postgres-bus.ts';

/** The bus of an installation: over NATS where the operator names one, else over the database that all processes have. */
export async function openBus({
  databaseUrl,
  installation,
  natsUrls,
  log,
}: {
  databaseUrl: string;
  /** Who this installation is among those of one NATS. */
  installation: () => Promise<string>;
  /** Of the servers, with the sign-in; empty where there is no NATS. */
  natsUrls: readonly string[];
  log: BusLog;
}): Promise<DirectBus> {
  if (natsUrls.length === 0) return postgresBus({ url: databaseUrl, log });
  // Who has no NATS does not read its library.
  const { natsAccess, natsBus } = await import('./nats-bus.ts');
  return natsBus({ access: natsAccess(natsUrls), installation: await installation(), log });
}
