import type { RefusalKind } from '@alo/contract';

import type { Came, World } from './world.ts';

/** One thing that a hostile company does, and what must come of it. The good company has all it had after each. */
export interface Attack {
  readonly name: string;
  /** What is done; what came of each try. */
  does(world: World): Promise<readonly Came[]>;
  /** What each try is answered. A refusal is in words, of which `says` are some. */
  readonly comes: { readonly status: readonly number[]; readonly says?: string };
  /** As what its refusals are counted where the operator looks, by one of these kinds at least; or that it is refused nothing. */
  readonly counted: RefusalKind | readonly RefusalKind[] | 'nothing is refused';
  /** What the own trail of whoever tries has of it. */
  readonly trail?: { readonly action: string; readonly subject: string };
  /** What is looked at besides. */
  readonly leaves?: (world: World, came: readonly Came[]) => Promise<void>;
  /** It is tried in `npm test`, too. */
  readonly sample?: true;
}

/** All of it at once. */
export const times = <T>(n: number, work: (nth: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, nth) => work(nth)));
