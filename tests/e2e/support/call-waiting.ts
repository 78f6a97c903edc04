import type { PersonApi } from './api.ts';
import { extensionSet } from './extension-set.ts';

/** An extension may be rung while it talks, until the test is over. */
export const callWaiting = (admin: PersonApi, number: string): Promise<void> =>
  extensionSet(admin, number, { call_waiting: true });
