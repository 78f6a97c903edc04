import type { Kysely } from 'kysely';

import type { Trx } from '../db/database.ts';

/**
 * The tables as the machinery sees them: named at run time, so their columns are not known to the compiler. What goes in and out
 * is typed by the contract, and the generated tests read and write every resource.
 */
export const anyTable = (trx: Trx) => trx as unknown as Kysely<Record<string, Record<string, unknown>>>;
