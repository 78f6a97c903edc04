import { setImmediate as turn } from 'node:timers/promises';
import type { Move } from '../keep-tenants-open.ts';
import type { TelephonyTenant } from '../telephony-options.ts';
import type { NodeStore } from './node-store.ts';
import { type LivingNode, placeOf } from './placement.ts';

/** A node that comes or goes lets thousands be asked about anew. */
const atATime = 500;

/** What of all tenants is this node's, and what it has to give away. */
export interface PlacedHere {
  /** Those that it runs or is to run. */
  tenants(): Promise<readonly TelephonyTenant[]>;
  /** Of those that run here. By the nodes that `tenants` saw last. */
  moves(): Promise<readonly Move[]>;
  /** No other node lives. */
  isAlone(): boolean;
  /** The operator drains this node, and it holds nothing any more. */
  isEmptied(): boolean;
}

export function placedHere({
  store,
  holder,
  runsHere,
}: {
  readonly store: NodeStore;
  readonly holder: string;
  readonly runsHere: () => Iterable<string>;
}): PlacedHere {
  let living: readonly LivingNode[] = [];
  /** Where each is to be, for as long as the nodes are what they were. */
  let homes = new Map<string, string>();
  return {
    async tenants() {
      const seen = await store.living();
      if (JSON.stringify(seen) !== JSON.stringify(living)) homes = new Map();
      living = seen;
      const others = living.flatMap((node) => (node.holder === holder ? [] : [node.holder]));
      const beside = await store.tenantsBeside(others);
      if (others.length === 0) return beside;
      return beside.filter(({ id, at }) => placeOf(id, at, living, { mayMove: false }) === holder);
    },
    async moves() {
      // Who does not know that it lives has nothing to give; who is alone has nobody to give to.
      if (living.length < 2 || living.every((node) => node.holder !== holder)) return [];
      const due: Move[] = [];
      for (const tenantId of runsHere()) {
        let to = homes.get(tenantId);
        if (to === undefined) {
          to = placeOf(tenantId, holder, living, { mayMove: true }) ?? holder;
          homes.set(tenantId, to);
          // Calls of this process have their turn in between.
          if (homes.size % atATime === 0) await turn();
        }
        if (to !== holder) due.push({ tenantId, to });
      }
      return due;
    },
    isAlone: () => living.every((node) => node.holder === holder),
    isEmptied() {
      const own = living.find((node) => node.holder === holder);
      return own?.takes === false && [...runsHere()].length === 0;
    },
  };
}
