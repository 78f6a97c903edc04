import { isUnfilled } from '@alo/contract';

import { valueAt, withValues } from '../model/paths.ts';

export type Side = 'mine' | 'theirs';

/** A field that two people left with different values. */
export interface Difference {
  name: string;
  mine: unknown;
  theirs: unknown;
  /** The side that changed it; where both did, one's own. */
  chosen: Side;
}

type Values = Record<string, unknown>;

const same = (a: unknown, b: unknown) => (isUnfilled(a) && isUnfilled(b)) || JSON.stringify(a) === JSON.stringify(b);

/**
 * Compares what one wrote with what somebody else saved meanwhile, knowing what both started from: a field that only one
 * of the two touched keeps that one's value unless the person decides otherwise.
 */
export function differences(names: readonly string[], base: Values, mine: Values, theirs: Values): Difference[] {
  return names.flatMap((name) =>
    same(valueAt(mine, name), valueAt(theirs, name))
      ? []
      : [
          {
            name,
            mine: valueAt(mine, name),
            theirs: valueAt(theirs, name),
            chosen: same(valueAt(mine, name), valueAt(base, name)) ? ('theirs' as const) : ('mine' as const),
          },
        ],
  );
}

/** One's own values with the choices applied. */
export const merged = (mine: Values, decided: readonly Difference[]): Values =>
  withValues(
    mine,
    decided.map(({ name, mine: own, theirs, chosen }) => [name, chosen === 'mine' ? own : theirs]),
  );
