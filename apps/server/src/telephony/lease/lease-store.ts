import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';

/** By which a process proves that it runs a tenant: no two processes ever have the same. */
export type Claim = { readonly holder: string; readonly epoch: number };

/** A process that begins: whose name it takes, and from which place. */
export interface Beginner {
  readonly holder: string;
  /** Two processes of one place are never at work at once: the lock of the data folder says so. */
  readonly place: string;
}

/** What came of a beginning: the epoch, or until when a living process of another place has the holder's name. */
export type Begun = { readonly epoch: number } | { readonly takenUntil: Date };

/** Where processes agree on who runs which tenant. */
export interface LeaseStore {
  /**
   * Begins a process: its epoch is above that of every earlier one of this holder, whose claims are worth nothing now. One that lives
   * is followed in its own place alone, and by none that has itself been followed (`again`): that one waits for its end.
   */
  begin(beginner: Beginner, ttlMs: number, again?: boolean): Promise<Begun>;
  /** `lapsed`: it had run out, and somebody may have taken a tenant meanwhile. `lost`: a later process of the holder runs. */
  renew(claim: Claim, ttlMs: number): Promise<'held' | 'lapsed' | 'lost'>;
  /** Lets others take over at once. */
  end(claim: Claim): Promise<void>;
  /**
   * False while a living process runs the tenant, or it is placed on another node that lives. Where that node does not, it is placed on this
   * one from now on.
   */
  claim(tenantId: string, claim: Claim): Promise<boolean>;
  unclaim(tenantId: string, claim: Claim): Promise<void>;
  /** The same, and it is placed nowhere: this node cannot run it. */
  displace(tenantId: string, claim: Claim): Promise<void>;
  /** Since when another holder has the tenant; null where none has. */
  heldElsewhere(tenantId: string, holder: string): Promise<Date | null>;
  /** Gives the tenant to another node: it is placed there, and nobody runs it until that claims it. False where it was not this one's. */
  move(tenantId: string, claim: Claim, to: string): Promise<boolean>;
}

export function leaseStore({ inTenant, outside }: Pick<Db, 'inTenant' | 'outside'>): LeaseStore {
  const until = (ttlMs: number) => sql`clock_timestamp() + make_interval(secs => ${ttlMs / 1000})`;
  return {
    async begin({ holder, place }, ttlMs, again = false) {
      return outside(async (db) => {
        const { rows } = await sql<{ epoch: number }>`
          insert into server_process (holder, epoch, expires_at, place) values (${holder}, 1, ${until(ttlMs)}, ${place})
          on conflict (holder) do update
            set epoch = server_process.epoch + 1, expires_at = excluded.expires_at, place = excluded.place
            where server_process.expires_at < clock_timestamp() or (server_process.place = excluded.place and not ${again})
          returning epoch`.execute(db);
        const [row] = rows;
        if (row !== undefined) return row;
        const other = await sql<{ expires_at: Date }>`
          select expires_at from server_process where holder = ${holder}`.execute(db);
        return { takenUntil: other.rows[0]?.expires_at ?? new Date(0) };
      });
    },
    async renew({ holder, epoch }, ttlMs) {
      const { rows } = await outside((db) =>
        sql<{ lapsed: boolean }>`
          update server_process set expires_at = ${until(ttlMs)}
          from (select expires_at < clock_timestamp() as lapsed from server_process where holder = ${holder} for update) as old
          where holder = ${holder} and epoch = ${epoch}
          returning lapsed`.execute(db),
      );
      const [row] = rows;
      if (row === undefined) return 'lost';
      return row.lapsed ? 'lapsed' : 'held';
    },
    async end({ holder, epoch }) {
      await outside((db) =>
        sql`update server_process set expires_at = clock_timestamp() where holder = ${holder} and epoch = ${epoch}`.execute(
          db,
        ),
      );
    },
    claim: (tenantId, { holder, epoch }) =>
      inTenant(tenantId, async (trx) => {
        await sql`
          insert into tenant_place (holder) values (${holder})
          on conflict (tenant_id) do update set holder = excluded.holder, since = now()
            where tenant_place.holder <> excluded.holder and not exists (
              select from server_process as other
              where other.holder = tenant_place.holder and other.expires_at > clock_timestamp())`.execute(trx);
        const { rows } = await sql`
          insert into tenant_lease (holder, epoch)
          select ${holder}, ${epoch}::bigint from tenant_place where holder = ${holder}
          on conflict (tenant_id) do update set holder = excluded.holder, epoch = excluded.epoch,
              since = case when tenant_lease.holder = excluded.holder then tenant_lease.since else now() end
            where (tenant_lease.holder = excluded.holder and tenant_lease.epoch <= excluded.epoch)
              or not exists (
                select from server_process as other
                where other.holder = tenant_lease.holder and other.epoch = tenant_lease.epoch
                  and other.expires_at > clock_timestamp())
          returning holder`.execute(trx);
        return rows.length > 0;
      }),
    unclaim: (tenantId, { holder, epoch }) =>
      inTenant(tenantId, async (trx) => {
        await trx.deleteFrom('tenant_lease').where('holder', '=', holder).where('epoch', '=', epoch).execute();
      }),
    heldElsewhere: (tenantId, holder) =>
      inTenant(tenantId, async (trx) => {
        const lease = await trx
          .selectFrom('tenant_lease')
          .where('holder', '<>', holder)
          .select('since')
          .executeTakeFirst();
        return lease?.since ?? null;
      }),
    displace: (tenantId, { holder, epoch }) =>
      inTenant(tenantId, async (trx) => {
        await trx.deleteFrom('tenant_lease').where('holder', '=', holder).where('epoch', '=', epoch).execute();
        await trx.deleteFrom('tenant_place').where('holder', '=', holder).execute();
      }),
    move: (tenantId, { holder, epoch }, to) =>
      inTenant(tenantId, async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('tenant_lease')
          .where('holder', '=', holder)
          .where('epoch', '=', epoch)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await trx.updateTable('tenant_place').set({ holder: to, since: new Date() }).execute();
        return true;
      }),
  };
}
