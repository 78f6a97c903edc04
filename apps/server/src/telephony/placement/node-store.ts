import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import type { TelephonyTenant } from '../telephony-options.ts';
import type { LivingNode } from './placement.ts';

/** A node as it writes itself down. */
export interface OwnNode {
  readonly holder: string;
  readonly name: string;
  /** Where the edge reaches it, `host:port`. */
  readonly sip: string;
  /** Where phones in browsers reach it; '' where that is where the console is. */
  readonly ws: string;
  /** Where processes with a console link with it, `host:port`; left out where they do not. */
  readonly link?: string;
  /** Calls at once. */
  readonly capacity: number;
}

/** A tenant and the node that it is placed on; null where it never was on any. */
export interface PlacedTenant extends TelephonyTenant {
  readonly at: string | null;
}

/** Where nodes know of each other, and of the places of tenants. */
export interface NodeStore {
  /** A node that comes back is what the operator has said of it, and settled only after a while. */
  enter(node: OwnNode): Promise<void>;
  /** Those whose lease has not run out. */
  living(): Promise<readonly LivingNode[]>;
  /** Tenants that are placed on none of these nodes. */
  tenantsBeside(holders: readonly string[]): Promise<readonly PlacedTenant[]>;
}

/** Where processes with a console link with the nodes that live, `host:port`. */
export const linkAddresses = ({ outside }: Pick<Db, 'outside'>): Promise<readonly string[]> =>
  outside(async (db) => {
    const nodes = await db
      .selectFrom('node')
      .innerJoin('server_process', 'server_process.holder', 'node.holder')
      .where('server_process.expires_at', '>', sql<Date>`clock_timestamp()`)
      .where('link', '<>', '')
      .select('link')
      .execute();
    return nodes.map(({ link }) => link);
  });

/** A node that has been there for so long calls companies home that its share is of. */
const settledMs = 5 * 60_000;

export function nodeStore({ outside }: Pick<Db, 'outside'>): NodeStore {
  return {
    async enter({ holder, link = '', ...given }) {
      const own = { ...given, link };
      // One machine has a name: of a row that an older installation left by it nobody knows anything any more.
      await outside((db) => db.deleteFrom('node').where('name', '=', own.name).where('holder', '<>', holder).execute());
      await outside((db) =>
        db
          .insertInto('node')
          .values({ holder, ...own })
          .onConflict((conflict) => conflict.column('holder').doUpdateSet({ ...own, since: sql<Date>`now()` }))
          .execute(),
      );
    },
    living: () =>
      outside(async (db) => {
        const nodes = await db
          .selectFrom('node')
          .innerJoin('server_process', 'server_process.holder', 'node.holder')
          .where('server_process.expires_at', '>', sql<Date>`clock_timestamp()`)
          .orderBy('node.holder')
          .select(['node.holder', 'capacity', 'weight', 'state'])
          .select(sql<boolean>`since <= clock_timestamp() - make_interval(secs => ${settledMs / 1000})`.as('isSettled'))
          .execute();
        return nodes.map(({ holder, capacity, weight, state, isSettled }) => ({
          holder,
          share: (capacity * weight) / 100,
          takes: state === 'up',
          isSettled,
        }));
      }),
    tenantsBeside: (holders) =>
      outside((db) =>
        db
          .selectFrom('placed_tenant')
          .select(['id', 'sip_domain', sql<string | null>`holder`.as('at')])
          .where(sql<boolean>`holder is null or holder <> all(${[...holders]}::text[])`)
          .orderBy('id')
          .execute(),
      ),
  };
}
