import type { PersonApi } from './api.ts';
import { extensionSet } from './extension-set.ts';

/** An extension rings for so long only, until the test is over: nobody waits as long as people do. */
export const ringsFor = (admin: PersonApi, number: string, seconds: number): Promise<void> =>
  extensionSet(admin, number, { ring_seconds: seconds });
