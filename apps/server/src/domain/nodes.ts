import { sql } from 'kysely';

import type { Db } from '../db/database.ts';

/** A machine that runs calls, as its operator sees it. */
export interface SeenNode {
  /** '' where the only machine has none. */
  readonly name: string;
  readonly state: 'up' | 'draining';
  readonly weight: number;
  readonly capacity: number;
  readonly sip: string;
  readonly ws: string;
  /** Null while it lives; else when its lease ran out. */
  readonly silentSince: Date | null;
  /** Those that are placed on it. */
  readonly companies: number;
  /** Of the companies that it has, or had last. */
  readonly calls: number;
}

type Outside = Pick<Db, 'outside'>;

export const readNodes = ({ outside }: Outside): Promise<readonly SeenNode[]> =>
  outside((one) =>
    one
      .selectFrom('node')
      .innerJoin(sql<{ holder: string; companies: number; calls: number }>`count_nodes()`.as('counted'), (on) =>
        on.onRef('counted.holder', '=', 'node.holder'),
      )
      .leftJoin('server_process as process', 'process.holder', 'node.holder')
      .select(['name', 'state', 'weight', 'capacity', 'sip', 'ws', 'counted.companies', 'counted.calls'])
      .select(
        sql<Date | null>`case when process.expires_at > clock_timestamp() then null
          else coalesce(process.expires_at, node.since) end`.as('silentSince'),
      )
      .orderBy('name')
      .execute(),
  );

/** What an operator sets of a machine, which learns it within seconds. */
export interface NodeChange {
  readonly state?: 'up' | 'draining' | undefined;
  readonly weight?: number | undefined;
}

/** False where there is none of that name. */
export async function changeNode({ outside }: Outside, name: string, { state, weight }: NodeChange): Promise<boolean> {
  const set = {
    ...(weight !== undefined && { weight }),
    ...(state !== undefined && { state }),
    // The operator vouches for it: nobody waits until it has been there for a while.
    ...(state === 'up' && { since: new Date(0) }),
  };
  const { numUpdatedRows } = await outside((one) =>
    one
      .updateTable('node')
      .set({ name, ...set })
      .where('name', '=', name)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

/**
 * A machine that never comes back is none any more: nobody waits for it or is told of it. One that lives is left. Its epoch stays, so that
 * nothing of it that is still on its way is ever believed.
 */
export async function forgetNode({ outside }: Outside, name: string): Promise<'forgotten' | 'lives' | 'unknown'> {
  const { numDeletedRows } = await outside((one) =>
    one
      .deleteFrom('node')
      .where('name', '=', name)
      .where(
        sql<boolean>`not exists (select from server_process as process
          where process.holder = node.holder and process.expires_at > clock_timestamp())`,
      )
      .executeTakeFirst(),
  );
  if (numDeletedRows > 0n) return 'forgotten';
  return (await readNodes({ outside })).some((node) => node.name === name) ? 'lives' : 'unknown';
}
