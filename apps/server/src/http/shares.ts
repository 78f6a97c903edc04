import { FairPlaces } from '../kernel/fair-places.ts';
import { shares } from '../kernel/shares.ts';

/** What companies share of a process that serves them; processes with a console each have their own. */
export interface Shares {
  readonly requests: FairPlaces;
  readonly uploads: FairPlaces;
}

export const openShares = (): Shares => ({
  requests: new FairPlaces(shares.requests),
  uploads: new FairPlaces(shares.uploads),
});
