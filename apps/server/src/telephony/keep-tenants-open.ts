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

/** A tenant that another node is to have, as soon as nobody would notice. */
export type Move = { readonly tenantId: string; readonly to: string };

/** So many are given away before it is looked again who has to be opened. */
const movesAtATime = 100;

/**
 * Opens every tenant that is this node's, now (resolves when each was tried) and from then on, and gives away those that are another's. One
 * that cannot be opened stops no other: it is set aside with a loud word, and tried again.
 */
export async function keepTenantsOpen({
  telephony,
  tenants,
  moves = async () => [],
  afterwards = async () => undefined,
  clock,
  log,
}: {
  readonly telephony: Pick<Telephony, 'open' | 'move'>;
  readonly tenants: () => Promise<readonly TelephonyTenant[]>;
  /** Of those that run here; none where there is no other node. */
  readonly moves?: () => Promise<readonly Move[]>;
  /** What has time until all is open. */
  readonly afterwards?: () => Promise<void>;
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

  async function moveOne({ tenantId, to }: Move): Promise<boolean> {
    try {
      return await telephony.move(tenantId, to);
    } catch (error) {
      log.warn({ err: error, tenant: tenantId }, 'A tenant could not be given to another node yet');
      return false;
    }
  }

  async function each<T>(of: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
    const left = [...of];
    const rest = async () => {
      for (let next = left.shift(); next !== undefined && !closed; next = left.shift()) await work(next);
    };
    await Promise.all(Array.from({ length: atATime }, rest));
  }

  const openAll = async () => each(await tenants(), openOne);

  /** Answers how soon it is to be looked again. */
  async function openAndMove(): Promise<number> {
    await openAll();
    const due = await moves();
    let moved = 0;
    for (let from = 0; from < due.length && moved < movesAtATime && !closed; from += movesAtATime) {
      await each(due.slice(from, from + movesAtATime), async (move) => {
        if (await moveOne(move)) moved++;
      });
    }
    if (moved >= movesAtATime) return 0;
    await afterwards();
    return everyMs;
  }

  let opening = openAll().catch((error: unknown) => log.error({ err: error }, 'Nobody knows which tenants there are'));
  let callOff: () => void = () => undefined;
  let isLooking = true;
  /** Somebody asked for it while it was being looked. */
  let wanted = false;
  const lookIn = (ms: number) => {
    isLooking = false;
    if (!closed) callOff = clock.after(wanted ? 0 : ms, again);
    wanted = false;
  };
  const again = () => {
    isLooking = true;
    opening = openAndMove()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'Nobody knows which tenants there are at the moment');
        return everyMs;
      })
      .then(lookIn);
  };
  await opening;
  lookIn(everyMs);
  return {
    get setAside() {
      return [...setAside.values()];
    },
    look() {
      wanted = true;
      if (isLooking) return;
      callOff();
      lookIn(0);
    },
    async close() {
      closed = true;
      callOff();
      await opening;
    },
  };
}
