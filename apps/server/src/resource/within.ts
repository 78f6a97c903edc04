import type { RawBuilder } from 'kysely';

import type { Told } from '../db/prepared.ts';
import type { Reach } from '../kernel/reach.ts';

/** A reach whose id may be told later: what of `Reach` a prepared statement is made of is its kind. */
export type Within = Extract<Reach, { kind: 'all' }> | Later<Exclude<Reach, { kind: 'all' }>>;
type Later<R extends { readonly id: string }> = Omit<R, 'id'> & { readonly id: Told<string> };

/** A reach of a kind, for a statement that is prepared with `idOf` it as a value. */
export const within = (kind: Reach['kind'], id: RawBuilder<string>): Within =>
  kind === 'all' ? { kind } : { kind, id };
export const idOf = (reach: Reach): string => (reach.kind === 'all' ? '' : reach.id);
