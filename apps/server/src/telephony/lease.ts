import { sql } from 'kysely';

import { DatabaseUnavailable, type InTenant } from '../db/database.ts';

/** The right to run a tenant's calls. */
export interface Lease {
  /** Lets somebody else take over at once. */
  release(): Promise<void>;
}

export interface LeaseOptions {
  readonly inTenant: InTenant;
  readonly tenantId: string;
  /** Who asks: stays the same over restarts of one installation, so that a restart need not wait for its own lease. */
  readonly holder: string;
  readonly ttlMs?: number;
  /** Somebody else holds it now: stop at once. */
  readonly onLost: () => void;
}

/**
 * Takes the lease of a tenant, or answers null while somebody else holds it, and renews it until it is released. While the
 * database is away nobody can take it over, so the holder goes on.
 */
export async function takeLease({
  inTenant,
  tenantId,
  holder,
  ttlMs = 15_000,
  onLost,
}: LeaseOptions): Promise<Lease | null> {
  const renew = () =>
    inTenant(tenantId, async (trx) => {
      const { rows } = await sql<{ holder: string }>`
        insert into tenant_lease (holder, expires_at)
        values (${holder}, clock_timestamp() + make_interval(secs => ${ttlMs / 1000}))
        on conflict (tenant_id) do update set holder = excluded.holder, expires_at = excluded.expires_at
          where tenant_lease.holder = excluded.holder or tenant_lease.expires_at < clock_timestamp()
        returning holder`.execute(trx);
      return rows.length > 0;
    });
  if (!(await renew())) return null;

  let renewing: Promise<void> | null = null;
  const timer = setInterval(() => {
    renewing ??= renew()
      .then((held) => {
        if (held) return;
        clearInterval(timer);
        onLost();
      })
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable)) throw error;
      })
      .finally(() => {
        renewing = null;
      });
  }, ttlMs / 3);

  return {
    async release() {
      clearInterval(timer);
      await renewing;
      await inTenant(tenantId, (trx) => trx.deleteFrom('tenant_lease').where('holder', '=', holder).execute()).catch(
        (error: unknown) => {
          // It runs out by itself.
          if (!(error instanceof DatabaseUnavailable)) throw error;
        },
      );
    },
  };
}
