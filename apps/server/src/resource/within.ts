import type { RawBuilder } from 'kysely';

import type { ValueOrPlaceholder } from '../db/prepared.ts';
import type { Reach } from '../kernel/reach.ts';

/** A reach whose id may be told later: what of `Reach` a prepared statement is made of is its kind. */
export type Within = Extract<Reach, { kind: 'all' }> | Later<Exclude<Reach, { kind: 'all' }>>;
type Later<R extends { readonly id: string }> = Omit<R, 'id'> & { readonly id: ValueOrPlaceholder<string> };

/** A reach of a kind with a placeholder for its id; the prepared statement gets `idOf` the reach as the value. */
export const preparedReach = (kind: Reach['kind'], id: RawBuilder<string>): Within =>
  kind === 'all' ? { kind } : { kind, id };
export const idOf = (reach: Reach): string => (reach.kind === 'all' ? '' : reach.id);
