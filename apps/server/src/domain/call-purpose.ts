import type { AskedPurpose } from '@alo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

import type { ValueOrPlaceholder } from '../db/prepared.ts';
import { isCounted } from './call-counts.ts';

/** Calls of a kind of their own, few beside the others: an index has them. */
export const isOwnKind = (purpose: string): boolean => !['', 'all', 'counted', 'people'].includes(purpose);

/** The calls that are for what was asked for, as a condition on `call`. */
export function isForPurpose(purpose: AskedPurpose): RawBuilder<SqlBool> {
  if (purpose === 'all') return sql`true`;
  if (purpose === 'counted') return isCounted;
  return isOwnKind(purpose) ? isOfOwnKind(purpose) : sql`call.purpose = ${purpose}`;
}

/** The same, whichever of the common ones it is, for a statement that is prepared before it is known. */
export const isForCommonPurpose = (purpose: ValueOrPlaceholder<string>): RawBuilder<SqlBool> =>
  sql`(${purpose} = 'all' or ${purpose} = 'counted' and ${isCounted} or call.purpose = ${purpose})`;

export const isOfOwnKind = (purpose: ValueOrPlaceholder<string>): RawBuilder<SqlBool> =>
  sql`call.purpose = ${purpose} and call.purpose <> 'people'`;
