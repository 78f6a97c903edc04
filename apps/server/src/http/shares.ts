import { FairPlaces, type Machine } from '../kernel/fair-places.ts';
import { shares } from '../kernel/shares.ts';

/** What companies share of a process that serves them; processes with a console each have their own. */
export interface Shares {
  readonly requests: FairPlaces;
  readonly uploads: FairPlaces;
  readonly connections: FairPlaces;
}

/** On this machine, or as on another. */
export const openShares = (machine?: Machine): Shares => ({
  requests: new FairPlaces(shares.requests, machine),
  uploads: new FairPlaces(shares.uploads),
  connections: new FairPlaces(shares.connections),
});
