import { FairPlaces } from '../kernel/fair-places.ts';

/**
 * What companies share of a process that serves them: places for requests, of which some always stay for the others, and for uploads,
 * which come as slowly as their sender likes. Processes with a console each have their own.
 */
export interface Shares {
  readonly requests: FairPlaces;
  readonly uploads: FairPlaces;
}

/** A few more than there are connections to the database: the others wait for other things. */
const [requests, requestsOfOne, requestsWaiting] = [24, 16, 1_000];
const [uploads, uploadsOfOne, uploadsWaiting] = [8, 3, 10];

export const openShares = (): Shares => ({
  requests: new FairPlaces({ places: requests, each: requestsOfOne, waiting: requestsWaiting }),
  uploads: new FairPlaces({ places: uploads, each: uploadsOfOne, waiting: uploadsWaiting }),
});
