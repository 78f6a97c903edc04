import type { Page } from 'playwright-core';

import type { PersonName } from './people.ts';

/** One picture to take: where, as whom, and what to do there first and afterwards. */
export interface Shot {
  readonly name: string;
  readonly path: string;
  /** Nobody is signed in where this is null. */
  readonly as: PersonName | null;
  readonly prepare?: (page: Page, address: string) => Promise<void>;
  /** Where pressing Escape is not enough. */
  readonly tidy?: (page: Page, address: string) => Promise<void>;
  /** Shows what is seen while something loads. */
  readonly loads?: true;
  /** What the console may complain of here, because it was brought about. */
  readonly errors?: RegExp;
}
